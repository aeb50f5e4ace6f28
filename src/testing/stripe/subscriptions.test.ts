import { expect, test } from "bun:test";
import { CARDS } from "./controls/control.ts";
import { openStripe, periodOf, refusalOf, subscribe } from "./test-client.ts";

const DAY = 86_400;

test("a new subscription is incomplete and brings the secret of its first payment", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  expect(subscription.status).toBe("incomplete");
  expect(subscription.latest_invoice).toMatchObject({
    status: "open",
    amount_due: 999,
    billing_reason: "subscription_create",
    confirmation_secret: { type: "payment_intent" },
    parent: { subscription_details: { subscription: subscription.id } },
  });
  const intent = await open.stripe.paymentIntents.retrieve(intentId);
  expect(intent).toMatchObject({
    amount: 999,
    status: "requires_payment_method",
    setup_future_usage: "off_session",
  });
});

test("an invoice has no payment_intent to expand in this API version", async () => {
  await using open = openStripe();
  const call = subscribe(open.stripe, {}, { expand: ["latest_invoice.payment_intent"] });
  expect((await refusalOf(call)).message).toContain("cannot be expanded (latest_invoice.payment_intent)");
});

test("paying the first invoice makes the subscription active and keeps the card for renewals", async () => {
  await using open = openStripe();
  const { subscription, intentId, customer } = await subscribe(open.stripe);
  const paid = open.control.pay(intentId);
  const active = await open.stripe.subscriptions.retrieve(subscription.id, {
    expand: ["latest_invoice.payments"],
  });
  expect(active).toMatchObject({
    status: "active",
    default_payment_method: paid.payment_method,
    latest_invoice: { status: "paid", amount_paid: 999, payments: { data: [{ status: "paid" }] } },
  });
  expect((await open.stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
  const period = periodOf(active);
  expect(Math.round((period.end - period.start) / DAY)).toBeWithin(28, 32);
});

test("from a payment one finds its invoice through the invoice payments", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  const payment = { type: "payment_intent", payment_intent: intentId };
  const { data } = await open.stripe.invoicePayments.list({ payment, expand: ["data.invoice"] });
  expect(data[0]?.invoice).toMatchObject({
    parent: { subscription_details: { subscription: subscription.id } },
  });
});

test("a declined first payment leaves the subscription incomplete and can be tried again", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  expect(() => open.control.pay(intentId, { card: CARDS.declined })).toThrow("declined");
  expect((await open.stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete");
  open.control.pay(intentId);
  expect((await open.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
});

test("a subscription that is not paid within 23 hours expires", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  open.control.advance(23 * 3600 + 1);
  const expired = await open.stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  expect(expired).toMatchObject({ status: "incomplete_expired", latest_invoice: { status: "void" } });
  expect((await open.stripe.paymentIntents.retrieve(intentId)).status).toBe("canceled");
});

test("a subscription is canceled at once, or at the end of its period", async () => {
  await using open = openStripe();
  const first = await subscribe(open.stripe);
  open.control.pay(first.intentId);
  const canceled = await open.stripe.subscriptions.cancel(first.subscription.id);
  expect(canceled).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "cancellation_requested" },
  });
  const second = await subscribe(open.stripe);
  open.control.pay(second.intentId);
  const ending = await open.stripe.subscriptions.update(second.subscription.id, {
    cancel_at_period_end: true,
  });
  expect([ending.status, ending.cancel_at]).toEqual(["active", periodOf(ending).end]);
  open.control.advance(32 * DAY);
  expect((await open.stripe.subscriptions.retrieve(second.subscription.id)).status).toBe("canceled");
  expect((await refusalOf(open.stripe.subscriptions.cancel(second.subscription.id))).statusCode).toBe(404);
});

test("canceling a subscription that was never paid voids its invoice", async () => {
  await using open = openStripe();
  const { subscription } = await subscribe(open.stripe);
  const canceled = await open.stripe.subscriptions.cancel(subscription.id, { expand: ["latest_invoice"] });
  expect(canceled).toMatchObject({ status: "incomplete_expired", latest_invoice: { status: "void" } });
});

test("without a payment method only default_incomplete can begin a subscription", async () => {
  await using open = openStripe();
  const refusal = await refusalOf(subscribe(open.stripe, {}, { payment_behavior: "error_if_incomplete" }));
  expect(refusal.message).toStartWith("This customer has no attached payment source");
});

test("a customer's saved card pays the first invoice at once", async () => {
  await using open = openStripe();
  const { subscription, customer } = await withSavedCard(open, "pm_card_visa");
  expect(subscription.status).toBe("active");
  const listed = await open.stripe.subscriptions.list({ customer: customer.id, status: "active" });
  expect(listed.data.map((one) => one.id)).toEqual([subscription.id]);
});

test("error_if_incomplete throws the decline and leaves no subscription", async () => {
  await using open = openStripe();
  const refusal = await refusalOf(withSavedCard(open, "pm_card_chargeCustomerFail"));
  expect(refusal.code).toBe("card_declined");
  expect((await open.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
});

test("deleting a customer cancels the subscriptions", async () => {
  await using open = openStripe();
  const { subscription, customer, intentId } = await subscribe(open.stripe);
  open.control.pay(intentId);
  await open.stripe.customers.del(customer.id);
  expect(await open.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  expect((await open.stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
});

async function withSavedCard(open: ReturnType<typeof openStripe>, token: string) {
  const customer = await open.stripe.customers.create({ name: "Jane" });
  const method = await open.stripe.paymentMethods.attach(token, { customer: customer.id });
  await open.stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: method.id },
  });
  const product = await open.stripe.products.create({ name: "Unlimited" });
  const price = await open.stripe.prices.create({
    currency: "usd",
    product: product.id,
    unit_amount: 999,
    recurring: { interval: "month" },
  });
  const subscription = await open.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: "error_if_incomplete",
  });
  return { subscription, customer };
}
