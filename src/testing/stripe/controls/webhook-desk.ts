import { createHmac } from "node:crypto";
import type Stripe from "stripe";

export type WebhookTarget = { url: string; secret: string };

/** How events travel from now on. What is left out keeps its value. */
export type DeliveryRules = {
  /** Keep events back until `release`. */
  hold?: boolean;
  /** Send each event so often; Stripe promises at least once. */
  copies?: number;
  /** Wait before each event is sent, in milliseconds. */
  delayMs?: number;
  /** Types that are never sent, as if all of Stripe's attempts had failed. */
  drop?: string[];
};

/** One attempt to hand an event over; `status` 0 means that nobody answered. */
export type Delivery = { eventId: string; type: string; status: number; answer: string };

export type Release = {
  /** "as recorded" if not given. */
  order?: "as recorded" | "reversed";
  /** Only events of these types; the others stay held. */
  types?: string[];
  copies?: number;
};

/** Signs as Stripe does: HMAC-SHA256 over the time in seconds, a dot and the body, in the scheme "v1". */
export function signatureHeader(body: string, secret: string, second: number): string {
  const signature = createHmac("sha256", secret).update(`${second}.${body}`).digest("hex");
  return `t=${second},v1=${signature}`;
}

/** Hands events to the product's webhook, one after the other, by the rules that a test has set. */
export class WebhookDesk {
  readonly deliveries: Delivery[] = [];
  private held: Stripe.Event[] = [];
  private rules: Required<DeliveryRules> = { hold: false, copies: 1, delayMs: 0, drop: [] };
  private line: Promise<void> = Promise.resolve();
  private closed = false;

  /** `retryDelaysMs`: waits before an event that was not answered with 2xx is sent again. */
  constructor(
    private target: WebhookTarget | undefined,
    private readonly retryDelaysMs: readonly number[],
  ) {}

  pointTo(target: WebhookTarget | undefined): void {
    this.target = target;
  }

  set(rules: DeliveryRules): void {
    this.rules = { ...this.rules, ...rules };
  }

  heldEvents(): readonly Stripe.Event[] {
    return this.held;
  }

  accept(event: Stripe.Event): void {
    if (this.rules.drop.includes(event.type)) return;
    if (this.rules.hold) this.held.push(event);
    else this.enqueue(event, this.rules.copies);
  }

  /** Sends what was held, and resolves when it has arrived. Holding itself stays as it is. */
  async release({ order = "as recorded", types, copies = 1 }: Release = {}): Promise<void> {
    const leaving = this.held.filter((event) => types === undefined || types.includes(event.type));
    this.held = this.held.filter((event) => !leaving.includes(event));
    for (const event of order === "reversed" ? leaving.reverse() : leaving) this.enqueue(event, copies);
    await this.settled();
  }

  /** Sends an event again, whenever it happened. */
  async redeliver(event: Stripe.Event, copies = 1): Promise<void> {
    this.enqueue(event, copies);
    await this.settled();
  }

  /** Resolves when nothing is under way any more; retries that wait for their time are not waited for. */
  async settled(): Promise<void> {
    for (let line = this.line; ; line = this.line) {
      await line;
      if (line === this.line) return;
    }
  }

  close(): void {
    this.closed = true;
  }

  private enqueue(event: Stripe.Event, copies: number): void {
    const { delayMs } = this.rules;
    this.line = this.line.then(async () => {
      if (delayMs > 0) await Bun.sleep(delayMs);
      for (let copy = 0; copy < copies; copy += 1) await this.send(event, 0);
    });
  }

  private async send(event: Stripe.Event, retry: number): Promise<void> {
    if (this.target === undefined || this.closed) return;
    const delivery = await post(this.target, event);
    this.deliveries.push(delivery);
    const wait = this.retryDelaysMs[retry];
    if (delivery.status >= 200 && delivery.status < 300) return;
    if (wait !== undefined) setTimeout(() => void this.send(event, retry + 1), wait).unref();
  }
}

async function post({ url, secret }: WebhookTarget, event: Stripe.Event): Promise<Delivery> {
  const body = JSON.stringify(event, null, 2);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
  };
  const seen = { eventId: event.id, type: event.type };
  try {
    const answer = await fetch(url, { method: "POST", headers, body });
    return { ...seen, status: answer.status, answer: await answer.text() };
  } catch (error) {
    return { ...seen, status: 0, answer: String(error) };
  }
}
