import type { Deps } from "../deps.ts";
import { askStripe, isRefusal, requirePayments } from "./payments.ts";
import { listChargeable, listOpenPayments, updatePurchase } from "./purchases.repo.ts";
import { isOver, type Purchase } from "./purchases.ts";
import { type Settled, settlePurchase } from "./reconciliation.service.ts";

type CancellationDeps = Pick<Deps, "db" | "writeLock" | "log" | "now" | "payments">;

/** Payments that wait for one user at a time; each is asked after when news of it may have been lost. */
const maxOpenPayments = 10;

/** Calls off what the user began longest ago and left unpaid, so that with `begun` no more than ten wait. */
export async function cancelOldPayments(deps: CancellationDeps, begun: Purchase): Promise<void> {
  const others = listOpenPayments(deps.db, begun.userId).filter(({ id }) => id !== begun.id);
  for (const purchase of others.slice(maxOpenPayments - 1)) await cancelPayment(deps, purchase);
}

/**
 * Ends a subscription: a paid one, if that is asked for too, at the end of its period, one whose payment is missing at
 * once. Returns it as it was found; one that was over, or that Stripe does not know, stays so. Throws `unavailable`.
 */
export async function callOffSubscription(
  deps: CancellationDeps,
  { id, subscriptionId }: Purchase,
  which: "paid or not" | "only unpaid",
): Promise<Settled> {
  const subscription = subscriptionId ?? "";
  const reference = { kind: "subscription", reference: subscription } as const;
  const found = await settlePurchase(deps, id, reference);
  if (!found.facts || isOver(found.facts.state)) return found;
  const isPaid = found.facts.state === "paid";
  if (isPaid && which === "only unpaid") return found;
  await askStripe(requirePayments(deps), (stripe) =>
    isPaid
      ? stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
      : stripe.subscriptions.cancel(subscription),
  );
  await settlePurchase(deps, id, reference);
  return found;
}

/**
 * Sees to it that a deleted account is charged for nothing more: what waits to be paid is called off, a subscription
 * ends with its period. Throws `unavailable`; what it has not come to is left to `stopChargingDeletedAccounts`.
 */
export async function stopCharging(deps: CancellationDeps, userId: string): Promise<void> {
  if (!deps.payments) return;
  for (const purchase of listChargeable(deps.db, userId)) await stopPurchase(deps, purchase);
}

/**
 * Whether an account may still be charged and nothing can be done about it here: the keys of Stripe were taken out
 * while something of it was open there.
 */
export function isChargedElsewhere({ db, payments }: Pick<Deps, "db" | "payments">, userId: string): boolean {
  return !payments && listChargeable(db, userId).length > 0;
}

/**
 * Does the same for every deleted account that may still be charged, be it that Stripe was away or a payment came
 * late.
 */
export async function stopChargingDeletedAccounts(deps: CancellationDeps): Promise<void> {
  if (!deps.payments) return;
  for (const purchase of listChargeable(deps.db)) {
    try {
      await stopPurchase(deps, purchase);
    } catch (error) {
      const facts = { purchase: purchase.id, err: error };
      deps.log.warn(facts, "a deleted account may still be charged; it is tried again in an hour");
    }
  }
}

async function stopPurchase(deps: CancellationDeps, purchase: Purchase): Promise<void> {
  const isPayment = purchase.subscriptionId === null;
  const { facts } = isPayment
    ? await cancelPayment(deps, purchase)
    : await callOffSubscription(deps, purchase, "paid or not");
  if (!facts) {
    const at = new Date(deps.now());
    updatePurchase(deps.db, purchase.id, { state: isPayment ? "closed" : "ended", cancelAt: at });
  }
  if (isPayment && facts?.state === "paid") {
    deps.log.warn({ purchase: purchase.id }, "a deleted account has paid; please give the money back");
  }
}

/**
 * Sees to it that a payment can be made no more. One that was made meanwhile, or whose money is on its way, cannot be
 * called off: it is written as what it is. Throws `unavailable`.
 */
async function cancelPayment(deps: CancellationDeps, { id, paymentIntent }: Purchase): Promise<Settled> {
  const reference = paymentIntent ?? "";
  await askStripe(requirePayments(deps), async (stripe) => {
    await stripe.paymentIntents.cancel(reference).catch((error) => {
      if (!isRefusal(error)) throw error;
    });
  });
  return settlePurchase(deps, id, { kind: "payment", reference });
}
