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
  /** The settings of a server whose payments go to it. */
  settings: Record<string, string>;
  control: Control;
  stop: () => Promise<void>;
};

/**
 * Starts a server that answers the calls of the product like Stripe, stores their state, sends events, and serves the
 * browser's library. Other calls and parameters are rejected.
 */
export function startStripeFake({
  /** Delays before an event is sent again because it was not answered with 2xx. */
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
  const url = `http://${host}:${port}`;
  const settings = {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: url,
  };
  return { url, host, port, ...keys, settings, control, stop };
}

/** Actions of the test, the bank, the customer, the merchant and time, which do not use the API. */
export class Control {
  constructor(
    private readonly account: Account,
    private readonly api: Api,
    private readonly failures: Failures,
    private readonly webhooks: Webhooks,
  ) {}

  /** Pays like a customer in the browser, and agrees in the bank's dialog. Throws if the bank declines. */
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

  /** From now on, confirmed payments stay `processing` until `settle` is called; false turns this off. */
  holdSettlement(on: boolean): void {
    this.account.holdSettlement = on;
  }

  settle(intentId: string, outcome: "succeeded" | "failed" = "succeeded"): void {
    settle(this.account, this.#intent(intentId), outcome);
  }

  /** Refunds in full or in part, like the merchant in Stripe's dashboard. */
  refund(intentId: string, cents?: number): Refund {
    return refund(this.account, this.#intent(intentId), cents);
  }

  dispute(intentId: string): Dispute {
    return openDispute(this.account, this.#intent(intentId));
  }

  closeDispute(disputeId: string, outcome: "won" | "lost"): Dispute {
    return closeDispute(this.account, find(this.account.disputes, "dispute", disputeId), outcome);
  }

  /** Advances time: periods renew, unpaid new subscriptions expire, failed renewals are retried. */
  advance(seconds: number): void {
    advance(this.account, seconds);
  }

  /** The sales tax rate that automatic tax adds in the United States; initially 8.25. */
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

  /** All events so far, oldest first. */
  events(): readonly Stripe.Event[] {
    return this.account.events;
  }

  /** All API calls so far, oldest first. */
  calls(): readonly RecordedCall[] {
    return this.api.calls;
  }

  #intent(id: string): PaymentIntent {
    return find(this.account.paymentIntents, "payment_intent", id);
  }
}
