import Stripe from "stripe";
import { type StandInOptions, type StripeStandIn, startStripeStandIn } from "./stand-in.ts";

/** The official client, pointed at a stand-in as the product points it; no retries, so that faults are seen. */
export function clientOf(standIn: StripeStandIn, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const { host, port, secretKey } = standIn;
  return new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, ...config });
}

/** A fresh stand-in and its client, stopped at the end of the scope that holds them with `await using`. */
export function openStripe(options: StandInOptions = {}) {
  const standIn = startStripeStandIn(options);
  return {
    standIn,
    control: standIn.control,
    stripe: clientOf(standIn),
    [Symbol.asyncDispose]: () => standIn.stop(),
  };
}

/** The error that a call is refused with. Throws when it is not refused by Stripe. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.catch((error: unknown) => error);
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw new Error("The call was not refused.");
}

/** $2.99 in the form in which the product asks for it. */
export const ONE_DOCUMENT = {
  amount: 299,
  currency: "usd",
  automatic_payment_methods: { enabled: true },
  metadata: { documentId: "doc-1", userId: "user-1" },
} satisfies Stripe.PaymentIntentCreateParams;

/** A subscription of $9.99 a month whose first payment is made in the browser. */
export async function subscribe(
  stripe: Stripe,
  customer: Stripe.CustomerCreateParams = { email: "jane@example.com" },
  more: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<{ subscription: Stripe.Subscription; customer: Stripe.Customer; intentId: string }> {
  const owner = await stripe.customers.create(customer);
  const product = await stripe.products.create({ name: "Unlimited" });
  const subscription = await stripe.subscriptions.create({
    customer: owner.id,
    items: [
      {
        price_data: {
          currency: "usd",
          product: product.id,
          unit_amount: 999,
          recurring: { interval: "month" },
        },
      },
    ],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    expand: ["latest_invoice.confirmation_secret"],
    ...more,
  });
  return { subscription, customer: owner, intentId: intentOf(subscription) };
}

function intentOf(subscription: Stripe.Subscription): string {
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === "string") throw new Error("The invoice was not expanded.");
  return String(invoice.confirmation_secret?.client_secret).replace(/_secret_.*$/, "");
}

/** The current period, in seconds since 1970; Stripe keeps it on the items. */
export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const item = subscription.items.data[0];
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}
