import { expect, test } from "bun:test";
import Stripe from "stripe";
import { CARDS } from "./payment-methods.ts";
import { findRefusal, oneDocument, openStripe } from "./test-client.ts";

test("a new payment waits for a method, and takes Cash App Pay only in dollars", async () => {
  await using open = openStripe();
  const intent = await open.stripe.paymentIntents.create(oneDocument);
  expect(intent).toMatchObject({ status: "requires_payment_method", amount: 299, livemode: false });
  expect(intent.payment_method_types).toEqual(["card", "cashapp"]);
  expect(intent.client_secret).toStartWith(`${intent.id}_secret_`);
  expect(intent.metadata).toEqual(oneDocument.metadata);
  const euros = await open.stripe.paymentIntents.create({ ...oneDocument, currency: "eur" });
  expect(euros.payment_method_types).toEqual(["card"]);
});

test("amounts and currencies that Stripe refuses are refused", async () => {
  await using open = openStripe();
  const refusal = (more: object) =>
    findRefusal(open.stripe.paymentIntents.create({ ...oneDocument, ...more }));
  expect((await refusal({ amount: 49 })).code).toBe("amount_too_small");
  expect((await refusal({ amount: 100_000_000 })).code).toBe("amount_too_large");
  expect((await refusal({ amount: 2.5 })).code).toBe("parameter_invalid_integer");
  expect((await refusal({ currency: "xyz" })).param).toBe("currency");
});

test("the reason for a decline is in the error, the payment and the charge, and the next card pays", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(oneDocument);
  const payment_method = "pm_card_chargeDeclinedInsufficientFunds";
  const refusal = await findRefusal(open.stripe.paymentIntents.confirm(id, { payment_method }));
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(refusal).toMatchObject({
    statusCode: 402,
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
    payment_intent: { id },
  });
  expect(await open.stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] })).toMatchObject({
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
    latest_charge: { status: "failed", paid: false, failure_code: "card_declined" },
  });
  const paid = await open.stripe.paymentIntents.confirm(id, {
    payment_method: "pm_card_visa",
    expand: ["latest_charge"],
  });
  expect(paid).toMatchObject({ status: "succeeded", amount_received: 299, latest_charge: { paid: true } });
});

test("a card that needs authentication, and Cash App Pay, wait for the customer", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(oneDocument);
  const payment_method = "pm_card_authenticationRequiredOnSetup";
  const waiting = await open.stripe.paymentIntents.confirm(id, { payment_method });
  expect([waiting.status, waiting.next_action?.type]).toEqual(["requires_action", "use_stripe_sdk"]);
  expect(open.control.pay(id, { cashApp: true }).status).toBe("succeeded");
  expect(open.control.events().filter(({ type }) => type.endsWith("requires_action"))).toHaveLength(2);
});

test("a payment can be held in processing, then settle or fail", async () => {
  await using open = openStripe();
  open.control.holdSettlement(true);
  const [first, second] = [
    await open.stripe.paymentIntents.create(oneDocument),
    await open.stripe.paymentIntents.create(oneDocument),
  ];
  for (const { id } of [first, second]) expect(open.control.pay(id).status).toBe("processing");
  open.control.settle(first.id);
  open.control.settle(second.id, "failed");
  expect((await open.stripe.paymentIntents.retrieve(first.id)).status).toBe("succeeded");
  expect((await open.stripe.paymentIntents.retrieve(second.id)).status).toBe("requires_payment_method");
});

test("an open payment can be changed and canceled, but a canceled one cannot", async () => {
  await using open = openStripe();
  const { paymentIntents } = open.stripe;
  const { id } = await paymentIntents.create(oneDocument);
  const changed = await paymentIntents.update(id, { amount: 599, metadata: { documentId: "doc-2" } });
  expect(changed).toMatchObject({ amount: 599, metadata: { documentId: "doc-2", userId: "user-1" } });
  expect((await paymentIntents.cancel(id)).status).toBe("canceled");
  for (const call of [
    paymentIntents.update(id, { amount: 299 }),
    paymentIntents.cancel(id),
    paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
  ]) {
    expect((await findRefusal(call)).code).toBe("payment_intent_unexpected_state");
  }
});

test("the browser pays with the client secret and sees neither metadata nor customer", async () => {
  await using open = openStripe();
  const intent = await open.stripe.paymentIntents.create(oneDocument);
  const { url, publishableKey, secretKey } = open.fake;
  const body = new URLSearchParams({
    client_secret: String(intent.client_secret),
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": CARDS.works,
  });
  const confirm = (key: string) =>
    fetch(`${url}/v1/payment_intents/${intent.id}/confirm?`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body,
    });
  expect((await confirm(secretKey)).status).toBe(402);
  const seen = await (await confirm(publishableKey)).json();
  expect(seen).toMatchObject({ id: intent.id, status: "succeeded" });
  expect(Object.keys(seen)).not.toContain("metadata");
  const path = `/v1/payment_intents/${intent.id}?key=${publishableKey}`;
  for (const secret of ["", `&client_secret=${intent.id}_secret_x`]) {
    expect((await fetch(`${url}${path}${secret}`)).status).toBe(400);
  }
});

test("a payment is refunded in parts until nothing is left, and an amount that was not paid is not refunded", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(oneDocument);
  expect(() => open.control.refund(id)).toThrow("does not have a successful charge");
  open.control.pay(id);
  open.control.refund(id, 100);
  expect(() => open.control.refund(id, 200)).toThrow("greater than unrefunded amount");
  expect(open.control.refund(id)).toMatchObject({ amount: 199, status: "succeeded", payment_intent: id });
  expect(() => open.control.refund(id)).toThrow("already been refunded");
  const told = open.control.events().filter(({ type }) => type === "charge.refunded");
  expect(told.map(({ data }) => data)).toMatchObject([
    { object: { amount_refunded: 100, refunded: false }, previous_attributes: { amount_refunded: 0 } },
    { object: { amount_refunded: 299, refunded: true }, previous_attributes: { amount_refunded: 100 } },
  ]);
});

test("a dispute marks the charge, forbids a refund, and is closed by the bank", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(oneDocument);
  open.control.pay(id);
  const dispute = open.control.dispute(id);
  const disputed = await open.stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  expect(disputed.latest_charge).toMatchObject({ disputed: true });
  expect(() => open.control.refund(id)).toThrow("charged back");
  open.control.closeDispute(dispute.id, "won");
  const { data } = await open.stripe.disputes.list({ payment_intent: id });
  expect(data.map(({ status }) => status)).toEqual(["won"]);
  expect(open.control.events().map(({ type }) => type)).toContain("charge.dispute.closed");
});
