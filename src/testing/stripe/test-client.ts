import Stripe from "stripe";
import { type StripeFake, startStripeFake } from "./stripe-fake.ts";

/** The official client, connected to the fake; without retries, so that tests see each error. */
export function createStripeClient({ host, port, secretKey }: StripeFake, timeout = 80_000): Stripe {
  return new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, timeout });
}

/** A fake and its client, stopped at the end of a scope by `await using`. */
export function openStripe(webhookRetryDelaysMs: number[] = []) {
  const fake = startStripeFake({ webhookRetryDelaysMs });
  const stripe = createStripeClient(fake);
  return { fake, control: fake.control, stripe, [Symbol.asyncDispose]: () => fake.stop() };
}

/** The error with which Stripe rejects a call. Throws if it does not. */
export async function findRefusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.catch((error: unknown) => error);
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw new Error("Stripe did not refuse the call.");
}

/** A payment intent for one document, as the product creates it. */
export const oneDocument = {
  amount: 299,
  currency: "usd",
  allowed_payment_method_types: ["card", "cashapp"],
  metadata: { documentId: "doc-1", userId: "user-1" },
} satisfies Stripe.PaymentIntentCreateParams;

/** A subscription for $9.99 a month; the browser makes its first payment. */
export async function subscribe(
  stripe: Stripe,
  customer: Stripe.CustomerCreateParams = { email: "jane@example.com" },
  automatic_tax = { enabled: false },
  quantity = 1,
) {
  const owner = await stripe.customers.create(customer);
  const price = await stripe.prices.create({
    currency: "usd",
    product_data: { name: "Unlimited" },
    unit_amount: 999,
    recurring: { interval: "month" },
  });
  const subscription = await stripe.subscriptions.create({
    customer: owner.id,
    items: [{ price: price.id, quantity }],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    automatic_tax,
    expand: ["latest_invoice.confirmation_secret"],
  });
  const invoice = subscription.latest_invoice;
  const secret = typeof invoice === "object" ? invoice?.confirmation_secret?.client_secret : undefined;
  return { subscription, customer: owner, intentId: String(secret).replace(/_secret_.*$/, "") };
}
