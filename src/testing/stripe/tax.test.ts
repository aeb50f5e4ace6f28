import { expect, test } from "bun:test";
import { openStripe, refusalOf, subscribe } from "./test-client.ts";

const IN_TEXAS = { address: { country: "US", postal_code: "78701", state: "TX" } };
const WITH_TAX = { automatic_tax: { enabled: true } };

test("with automatic tax the invoice adds sales tax for a customer in the United States", async () => {
  await using open = openStripe();
  open.control.setTaxPercent(8.25);
  const { subscription, intentId } = await subscribe(open.stripe, IN_TEXAS, WITH_TAX);
  expect(subscription.latest_invoice).toMatchObject({
    subtotal: 999,
    total: 1081,
    total_excluding_tax: 999,
    total_taxes: [{ amount: 82, tax_behavior: "exclusive", taxability_reason: "standard_rated" }],
    automatic_tax: { enabled: true, status: "complete", provider: "stripe" },
  });
  expect((await open.stripe.paymentIntents.retrieve(intentId)).amount).toBe(1081);
});

test("without automatic tax nothing is added", async () => {
  await using open = openStripe();
  const { subscription } = await subscribe(open.stripe, IN_TEXAS);
  expect(subscription.latest_invoice).toMatchObject({
    total: 999,
    total_taxes: [],
    automatic_tax: { enabled: false },
  });
});

test("a country where no tax is collected adds nothing", async () => {
  await using open = openStripe();
  const { subscription } = await subscribe(open.stripe, { address: { country: "DE" } }, WITH_TAX);
  expect(subscription.latest_invoice).toMatchObject({ total: 999 });
});

test("automatic tax refuses a customer whose place is unknown and leaves no subscription behind", async () => {
  await using open = openStripe();
  const refusal = await refusalOf(subscribe(open.stripe, { email: "jane@example.com" }, WITH_TAX));
  expect(refusal.code).toBe("customer_tax_location_invalid");
  expect((await open.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
});

test("a tax calculation tells exclusive and inclusive tax of a single payment", async () => {
  await using open = openStripe();
  open.control.setTaxPercent(10);
  const calculate = (tax_behavior: "exclusive" | "inclusive") =>
    open.stripe.tax.calculations.create({
      currency: "usd",
      line_items: [{ amount: 1100, reference: "document", tax_behavior }],
      customer_details: { address: { country: "US", postal_code: "78701" }, address_source: "billing" },
    });
  expect(await calculate("exclusive")).toMatchObject({ amount_total: 1210, tax_amount_exclusive: 110 });
  expect(await calculate("inclusive")).toMatchObject({ amount_total: 1100, tax_amount_inclusive: 100 });
});
