import type Stripe from "stripe";
import type { PlanId } from "./billing.schema.ts";
import { plans } from "./plans.ts";
import { currency } from "./purchases.ts";

/** The price at Stripe that says what the plan says; a plan of another price gets another one. */
export async function monthlyPriceOf(stripe: Stripe, plan: PlanId, productName: string): Promise<string> {
  const { name, price } = plans[plan];
  const lookupKey = `attestamp_${plan}_${price}_${currency}_month`;
  const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
  const [existing] = found.data;
  if (existing) return existing.id;
  const created = await stripe.prices.create(
    {
      currency,
      unit_amount: price,
      recurring: { interval: "month" },
      lookup_key: lookupKey,
      tax_behavior: "exclusive",
      product_data: { name: `${productName} ${name}` },
    },
    { idempotencyKey: `price:${lookupKey}:${productName}` },
  );
  return created.id;
}
