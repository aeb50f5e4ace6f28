import { createHmac } from "node:crypto";
import type Stripe from "stripe";

export type WebhookTarget = { url: string; secret: string };

/** How events are delivered from now on. Omitted settings keep their value. */
export type DeliveryRules = {
  /** Hold events until `release`. */
  hold?: boolean;
  /** How often each event is sent; Stripe promises at least once. */
  copies?: number;
  /** Event types that are never sent, as if all attempts had failed. */
  drop?: string[];
};

/** One attempt to deliver an event; status 0 means no answer. */
export type Delivery = { eventId: string; type: string; status: number; answer: string };

export type Release = { order?: "as recorded" | "reversed"; copies?: number };

/** Signs like Stripe: HMAC-SHA256 over the time in seconds, a dot and the body, scheme "v1". */
export function signatureHeader(body: string, secret: string, second: number): string {
  const signature = createHmac("sha256", secret).update(`${second}.${body}`).digest("hex");
  return `t=${second},v1=${signature}`;
}

/** Delivers events to the product's webhook, one by one. */
export class Webhooks {
  readonly deliveries: Delivery[] = [];
  target: WebhookTarget | undefined;
  held: Stripe.Event[] = [];
  #rules: Required<DeliveryRules> = { hold: false, copies: 1, drop: [] };
  #line: Promise<void> = Promise.resolve();

  /** `retryDelaysMs`: delays before an event is sent again because it was not answered with 2xx. */
  constructor(private readonly retryDelaysMs: readonly number[]) {}

  set(rules: DeliveryRules): void {
    this.#rules = { ...this.#rules, ...rules };
  }

  accept(event: Stripe.Event): void {
    if (this.#rules.drop.includes(event.type)) return;
    if (this.#rules.hold) this.held.push(event);
    else this.#enqueue(event, this.#rules.copies);
  }

  /** Sends the held events, and resolves when they have arrived. Later events are still held. */
  async release({ order = "as recorded", copies = 1 }: Release = {}): Promise<void> {
    const events = this.held.splice(0);
    for (const event of order === "reversed" ? events.reverse() : events) this.#enqueue(event, copies);
    await this.settled();
  }

  /** Resolves when no event is being sent; does not wait for scheduled retries. */
  async settled(): Promise<void> {
    for (let line = this.#line; ; line = this.#line) {
      await line;
      if (line === this.#line) return;
    }
  }

  #enqueue(event: Stripe.Event, copies: number): void {
    this.#line = this.#line.then(async () => {
      for (let copy = 0; copy < copies; copy += 1) await this.#send(event, 0);
    });
  }

  async #send(event: Stripe.Event, retry: number): Promise<void> {
    if (this.target === undefined) return;
    const delivery = await post(this.target, event);
    this.deliveries.push(delivery);
    const wait = this.retryDelaysMs[retry];
    if (wait === undefined || (delivery.status >= 200 && delivery.status < 300)) return;
    setTimeout(() => void this.#send(event, retry + 1), wait).unref();
  }
}

async function post({ url, secret }: WebhookTarget, event: Stripe.Event): Promise<Delivery> {
  const body = JSON.stringify(event, null, 2);
  const signature = signatureHeader(body, secret, Math.floor(Date.now() / 1000));
  const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
  const sent = { eventId: event.id, type: event.type };
  try {
    const answer = await fetch(url, { method: "POST", headers, body });
    return { ...sent, status: answer.status, answer: await answer.text() };
  } catch (error) {
    return { ...sent, status: 0, answer: String(error) };
  }
}
