import { expect, test } from "bun:test";
import {
  belongsTo,
  canChangeTo,
  documentPaymentMark,
  type PaymentFacts,
  type Purchase,
} from "./purchases.ts";

const purchase: Purchase = {
  id: "p1",
  userId: "u1",
  plan: "payper",
  documentSet: null,
  documentId: "d1",
  amount: 299,
  stamps: 1,
  seats: null,
  seatPrice: null,
  state: "open",
  amountRefunded: 0,
  isDeclined: false,
  paymentIntent: "pi_1",
  subscriptionId: null,
  periodEnd: null,
  cancelAt: null,
  createdAt: new Date(0),
  settledAt: null,
  confirmedAt: null,
};

const facts: PaymentFacts = {
  kind: "payment",
  reference: "pi_1",
  state: "paid",
  isProcessing: false,
  amount: 299,
  amountRefunded: 0,
  isDeclined: false,
  chargedAt: null,
  receiptUrl: null,
  currency: "usd",
  isLive: false,
  cancelAt: null,
  metadata: { purchaseId: "p1", userId: "u1", plan: "payper", documentId: "d1" },
};

const fits = (change: Partial<PaymentFacts>) => belongsTo({ ...facts, ...change }, purchase, false);
const named = (change: Record<string, string>) => fits({ metadata: { ...facts.metadata, ...change } });

test("a payment belongs to the purchase it was made for", () => {
  expect(fits({})).toBe(true);
  expect(belongsTo(facts, { ...purchase, paymentIntent: null }, false)).toBe(true);
});

test("a payment for another purchase, user, document, plan, amount, currency or mode does not count [threat H6]", () => {
  expect(fits({ reference: "pi_2" })).toBe(false);
  expect(named({ purchaseId: "p2" })).toBe(false);
  expect(named({ userId: "u2" })).toBe(false);
  expect(named({ documentId: "d2" })).toBe(false);
  expect(named({ plan: "bundle" })).toBe(false);
  expect(fits({ amount: 1 })).toBe(false);
  expect(fits({ currency: "eur" })).toBe(false);
  expect(fits({ isLive: true })).toBe(false);
  expect(fits({ metadata: {} })).toBe(false);
  expect(belongsTo(facts, { ...purchase, documentId: null }, false)).toBe(false);
});

test("an abandoned purchase is not reopened, but a payment that arrives after all counts", () => {
  expect(canChangeTo("closed", "open")).toBe(false);
  expect(canChangeTo("closed", "paid")).toBe(true);
  expect(canChangeTo("disputed", "paid")).toBe(true);
});

test("a document is paid for as long as one of its payments is valid", () => {
  expect(documentPaymentMark(["closed", "open"])).toBe("false");
  expect(documentPaymentMark(["refunded", "paid"])).toBe("true");
  expect(documentPaymentMark(["refunded", "closed"])).toBe("refunded");
  expect(documentPaymentMark(["refunded", "disputed"])).toBe("disputed");
});
