import type { Deps, PaymentDeps } from "../deps.ts";
import { isPaymentDue } from "./customers.repo.ts";
import { callStripe, isRefusal, requirePayments } from "./payments.ts";
import {
  listChargeable,
  listOpenPayments,
  listOpenPaymentsForDocument,
  listPayable,
  updatePurchase,
} from "./purchases.repo.ts";
import { isOver, type Purchase } from "./purchases.ts";
import { reconcilePurchase, type Settled } from "./reconciliation.service.ts";

/** Limit of open payments per user; each is polled when its event may have been lost. */
const maxOpenPayments = 10;

/** Cancels the user's oldest unpaid purchases, so that at most ten are open, including `begun`. */
export async function cancelOldPayments(deps: PaymentDeps, begun: Purchase): Promise<void> {
  const others = (await listOpenPayments(deps.db, begun.userId)).filter(({ id }) => id !== begun.id);
  for (const purchase of others.slice(maxOpenPayments - 1)) await cancelPayment(deps, purchase);
}

/**
 * Cancels the user's other open payments for these documents, so that no document is paid twice. A payment that was
 * made in the meantime counts.
 */
export async function cancelOtherPayments(
  deps: PaymentDeps,
  userId: string,
  documentIds: string[],
  documentSet: string | null,
): Promise<void> {
  const others = new Map<string, Purchase>();
  for (const id of documentIds) {
    const open = await listOpenPaymentsForDocument(deps.db, userId, id);
    for (const purchase of open) others.set(purchase.id, purchase);
  }
  for (const purchase of others.values()) {
    const isSame = documentSet === null ? purchase.documentId !== null : purchase.documentSet === documentSet;
    if (!isSame && purchase.paymentIntent !== null) await cancelPayment(deps, purchase);
  }
}

/**
 * Cancels the open payments of a document that needs none anymore. A payment that was made in the meantime counts.
 * While the document has to be paid for, e.g. because it could not be stamped, they stay open. Throws `unavailable`.
 */
export async function cancelNeedlessPayments(deps: PaymentDeps, documentId: string): Promise<void> {
  if (!deps.payments) return;
  if (await isPaymentDue(deps.db, documentId)) return;
  for (const purchase of await listPayable(deps.db, documentId)) {
    // Without a reference, no page has it: who asks for it looks at the document once more before handing it out.
    if (purchase.paymentIntent !== null) await cancelPayment(deps, purchase);
  }
}

/**
 * Ends a subscription: a paid one at the end of its period, if `which` includes paid ones; one with a missing
 * payment immediately. Returns the state it found; one that is over, or unknown to Stripe, stays as it is. Throws
 * `unavailable`.
 */
export async function cancelAtStripe(
  deps: PaymentDeps,
  { id, subscriptionId }: Purchase,
  which: "paid or not" | "only unpaid",
): Promise<Settled> {
  const subscription = subscriptionId ?? "";
  const reference = { kind: "subscription", reference: subscription } as const;
  const found = await reconcilePurchase(deps, id, reference);
  if (!found.facts || isOver(found.facts.state)) return found;
  const isPaid = found.facts.state === "paid";
  if (isPaid && which === "only unpaid") return found;
  await callStripe(requirePayments(deps), (stripe) =>
    isPaid
      ? stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
      : stripe.subscriptions.cancel(subscription),
  );
  await reconcilePurchase(deps, id, reference);
  return found;
}

/**
 * Stops all future charges to a deleted account: cancels open payments, and ends its subscription with the period.
 * Throws `unavailable`; `stopChargingDeletedAccounts` finishes the rest.
 */
export async function stopCharging(deps: PaymentDeps, userId: string): Promise<void> {
  if (!deps.payments) return;
  for (const purchase of await listChargeable(deps.db, userId)) await stopPurchase(deps, purchase);
}

/**
 * Whether an account may still be charged and we cannot stop it: the operator removed the Stripe keys while something
 * was open at Stripe.
 */
export async function isChargedElsewhere(
  { db, payments }: Pick<Deps, "db" | "node" | "payments">,
  userId: string,
): Promise<boolean> {
  return !payments && (await listChargeable(db, userId)).length > 0;
}

/**
 * Retries this for every deleted account that may still be charged because Stripe was unavailable or a payment arrived
 * late.
 */
export async function stopChargingDeletedAccounts(deps: PaymentDeps): Promise<void> {
  if (!deps.payments) return;
  for (const purchase of await listChargeable(deps.db)) {
    try {
      await stopPurchase(deps, purchase);
    } catch (error) {
      const facts = { purchase: purchase.id, err: error };
      deps.log.warn(facts, "a deleted account may still be charged; retrying in an hour");
    }
  }
}

async function stopPurchase(deps: PaymentDeps, purchase: Purchase): Promise<void> {
  const isPayment = purchase.subscriptionId === null;
  const { facts } = isPayment
    ? await cancelPayment(deps, purchase)
    : await cancelAtStripe(deps, purchase, "paid or not");
  if (!facts) {
    const at = new Date(deps.now());
    await updatePurchase(deps.db, purchase.id, { state: isPayment ? "closed" : "ended", cancelAt: at });
  }
  if (isPayment && facts?.state === "paid") {
    deps.log.warn({ purchase: purchase.id }, "a deleted account has paid; please refund the payment");
  }
}

/**
 * Cancels a payment. A payment that was made in the meantime, or is processing, cannot be canceled; its actual state is
 * recorded. Throws `unavailable`.
 */
async function cancelPayment(deps: PaymentDeps, { id, paymentIntent }: Purchase): Promise<Settled> {
  const reference = paymentIntent ?? "";
  await callStripe(requirePayments(deps), async (stripe) => {
    await stripe.paymentIntents.cancel(reference).catch((error) => {
      if (!isRefusal(error)) throw error;
    });
  });
  return reconcilePurchase(deps, id, { kind: "payment", reference });
}
