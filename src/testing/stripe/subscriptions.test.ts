import { expect, test } from "bun:test";
import type Stripe from "stripe";
import { CARDS } from "./payment-methods.ts";
import { findRefusal, openStripe, subscribe } from "./test-client.ts";

const day = 86_400;
const periodOf = ({ items }: Stripe.Subscription) => ({
  start: items.data[0]?.current_period_start ?? 0,
  end: items.data[0]?.current_period_end ?? 0,
});

test("a new subscription is incomplete and contains the secret of its first payment", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  expect(subscription).toMatchObject({
    status: "incomplete",
    latest_invoice: {
      status: "open",
      amount_due: 999,
      billing_reason: "subscription_create",
      parent: { subscription_details: { subscription: subscription.id } },
    },
  });
  const intent = await open.stripe.paymentIntents.retrieve(intentId);
  expect(intent).toMatchObject({ amount: 999, setup_future_usage: "off_session" });
  const payment = { type: "payment_intent", payment_intent: intentId };
  const { data } = await open.stripe.invoicePayments.list({ payment, expand: ["data.invoice"] });
  expect(data[0]?.invoice).toMatchObject({ object: "invoice", status: "open" });
});

test("the first payment makes it active, even after a declined card, and keeps the card for renewals", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  expect(() => open.control.pay(intentId, { card: CARDS.declined })).toThrow("declined");
  expect((await open.stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete");
  const paid = open.control.pay(intentId);
  const active = await open.stripe.subscriptions.retrieve(subscription.id, {
    expand: ["latest_invoice.payments", "latest_invoice.confirmation_secret"],
  });
  expect(active).toMatchObject({
    status: "active",
    default_payment_method: paid.payment_method,
    latest_invoice: {
      status: "paid",
      amount_paid: 999,
      confirmation_secret: null,
      payments: { data: [{ status: "paid" }] },
    },
  });
  expect(Math.round((periodOf(active).end - periodOf(active).start) / day)).toBeWithin(28, 32);
});

test("a subscription that is not paid within 23 hours expires, and so does one that is canceled before it is paid", async () => {
  await using open = openStripe();
  const [waiting, canceled] = [await subscribe(open.stripe), await subscribe(open.stripe)];
  await open.stripe.subscriptions.cancel(canceled.subscription.id);
  open.control.advance(23 * 3600 + 1);
  for (const { subscription, intentId } of [waiting, canceled]) {
    const ended = await open.stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(ended).toMatchObject({ status: "incomplete_expired", latest_invoice: { status: "void" } });
    expect((await open.stripe.paymentIntents.retrieve(intentId)).status).toBe("canceled");
  }
});

test("it is canceled immediately, or at the end of its period", async () => {
  await using open = openStripe();
  const { subscriptions } = open.stripe;
  const [first, second] = [await subscribe(open.stripe), await subscribe(open.stripe)];
  for (const { intentId } of [first, second]) open.control.pay(intentId);
  expect((await subscriptions.cancel(first.subscription.id)).status).toBe("canceled");
  const ending = await subscriptions.update(second.subscription.id, { cancel_at_period_end: true });
  expect([ending.status, ending.cancel_at]).toEqual(["active", periodOf(ending).end]);
  expect((await subscriptions.list({ status: "active" })).data).toHaveLength(1);
  open.control.advance(32 * day);
  expect((await subscriptions.retrieve(second.subscription.id)).status).toBe("canceled");
  expect((await findRefusal(subscriptions.cancel(second.subscription.id))).statusCode).toBe(404);
});

test("each month a new invoice is paid and the period moves on", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  open.control.pay(intentId);
  open.control.advance(40 * day);
  const renewed = await open.stripe.subscriptions.retrieve(subscription.id);
  expect([renewed.status, periodOf(renewed).start]).toEqual(["active", periodOf(subscription).end]);
  const { data } = await open.stripe.invoices.list({ subscription: subscription.id, status: "paid" });
  expect(data.map((invoice) => invoice.billing_reason)).toEqual([
    "subscription_cycle",
    "subscription_create",
  ]);
  const told = open.control.events().filter(({ type }) => type.startsWith("customer.subscription."));
  expect(told.map(({ type }) => type.split(".")[2])).toEqual(["created", "updated", "updated"]);
  expect(told[1]?.data.previous_attributes).toEqual({ status: "incomplete" });
});

test("a declined renewal is past due until another card pays it; after the last attempt it is canceled", async () => {
  await using open = openStripe();
  const { subscription, intentId, customer } = await subscribe(open.stripe);
  open.control.pay(intentId);
  const bad = await open.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: customer.id,
  });
  const spoil = () => open.stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
  await spoil();
  open.control.advance(32 * day);
  const late = await open.stripe.subscriptions.retrieve(subscription.id, {
    expand: ["latest_invoice.confirmation_secret"],
  });
  expect(late).toMatchObject({ status: "past_due", latest_invoice: { status: "open", attempt_count: 1 } });
  const invoice = typeof late.latest_invoice === "object" ? late.latest_invoice : null;
  open.control.pay(String(invoice?.confirmation_secret?.client_secret).replace(/_secret_.*$/, ""));
  expect((await open.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  await spoil();
  open.control.advance(60 * day);
  expect(await open.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
  });
});

test("automatic tax is added where it is collected, and a customer whose location is unknown is refused", async () => {
  await using open = openStripe();
  open.control.setTaxPercent(10);
  const total = async (customer: Stripe.CustomerCreateParams, enabled = true) =>
    (await subscribe(open.stripe, customer, { enabled })).subscription.latest_invoice;
  expect(await total({ tax: { ip_address: "203.0.113.7" } })).toMatchObject({ subtotal: 999, total: 1099 });
  expect(await total({ address: { country: "US", postal_code: "78701" } })).toMatchObject({ total: 1099 });
  expect(await total({ address: { country: "DE" } })).toMatchObject({ total: 999 });
  expect(await total({}, false)).toMatchObject({ total: 999 });
  expect((await findRefusal(total({}))).code).toBe("customer_tax_location_invalid");
});
