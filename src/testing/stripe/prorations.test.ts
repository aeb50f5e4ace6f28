import { expect, test } from "bun:test";
import type Stripe from "stripe";
import { findRefusal, openStripe, subscribe } from "./test-client.ts";

const day = 86_400;
const itemOf = ({ items }: Stripe.Subscription) => items.data[0]?.id ?? "";

/** A paid subscription for this many members at $9.99. */
async function paidFor(open: ReturnType<typeof openStripe>, quantity: number) {
  const { subscription, customer, intentId } = await subscribe(open.stripe, {}, { enabled: false }, quantity);
  open.control.pay(intentId);
  return { subscription, customer, item: itemOf(subscription) };
}

async function pendingOf({ stripe }: ReturnType<typeof openStripe>, { id }: Stripe.Customer) {
  const { data } = await stripe.invoiceItems.list({ customer: id, pending: true });
  return data.map(({ amount, quantity, proration }) => ({ amount, quantity, proration })).reverse();
}

test("a subscription charges its price as often as its quantity says", async () => {
  await using open = openStripe();
  const { subscription } = await paidFor(open, 3);
  expect(subscription).toMatchObject({
    items: { data: [{ quantity: 3 }] },
    latest_invoice: { amount_due: 2997, total: 2997 },
  });
  open.control.advance(32 * day);
  const { data } = await open.stripe.invoices.list({ subscription: subscription.id });
  expect(data.map(({ amount_paid }) => amount_paid)).toEqual([2997, 2997]);
});

test("a new quantity credits the rest of the period at the old one and charges it at the new one, on the next invoice", async () => {
  await using open = openStripe();
  const { subscription, customer, item } = await paidFor(open, 2);
  const changed = await open.stripe.subscriptionItems.update(item, { quantity: 5 });
  expect([changed.quantity, changed.price.unit_amount]).toEqual([5, 999]);
  const pending = await pendingOf(open, customer);
  expect(pending).toMatchObject([
    { quantity: 2, proration: true },
    { quantity: 5, proration: true },
  ]);
  const [credit = 0, charge = 0] = pending.map(({ amount }) => amount);
  expect(credit).toBeWithin(-1998, -1990);
  expect(charge).toBeWithin(4980, 4996);
  const preview = await open.stripe.invoices.createPreview({ subscription: subscription.id });
  expect(preview.amount_due).toBe(4995 + credit + charge);
  open.control.advance(32 * day);
  const { data } = await open.stripe.invoices.list({ subscription: subscription.id, limit: 1 });
  expect(data[0]?.amount_paid).toBe(preview.amount_due);
  expect(await pendingOf(open, customer)).toEqual([]);
});

test("the same quantity again, and a change without prorations, leave nothing pending; each change is one event", async () => {
  await using open = openStripe();
  const { customer, item } = await paidFor(open, 2);
  const updates = () => open.control.events().filter(({ type }) => type === "customer.subscription.updated");
  const before = updates().length;
  await open.stripe.subscriptionItems.update(item, { quantity: 2 });
  expect(updates().length).toBe(before);
  await open.stripe.subscriptionItems.update(item, { quantity: 4, proration_behavior: "none" });
  expect(updates().length).toBe(before + 1);
  expect(updates().at(-1)?.data).toMatchObject({
    object: { items: { data: [{ quantity: 4 }] } },
    previous_attributes: { items: { data: [{ quantity: 2 }] } },
  });
  expect(await pendingOf(open, customer)).toEqual([]);
});

test("a credit that is larger than the next invoice is taken off the one after it", async () => {
  await using open = openStripe();
  const { subscription, item } = await paidFor(open, 5);
  await open.stripe.subscriptionItems.update(item, { quantity: 1 });
  open.control.advance(63 * day);
  const { data } = await open.stripe.invoices.list({ subscription: subscription.id });
  const [third, second] = data;
  expect(second).toMatchObject({ status: "paid", amount_due: 0, amount_paid: 0 });
  const left = second?.ending_balance ?? 0;
  expect(left).toBeLessThan(-1990);
  expect(third).toMatchObject({
    starting_balance: left,
    total: 999,
    amount_due: 0,
    ending_balance: left + 999,
  });
  expect((await open.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
});

test("what is pending when a canceled subscription ends is still charged", async () => {
  await using open = openStripe();
  const { subscription, item } = await paidFor(open, 1);
  await open.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await open.stripe.subscriptionItems.update(item, { quantity: 2 });
  open.control.advance(32 * day);
  const { data } = await open.stripe.invoices.list({ subscription: subscription.id });
  expect(data).toHaveLength(2);
  expect(data[0]?.amount_paid).toBeWithin(990, 1000);
  expect((await open.stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
});

test("the quantity of an unpaid or ended subscription, or of an unknown item, cannot be changed", async () => {
  await using open = openStripe();
  const { subscriptionItems, subscriptions } = open.stripe;
  const { subscription } = await subscribe(open.stripe);
  const change = (item: string) => findRefusal(subscriptionItems.update(item, { quantity: 2 }));
  expect((await change(itemOf(subscription))).message).toContain("`incomplete` status");
  const { subscription: paid, item } = await paidFor(open, 1);
  await subscriptions.cancel(paid.id);
  expect((await change(item)).statusCode).toBe(400);
  expect((await change("si_unknown")).code).toBe("resource_missing");
});
