import { expect, test } from "bun:test";
import Stripe from "stripe";
import { CARDS } from "./controls/control.ts";
import { ONE_DOCUMENT, openStripe, refusalOf } from "./test-client.ts";

test("an intent begins with card and Cash App Pay, waiting for a payment method", async () => {
  await using open = openStripe();
  const intent = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  expect(intent).toMatchObject({
    status: "requires_payment_method",
    amount: 299,
    currency: "usd",
    livemode: false,
  });
  expect(intent.payment_method_types).toEqual(["card", "cashapp"]);
  expect(intent.client_secret).toStartWith(`${intent.id}_secret_`);
  expect(intent.metadata).toEqual({ documentId: "doc-1", userId: "user-1" });
});

test("allowed payment method types are filtered by what the currency can do", async () => {
  await using open = openStripe();
  const ask = (currency: string) =>
    open.stripe.paymentIntents.create({
      amount: 299,
      currency,
      allowed_payment_method_types: ["card", "cashapp"],
    });
  expect((await ask("usd")).payment_method_types).toEqual(["card", "cashapp"]);
  expect((await ask("eur")).payment_method_types).toEqual(["card"]);
});

test("payment_method_types can no longer be given in this API version", async () => {
  await using open = openStripe();
  const headers = { authorization: `Bearer ${open.standIn.secretKey}` };
  const body = "amount=299&currency=usd&payment_method_types[]=card";
  const answer = await fetch(`${open.standIn.url}/v1/payment_intents`, { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ error: { code: "payment_method_types_no_longer_supported" } });
});

test("amounts and currencies that Stripe refuses are refused", async () => {
  await using open = openStripe();
  const code = async (more: Partial<Stripe.PaymentIntentCreateParams>) =>
    (await refusalOf(open.stripe.paymentIntents.create({ ...ONE_DOCUMENT, ...more }))).code;
  expect(await code({ amount: 49 })).toBe("amount_too_small");
  expect(await code({ amount: 100_000_000 })).toBe("amount_too_large");
  expect(await code({ amount: 2.5 })).toBe("parameter_invalid_integer");
  const currency = await refusalOf(open.stripe.paymentIntents.create({ ...ONE_DOCUMENT, currency: "xyz" }));
  expect(currency.param).toBe("currency");
});

test("a good card takes the intent to succeeded with a charge", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  const intent = await open.stripe.paymentIntents.confirm(id, {
    payment_method: "pm_card_visa",
    return_url: "https://shop.example/done",
    expand: ["latest_charge"],
  });
  expect(intent).toMatchObject({ status: "succeeded", amount_received: 299, latest_charge: { paid: true } });
});

test("a declined card leaves the intent open and tells why in the error, the intent and the charge", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  const confirm = open.stripe.paymentIntents.confirm(id, {
    payment_method: "pm_card_visa_chargeDeclinedInsufficientFunds",
    return_url: "https://shop.example/done",
  });
  const refusal = await refusalOf(confirm);
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(refusal).toMatchObject({
    statusCode: 402,
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
    payment_intent: { id, status: "requires_payment_method" },
  });
  const intent = await open.stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  expect(intent).toMatchObject({
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
    latest_charge: { status: "failed", paid: false, failure_code: "card_declined" },
  });
});

test("after a decline another card can pay the same intent", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  expect(() => open.control.pay(id, { card: CARDS.declined })).toThrow("Your card was declined.");
  expect(open.control.pay(id).status).toBe("succeeded");
});

test("a card that needs authentication waits for the customer", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  const confirm = {
    payment_method: "pm_card_authenticationRequired",
    return_url: "https://shop.example/done",
  };
  const waiting = await open.stripe.paymentIntents.confirm(id, confirm);
  expect(waiting.status).toBe("requires_action");
  expect(waiting.next_action?.redirect_to_url?.return_url).toBe("https://shop.example/done");
  open.control.authenticate(id, "fail");
  const failed = await open.stripe.paymentIntents.retrieve(id);
  expect(failed.status).toBe("requires_payment_method");
  expect(failed.last_payment_error?.code).toBe("payment_intent_authentication_failure");
  await open.stripe.paymentIntents.confirm(id, confirm);
  expect(open.control.authenticate(id).status).toBe("succeeded");
});

test("Cash App Pay shows a QR code first", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  const waiting = open.control.submit(id, { cashApp: true });
  expect(waiting.next_action?.type).toBe("cashapp_handle_redirect_or_display_qr_code");
  expect(open.control.authenticate(id).status).toBe("succeeded");
});

test("a payment can be held in processing and then settle or fail", async () => {
  await using open = openStripe();
  open.control.holdSettlement(true);
  const first = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  const second = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  expect(open.control.pay(first.id).status).toBe("processing");
  expect(open.control.pay(second.id).status).toBe("processing");
  open.control.settle(first.id);
  open.control.settle(second.id, "failed");
  expect((await open.stripe.paymentIntents.retrieve(first.id)).status).toBe("succeeded");
  expect((await open.stripe.paymentIntents.retrieve(second.id)).status).toBe("requires_payment_method");
});

test("an open intent can be changed and canceled, a finished one cannot", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  const changed = await open.stripe.paymentIntents.update(id, {
    amount: 599,
    metadata: { documentId: "doc-2" },
  });
  expect(changed).toMatchObject({ amount: 599, metadata: { documentId: "doc-2", userId: "user-1" } });
  const canceled = await open.stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
  expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
  for (const call of [
    open.stripe.paymentIntents.update(id, { amount: 299 }),
    open.stripe.paymentIntents.cancel(id),
    open.stripe.paymentIntents.confirm(id, {
      payment_method: "pm_card_visa",
      return_url: "https://a.example",
    }),
  ]) {
    expect((await refusalOf(call)).code).toBe("payment_intent_unexpected_state");
  }
});

test("an unknown intent is 404, an unknown customer in a parameter 400", async () => {
  await using open = openStripe();
  const unknown = await refusalOf(open.stripe.paymentIntents.retrieve("pi_unknown"));
  expect([unknown.statusCode, unknown.code]).toEqual([404, "resource_missing"]);
  const customer = await refusalOf(
    open.stripe.paymentIntents.create({ ...ONE_DOCUMENT, customer: "cus_no" }),
  );
  expect([customer.statusCode, customer.param]).toEqual([400, "customer"]);
});

test("the server may not send card numbers", async () => {
  await using open = openStripe();
  const card = { number: CARDS.works, exp_month: 12, exp_year: 2034, cvc: "123" };
  const refusal = await refusalOf(open.stripe.paymentMethods.create({ type: "card", card }));
  expect(refusal.message).toStartWith("Sending credit card numbers directly");
});

test("the browser pays with the client secret and sees neither metadata nor customer", async () => {
  await using open = openStripe();
  const intent = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  const body = new URLSearchParams({
    key: open.standIn.publishableKey,
    client_secret: String(intent.client_secret),
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": CARDS.works,
  });
  const url = `${open.standIn.url}/v1/payment_intents/${intent.id}`;
  const seen = await (await fetch(`${url}/confirm`, { method: "POST", body })).json();
  expect(seen).toMatchObject({ id: intent.id, status: "succeeded" });
  expect(Object.keys(seen)).not.toContain("metadata");
  const wrong = await fetch(`${url}?key=${open.standIn.publishableKey}&client_secret=${intent.id}_secret_x`);
  expect([wrong.status, (await wrong.json()).error.param]).toEqual([400, "client_secret"]);
});
