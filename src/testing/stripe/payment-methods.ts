import { z } from "zod";
import type { Account, PaymentMethod } from "./account.ts";
import { find, invalidRequest, StripeError, text } from "./protocol.ts";

/** The reason for a decline, as reported by the error, the intent and the charge. */
export type Decline = { code: string; decline_code: string; message: string };
type TestCard = { token: string; onCharge: "succeeds" | "needs authentication" | Decline };

/** Stripe's test cards by number. */
export const CARDS = {
  works: "4242424242424242",
  declined: "4000000000000002",
  insufficientFunds: "4000000000009995",
  needsAuthentication: "4000002500003155",
  declinedAfterAttaching: "4000000000000341",
} as const;

export const genericDecline: Decline = {
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};

const testCards = new Map<string, TestCard>([
  [CARDS.works, { token: "pm_card_visa", onCharge: "succeeds" }],
  [CARDS.declined, { token: "pm_card_chargeDeclined", onCharge: genericDecline }],
  [
    CARDS.insufficientFunds,
    {
      token: "pm_card_chargeDeclinedInsufficientFunds",
      onCharge: {
        ...genericDecline,
        decline_code: "insufficient_funds",
        message: "Your card has insufficient funds.",
      },
    },
  ],
  [
    CARDS.needsAuthentication,
    { token: "pm_card_authenticationRequiredOnSetup", onCharge: "needs authentication" },
  ],
  [CARDS.declinedAfterAttaching, { token: "pm_card_chargeCustomerFail", onCharge: genericDecline }],
]);

const cardsOfMethods = new WeakMap<PaymentMethod, TestCard>();

/** The payment data that the browser sends. */
export const paymentMethodData = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("cashapp") }),
  z.strictObject({
    type: z.literal("card"),
    card: z.strictObject({
      number: text,
      exp_month: text.optional(),
      exp_year: text.optional(),
      cvc: text.optional(),
    }),
  }),
]);

/** Throws Stripe's error for a number that is not a test card. */
export function createPaymentMethod(
  account: Account,
  data: z.infer<typeof paymentMethodData>,
): PaymentMethod {
  if (data.type === "cashapp") return keep(account, "cashapp");
  const card = testCards.get(data.card.number);
  if (card !== undefined) return keep(account, "card", card);
  const message = "Your card number is incorrect.";
  throw new StripeError(402, { type: "card_error", code: "incorrect_number", message, param: "number" });
}

/** A stored method, or a new one for a test ID such as `pm_card_visa`. */
export function findPaymentMethod(account: Account, id: string, param?: string): PaymentMethod {
  const card = [...testCards.values()].find(({ token }) => token === id);
  if (card !== undefined) return keep(account, "card", card);
  return find(account.paymentMethods, "PaymentMethod", id, param);
}

/** The bank's response to a charge. Cash App Pay asks its owner, unless they have already agreed to later payments. */
export function getReaction(method: PaymentMethod, offSession: boolean): TestCard["onCharge"] {
  const onCharge = cardsOfMethods.get(method)?.onCharge ?? "needs authentication";
  return onCharge === "needs authentication" && offSession ? "succeeds" : onCharge;
}

export function attach(account: Account, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    throw invalidRequest("The payment method you provided has already been attached to a customer.");
  }
  method.customer = customer;
  account.record("payment_method.attached", method);
  return method;
}

function keep(account: Account, type: "card" | "cashapp", card?: TestCard): PaymentMethod {
  const method: PaymentMethod = { ...account.base("pm", "payment_method"), customer: null, type };
  account.paymentMethods.set(method.id, method);
  if (card) cardsOfMethods.set(method, card);
  return method;
}
