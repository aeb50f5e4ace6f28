import type Stripe from "stripe";
import { Account, type Dispute, type PaymentIntent, type Refund } from "./account.ts";
import { Api, type RecordedCall } from "./api.ts";
import { serveLibrary } from "./browser/serve-library.ts";
import { type FailurePlan, Failures } from "./failures.ts";
import { CARDS, createPaymentMethod } from "./payment-methods.ts";
import { closeDispute, confirmPaymentIntent, finishAction, openDispute, refund, settle } from "./payments.ts";
import { find } from "./protocol.ts";
import { advance, followPayment } from "./subscriptions.ts";
import { type Delivery, type DeliveryRules, type Release, Webhooks, type WebhookTarget } from "./webhooks.ts";

export type PayWith = { card: string } | { cashApp: true };

export type StripeFake = {
  /** The value for STRIPE_API_URL. */
  url: string;
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  control: Control;
  stop: () => Promise<void>;
};

/**
 * Starts a server that answers as Stripe does the calls that the product makes, keeps its state, sends its events, and
 * serves the browser's library. Calls and parameters that it does not know are refused.
 */
export function startStripeFake({
  /** Waits before an event that was not answered with 2xx is sent again. */
  webhookRetryDelaysMs = [500, 2_000, 8_000] as readonly number[],
} = {}): StripeFake {
  const keys = {
    secretKey: "sk_test_fake0000000000000000000",
    publishableKey: "pk_test_fake0000000000000000000",
    webhookSecret: "whsec_fake000000000000000000000",
  };
  const account = new Account();
  const webhooks = new Webhooks(webhookRetryDelaysMs);
  account.onEvent = (event) => webhooks.accept(event);
  account.onPayment = (intent) => followPayment(account, intent);
  const failures = new Failures();
  const api = new Api(account, keys, failures);
  const host = "127.0.0.1";
  const server = Bun.serve({
    hostname: host,
    port: 0,
    idleTimeout: 0,
    development: false,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const preflight = request.method === "OPTIONS" ? new Response(null, { status: 204 }) : undefined;
      const response =
        preflight ?? (await (pathname.startsWith("/v1/") ? api.answer(request) : serveLibrary(pathname)));
      // Pages of any origin may use Stripe's API and library.
      for (const what of ["origin", "headers", "methods"]) {
        response.headers.set(`access-control-allow-${what}`, "*");
      }
      return response;
    },
  });
  const port = Number(server.port);
  async function stop() {
    webhooks.target = undefined;
    failures.clear();
    await server.stop(true);
  }
  const control = new Control(account, api, failures, webhooks);
  return { url: `http://${host}:${port}`, host, port, ...keys, control, stop };
}

/** What a test, the bank, the customer, the merchant and time do to the account without the API. */
export class Control {
  constructor(
    private readonly account: Account,
    private readonly api: Api,
    private readonly failures: Failures,
    private readonly webhooks: Webhooks,
  ) {}

  /** Pays as the customer does in the browser, and agrees in the bank's dialog. Throws the bank's refusal. */
  pay(intentId: string, method: PayWith = { card: CARDS.works }): PaymentIntent {
    const intent = this.#intent(intentId);
    const data =
      "card" in method
        ? ({ type: "card", card: { number: method.card } } as const)
        : ({ type: "cashapp" } as const);
    confirmPaymentIntent(this.account, intent, createPaymentMethod(this.account, data));
    if (intent.status === "requires_action") finishAction(this.account, intent, "succeed");
    return intent;
  }

  /** From now on confirmed payments stay `processing` until `settle`; false ends that. */
  holdSettlement(on: boolean): void {
    this.account.holdSettlement = on;
  }

  settle(intentId: string, outcome: "succeeded" | "failed" = "succeeded"): void {
    settle(this.account, this.#intent(intentId), outcome);
  }

  /** Returns all or some cents, as the merchant does in Stripe's dashboard. */
  refund(intentId: string, cents?: number): Refund {
    return refund(this.account, this.#intent(intentId), cents);
  }

  dispute(intentId: string): Dispute {
    return openDispute(this.account, this.#intent(intentId));
  }

  closeDispute(disputeId: string, outcome: "won" | "lost"): Dispute {
    return closeDispute(this.account, find(this.account.disputes, "dispute", disputeId), outcome);
  }

  /** Lets seconds pass: periods renew, unpaid new subscriptions expire, failed renewals are tried again. */
  advance(seconds: number): void {
    advance(this.account, seconds);
  }

  /** The sales tax that automatic tax adds in the United States; 8.25 at the start. */
  setTaxPercent(percent: number): void {
    this.account.taxPercent = percent;
  }

  fail(plan: FailurePlan): void {
    this.failures.plan(plan);
  }

  clearFailures(): void {
    this.failures.clear();
  }

  hangingCalls(): number {
    return this.failures.countHanging();
  }

  pointWebhooksTo(target: WebhookTarget | undefined): void {
    this.webhooks.target = target;
  }

  setDelivery(rules: DeliveryRules): void {
    this.webhooks.set(rules);
  }

  releaseEvents(release?: Release): Promise<void> {
    return this.webhooks.release(release);
  }

  deliveriesSettled(): Promise<void> {
    return this.webhooks.settled();
  }

  heldEvents(): readonly Stripe.Event[] {
    return this.webhooks.held;
  }

  deliveries(): readonly Delivery[] {
    return this.webhooks.deliveries;
  }

  /** Every event so far, the oldest first. */
  events(): readonly Stripe.Event[] {
    return this.account.events;
  }

  /** Every API call so far, the oldest first. */
  calls(): readonly RecordedCall[] {
    return this.api.calls;
  }

  #intent(id: string): PaymentIntent {
    return find(this.account.paymentIntents, "payment_intent", id);
  }
}
