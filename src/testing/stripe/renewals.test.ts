import { expect, test } from "bun:test";
import { openStripe, periodOf, subscribe } from "./test-client.ts";

const DAY = 86_400;

test("each month a new invoice is paid and the period moves on", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  open.control.pay(intentId);
  const before = periodOf(subscription);
  open.control.advance(40 * DAY);
  const renewed = await open.stripe.subscriptions.retrieve(subscription.id);
  expect([renewed.status, periodOf(renewed).start]).toEqual(["active", before.end]);
  const { data } = await open.stripe.invoices.list({ subscription: subscription.id });
  expect(data.map((invoice) => [invoice.billing_reason, invoice.status])).toEqual([
    ["subscription_cycle", "paid"],
    ["subscription_create", "paid"],
  ]);
});

test("a failed renewal is past due, and active again once paid with another card", async () => {
  await using open = openStripe();
  const { subscription } = await withFailingCard(open);
  open.control.advance(32 * DAY);
  const late = await open.stripe.subscriptions.retrieve(subscription.id, {
    expand: ["latest_invoice.confirmation_secret"],
  });
  expect(late.status).toBe("past_due");
  expect(late.latest_invoice).toMatchObject({ status: "open", attempt_count: 1 });
  const invoice = typeof late.latest_invoice === "object" ? String(late.latest_invoice?.id) : "";
  await open.stripe.invoices.pay(invoice, { payment_method: "pm_card_visa" });
  expect((await open.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
});

test("a renewal that fails to the last attempt cancels the subscription", async () => {
  await using open = openStripe();
  const { subscription } = await withFailingCard(open);
  open.control.advance(60 * DAY);
  const canceled = await open.stripe.subscriptions.retrieve(subscription.id);
  expect(canceled).toMatchObject({ status: "canceled", cancellation_details: { reason: "payment_failed" } });
});

/** Active, but every later charge of its card is declined. */
async function withFailingCard(open: ReturnType<typeof openStripe>) {
  const begun = await subscribe(open.stripe);
  open.control.pay(begun.intentId);
  const { id } = await open.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: begun.customer.id,
  });
  await open.stripe.subscriptions.update(begun.subscription.id, { default_payment_method: id });
  return begun;
}
