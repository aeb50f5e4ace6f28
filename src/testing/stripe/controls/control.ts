import type Stripe from "stripe";
import { type Account, find } from "../account.ts";
import type { Api, SeenCall } from "../api.ts";
import type { Params } from "../protocol/form.ts";
import { advance } from "../resources/billing-cycle.ts";
import { confirmIntent, finishAction, settle } from "../resources/confirmation.ts";
import { closeDispute, openDispute } from "../resources/disputes.ts";
import { createPaymentMethod } from "../resources/payment-methods.ts";
import { createRefund } from "../resources/refunds.ts";
import { cardByNumber } from "../resources/test-cards.ts";
import type { FailurePlan, Failures } from "./failures.ts";
import type { Delivery, DeliveryRules, Release, WebhookDesk, WebhookTarget } from "./webhook-desk.ts";

export const CARDS = {
  works: "4242424242424242",
  declined: "4000000000000002",
  insufficientFunds: "4000000000009995",
  needsAuthentication: "4000002500003155",
  disputed: "4000000000000259",
} as const;

export type PayWith = { card: string } | { cashApp: true };

/** What a test, the bank, the customer and time can do to the account behind the API's back. */
export class Control {
  constructor(
    private readonly account: Account,
    private readonly api: Api,
    private readonly failures: Failures,
    private readonly desk: WebhookDesk,
  ) {}

  /** Confirms as the customer does in the browser, a bank's dialog included. Throws the bank's refusal. */
  pay(intentId: string, method: PayWith = { card: CARDS.works }): Stripe.PaymentIntent {
    const intent = this.submit(intentId, method);
    if (intent.status === "requires_action") finishAction(this.account, intent, "succeed");
    return intent;
  }

  /** Confirms and leaves a bank's dialog open, for `authenticate` to end. */
  submit(intentId: string, method: PayWith): Stripe.PaymentIntent {
    const intent = this.intent(intentId);
    const params: Params =
      "card" in method
        ? { type: "card", card: { number: method.card, exp_month: "12", exp_year: "2034", cvc: "123" } }
        : { type: "cashapp" };
    confirmIntent(this.account, intent, createPaymentMethod(this.account, params, true), { sdk: true });
    return intent;
  }

  authenticate(intentId: string, outcome: "succeed" | "fail" = "succeed"): Stripe.PaymentIntent {
    finishAction(this.account, this.intent(intentId), outcome);
    return this.intent(intentId);
  }

  /** From now on confirmed payments stay `processing` until `settle`; false ends that. */
  holdSettlement(on: boolean): void {
    this.account.settlement = on ? "when told" : "at once";
  }

  settle(intentId: string, outcome: "succeeded" | "failed" = "succeeded"): Stripe.PaymentIntent {
    const refusal = cardByNumber(CARDS.declined)?.onCharge;
    settle(
      this.account,
      this.intent(intentId),
      outcome === "failed" && typeof refusal === "object" ? refusal : undefined,
    );
    return this.intent(intentId);
  }

  /** Gives back all or some cents, as the merchant does in Stripe's dashboard. */
  refund(intentId: string, cents?: number): Stripe.Refund {
    const params: Params = { payment_intent: intentId };
    if (cents !== undefined) params.amount = String(cents);
    return createRefund(this.account, params);
  }

  dispute(intentId: string, reason = "fraudulent"): Stripe.Dispute {
    const charge = find(this.account.charges, "charge", String(this.intent(intentId).latest_charge));
    return openDispute(this.account, charge, reason);
  }

  closeDispute(disputeId: string, outcome: "won" | "lost"): Stripe.Dispute {
    return closeDispute(this.account, find(this.account.disputes, "dispute", disputeId), outcome);
  }

  /** Lets seconds pass: periods end and renew, unpaid beginnings expire, failed renewals are tried again. */
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

  /** How many calls hang now because of a planned failure. */
  hangingCalls(): number {
    return this.failures.hanging();
  }

  pointWebhooksTo(target: WebhookTarget | undefined): void {
    this.desk.pointTo(target);
  }

  setDelivery(rules: DeliveryRules): void {
    this.desk.set(rules);
  }

  releaseEvents(release?: Release): Promise<void> {
    return this.desk.release(release);
  }

  redeliver(eventId: string, copies?: number): Promise<void> {
    return this.desk.redeliver(find(this.account.events, "event", eventId), copies);
  }

  deliveriesSettled(): Promise<void> {
    return this.desk.settled();
  }

  heldEvents(): readonly Stripe.Event[] {
    return this.desk.heldEvents();
  }

  deliveries(): readonly Delivery[] {
    return this.desk.deliveries;
  }

  /** Every event so far, oldest first. */
  events(): Stripe.Event[] {
    return [...this.account.events.values()];
  }

  /** Every API call so far, oldest first, with the parameters that arrived. */
  calls(): readonly SeenCall[] {
    return this.api.calls;
  }

  private intent(id: string): Stripe.PaymentIntent {
    return find(this.account.paymentIntents, "payment_intent", id, "intent");
  }
}
