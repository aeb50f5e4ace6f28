import type Stripe from "stripe";
import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import type { Config } from "../config.ts";
import type { Deps, PaymentDeps, RateLimitDeps } from "../deps.ts";
import { renewingPlan } from "../plan-ids.ts";
import type { PaymentSetup } from "./billing.output.schema.ts";
import { cancelAtStripe } from "./cancellation.service.ts";
import { makeFor, openPurchase } from "./checkout.service.ts";
import { findCustomer, updateCustomer } from "./customers.repo.ts";
import { callStripe, isForbidden, isMissing, requirePayments } from "./payments.ts";
import { findPurchaseByReference } from "./purchases.repo.ts";
import { buildMetadata, currency, isOver, type Purchase } from "./purchases.ts";
import { reconcilePurchase, type Settled } from "./reconciliation.service.ts";
import { countSeats } from "./seats.service.ts";

const plan = renewingPlan;

/**
 * Prepares the payment of a subscription: the unpaid invoice of the existing one, or a new one. One that was never paid
 * and was begun on other terms ends first. Undefined if no payment is due and it is active. Throws `conflict` while one
 * is active, or if this server does not offer it, and `unavailable`.
 */
export async function subscribe(
  deps: PaymentDeps & Pick<Deps, "config">,
  owner: Actor,
  address: string,
): Promise<PaymentSetup | undefined> {
  const unpaid = await unpaidSubscription(deps, owner.id);
  if (unpaid && !(await hasOtherTerms(deps, unpaid))) return buildSetup(deps, unpaid);
  if (unpaid) await makeRoom(deps, unpaid.purchase);
  const purchase = await openPurchase(deps, { userId: owner.id, plan, documentId: null });
  const subscription = await createSubscription(deps, owner, purchase, address);
  await updateCustomer(deps.db, owner.id, { stripeSubscriptionId: subscription.id });
  await reconcilePurchase(deps, purchase.id, { kind: "subscription", reference: subscription.id });
  return buildSetup(deps, { purchase, subscription });
}

/**
 * Ends the user's subscription: a paid one at the end of its period, an unpaid one immediately. Throws
 * `conflict` if there is none.
 */
export async function cancelSubscription(deps: PaymentDeps, owner: Actor): Promise<void> {
  requirePayments(deps);
  const purchase = await currentSubscription(deps, owner.id);
  const found = purchase && (await cancelAtStripe(deps, purchase, "paid or not"));
  if (found?.facts && !isOver(found.facts.state)) {
    await noteInOffice(deps, owner, {
      action: "plan.canceled",
      subject: purchase?.id ?? null,
      detail: { plan },
    });
    return;
  }
  throw new AppError("conflict", "no-subscription", "There is no subscription to cancel.");
}

/** Ends the user's subscription in the same way, if there is one. */
export async function endSubscription(deps: PaymentDeps, userId: string): Promise<void> {
  const purchase = await currentSubscription(deps, userId);
  if (purchase) await cancelAtStripe(deps, purchase, "paid or not");
}

/** Ends a subscription with a missing payment, which stops further charges. One that is paid meanwhile stays. */
export async function cancelUnpaidSubscription(deps: PaymentDeps, userId: string): Promise<void> {
  const purchase = await currentSubscription(deps, userId);
  if (purchase) await cancelUnpaid(deps, purchase);
}

/** Ends an unpaid subscription before the next one begins. Throws `conflict` if it was paid in the meantime. */
async function makeRoom(deps: PaymentDeps, purchase: Purchase): Promise<void> {
  const { facts } = await cancelUnpaid(deps, purchase);
  if (facts?.state === "paid") throw alreadyActive();
}

/** Returns the state it found, as `cancelAtStripe`. Reports a payment that arrived while it ended. */
async function cancelUnpaid(deps: PaymentDeps, purchase: Purchase): Promise<Settled> {
  const found = await cancelAtStripe(deps, purchase, "only unpaid");
  if (found.facts?.state === "open") await reportLatePayment(deps, purchase.id, found.facts.reference);
  return found;
}

const alreadyActive = () =>
  new AppError("conflict", "subscription-already-active", "Your unlimited plan is already active.");

/**
 * The user left the payment of a new subscription: ends it if no one has tried to pay for it, so that the account is as
 * it was before. One whose payment was declined or is under way stays. Throws `rate_limited`, because that one can be
 * asked about again and again, and `unavailable`.
 */
export async function abandonSubscription(deps: PaymentDeps & RateLimitDeps, userId: string): Promise<void> {
  const purchase = await currentSubscription(deps, userId);
  if (purchase?.state !== "open" || !purchase.subscriptionId) return;
  const payments = requirePayments(deps);
  await takeFromLimit(deps, "paymentChecksPerAccount", userId);
  const subscription = purchase.subscriptionId;
  const intent = await callStripe(payments, (stripe) => findFirstIntent(stripe, subscription));
  const isUntried = intent?.status === "requires_payment_method" && intent.last_payment_error === null;
  if (!isUntried) return;
  await cancelUnpaid(deps, purchase);
}

/** Stripe ends a subscription even if it is paid at that moment, e.g. in another tab: the operator has to know. */
async function reportLatePayment(
  deps: Pick<Deps, "log" | "payments">,
  purchase: string,
  subscription: string,
): Promise<void> {
  const intent = await callStripe(requirePayments(deps), (stripe) => findFirstIntent(stripe, subscription));
  if (intent?.status !== "succeeded" && intent?.status !== "processing") return;
  const facts = { purchase, subscription, payment: intent.id };
  deps.log.error(facts, "a subscription was paid while it was being ended; please refund the payment");
}

/** The payment of the only invoice of a subscription that was never paid. */
async function findFirstIntent(
  stripe: Stripe,
  subscription: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.invoices.list({ subscription, expand: ["data.payments"], limit: 1 });
  const intent = data[0]?.payments?.data[0]?.payment.payment_intent;
  return typeof intent === "string" ? stripe.paymentIntents.retrieve(intent) : intent;
}

/** The subscription that has not ended, paid or not. */
async function currentSubscription(deps: Pick<Deps, "db">, userId: string): Promise<Purchase | undefined> {
  const id = (await findCustomer(deps.db, userId))?.stripeSubscriptionId;
  const purchase = id ? await findPurchaseByReference(deps.db, id) : undefined;
  return purchase && !isOver(purchase.state) ? purchase : undefined;
}

type Begun = { purchase: Purchase; subscription: Stripe.Subscription };

/**
 * The subscription with a payable invoice. A refunded one has none: it ends, so that the next one is not charged in
 * addition.
 */
async function unpaidSubscription(deps: PaymentDeps, userId: string): Promise<Begun | undefined> {
  const current = await currentSubscription(deps, userId);
  if (!current?.subscriptionId) return undefined;
  const reference = current.subscriptionId;
  const { facts, purchase } = await reconcilePurchase(deps, current.id, { kind: "subscription", reference });
  if (facts?.kind !== "subscription") return undefined;
  if (facts.state === "paid") throw alreadyActive();
  if (isOver(facts.state)) return undefined;
  if (facts.state === "refunded" || facts.state === "disputed") {
    await makeRoom(deps, purchase);
    return undefined;
  }
  const subscription = await callStripe(requirePayments(deps), (stripe) =>
    stripe.subscriptions.retrieve(reference, { expand: ["latest_invoice.confirmation_secret"] }),
  );
  return { purchase, subscription };
}

/**
 * Whether it was never paid, and the plan has other terms now, or the office another number of members. A subscription
 * that was paid keeps its terms.
 */
async function hasOtherTerms(
  deps: Pick<Deps, "config" | "db" | "payments">,
  { purchase: { userId, seats }, subscription: { status, items, automatic_tax } }: Begun,
): Promise<boolean> {
  const { price, taxable, offered } = deps.config.plans[plan];
  if (status !== "incomplete") return false;
  const isTaxed = requirePayments(deps).tax && taxable;
  const isChanged = items.data[0]?.price.unit_amount !== price || automatic_tax.enabled !== isTaxed;
  return !offered || isChanged || seats !== (await countSeats(deps, userId));
}

function createSubscription(
  deps: PaymentDeps & Pick<Deps, "config">,
  owner: Actor,
  purchase: Purchase,
  address: string,
): Promise<Stripe.Subscription> {
  const tax = requirePayments(deps).tax && deps.config.plans[plan].taxable;
  return makeFor(deps, purchase, "subscription", async (stripe, options) => {
    const customer = await findOrCreateCustomer(deps, stripe, owner, purchase, tax ? address : undefined);
    return stripe.subscriptions.create(
      {
        customer,
        items: [{ price: await findMonthlyPrice(stripe, deps.config), ...quantityOf(purchase) }],
        payment_behavior: "default_incomplete",
        payment_settings: { save_default_payment_method: "on_subscription" },
        automatic_tax: { enabled: tax },
        metadata: buildMetadata(purchase),
        expand: ["latest_invoice.confirmation_secret"],
      },
      options,
    );
  });
}

const quantityOf = ({ seats }: Purchase) => (seats === null ? {} : { quantity: seats });

/** What the browser needs to pay the newest invoice; undefined if no payment is due. */
async function buildSetup(
  deps: Pick<Deps, "payments">,
  { purchase, subscription: { latest_invoice: invoice, status, items, automatic_tax } }: Begun,
): Promise<PaymentSetup | undefined> {
  const payments = requirePayments(deps);
  if (status === "active") return undefined;
  if (invoice === null || typeof invoice === "string" || !invoice.confirmation_secret) {
    throw new AppError(
      "unavailable",
      "subscription-not-payable",
      "This subscription cannot be paid here. Please contact support.",
    );
  }
  const [item] = items.data;
  const { total, total_excluding_tax: untaxed, amount_remaining: amount } = invoice;
  return {
    clientSecret: invoice.confirmation_secret.client_secret,
    amount,
    currency: invoice.currency,
    publishableKey: payments.publishableKey,
    taxName: await callStripe(payments, (stripe) => nameTaxes(stripe, invoice)),
    tax: automatic_tax.enabled && untaxed !== null ? total - untaxed : null,
    renewal: item
      ? {
          at: new Date(item.current_period_end * 1000).toISOString(),
          price: item.price.unit_amount ?? 0,
          members: purchase.seatPrice === null ? null : (item.quantity ?? 1),
          taxed: automatic_tax.enabled,
        }
      : null,
  };
}

/** What Stripe calls the taxes of an invoice; null if there are none, or if the key may not read that. */
async function nameTaxes(stripe: Stripe, { total_taxes }: Stripe.Invoice): Promise<string | null> {
  const rates = (total_taxes ?? []).flatMap(({ tax_rate_details }) => tax_rate_details?.tax_rate ?? []);
  if (rates.length === 0) return null;
  try {
    const names = await Promise.all(
      rates.map(async (id) => (await stripe.taxRates.retrieve(id)).display_name),
    );
    return [...new Set(names)].join(", ");
  } catch (error) {
    // A restricted key may not be allowed to read rates; the payment needs no name.
    if (isForbidden(error)) return null;
    throw error;
  }
}

/** The Stripe price that matches the plan; a changed plan gets a new price. */
async function findMonthlyPrice(
  stripe: Stripe,
  { plans, productName }: Pick<Config, "plans" | "productName">,
): Promise<string> {
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

/** The user's Stripe customer, with current name and address. `taxAddress`: where taxes are due. */
async function findOrCreateCustomer(
  deps: Pick<Deps, "db">,
  stripe: Stripe,
  owner: Actor,
  purchase: Purchase,
  taxAddress: string | undefined,
): Promise<string> {
  const details: Stripe.CustomerUpdateParams = {
    name: [owner.firstName, owner.lastName].filter(Boolean).join(" ") || owner.username,
    metadata: { userId: owner.id },
    ...(owner.email ? { email: owner.email } : {}),
    ...(taxAddress ? { tax: { ip_address: taxAddress } } : {}),
  };
  const known = (await findCustomer(deps.db, owner.id))?.stripeCustomerId;
  if (known && (await isUpdated(stripe, known, details))) return known;
  const options = { idempotencyKey: `customer:${purchase.id}` };
  const { id } = await stripe.customers.create(details, options);
  await updateCustomer(deps.db, owner.id, { stripeCustomerId: id });
  return id;
}

/** False if Stripe no longer has the customer, e.g. after a change from test keys to live ones. */
async function isUpdated(stripe: Stripe, id: string, details: Stripe.CustomerUpdateParams): Promise<boolean> {
  try {
    await stripe.customers.update(id, details);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
