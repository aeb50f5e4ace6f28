import type { PurchaseState } from "../../../db/columns/billing.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { whileLeased } from "../../platform/cluster/leases.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { noteForPayer } from "../audit/office-log.repo.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import { renewingPlan } from "../plan-ids.ts";
import { announcePayment } from "./announce-payment.service.ts";
import { findCustomer, isPaymentDue, setDocumentPayment, updateCustomer } from "./customers.repo.ts";
import { cancelPaymentsSoon } from "./needless-payments.service.ts";
import { callStripe, type Payments, requirePayments } from "./payments.ts";
import {
  documentsOfPurchase,
  findPurchase,
  listUncertain,
  rememberEvent,
  statesOfDocument,
  updatePurchase,
} from "./purchases.repo.ts";
import {
  belongsTo,
  canChangeTo,
  documentPaymentMark,
  type Facts,
  findPaymentNews,
  type Purchase,
  paidDocumentsJob,
} from "./purchases.ts";
import { settleReferral } from "./referral-credits.service.ts";
import { writeSeats } from "./seats.service.ts";
import { type Reference, readFacts } from "./stripe-state.ts";
import { choosePlanAfter, describeSubscription, getSubscriptionState } from "./subscription-state.ts";

/** An open purchase older than this counts as abandoned; if it is paid later, the event reports it. */
const inquiryPeriodMs = 3 * 86_400_000;

export type Settled = { purchase: Purchase; facts: Facts | undefined };

/**
 * Asks Stripe for the state of a purchase and saves it, in one transaction with the event that caused the call, if
 * any. Idempotent: it saves the current state. An object that does not belong to the purchase changes nothing.
 */
export async function reconcilePurchase(
  deps: PaymentDeps,
  id: string,
  reference: Reference,
  event?: { id: string; type: string },
): Promise<Settled> {
  const payments = requirePayments(deps);
  const settle = async () => {
    const facts = await callStripe(payments, (stripe) => readFacts(stripe, reference));
    const hasJobs = await transaction(deps, async (deps) => {
      if (event && !(await rememberEvent(deps.db, event, deps.now()))) return false;
      const purchase = await required(deps, id);
      const hasJobs = await writeFacts(deps, payments, purchase, facts);
      // A payment that was processing, and so could not be canceled, may have failed: it can be tried again.
      const isOpen = event !== undefined && facts?.state === "open";
      const isCanceling = isOpen && (await cancelIfNeedless(deps, purchase));
      await updatePurchase(deps.db, id, { confirmedAt: new Date(deps.now()) });
      return hasJobs || isCanceling;
    });
    if (hasJobs) deps.jobEvents.queued();
    return { purchase: await required(deps, id), facts };
  };
  return payments.locks.run(id, () => whileLeased(deps, `purchase ${id}`, settle));
}

/**
 * Asks Stripe about this user's purchases that may have been paid or have ended without our knowledge because an event
 * was lost or the server stopped before it wrote the row. However often it is called, it asks Stripe only every few
 * seconds. Throws `unavailable` if Stripe does not respond.
 */
export async function reconcileUncertain(deps: PaymentDeps, userId: string): Promise<void> {
  if (!deps.payments || (await findUncertain(deps, userId)).length === 0) return;
  await deps.payments.inquiries.join(userId, async () => {
    await Promise.all(
      (await findUncertain(deps, userId)).map((purchase) => {
        const reference = findReference(purchase);
        return reference && reconcilePurchase(deps, purchase.id, reference);
      }),
    );
  });
}

/** Makes sure that earlier payments are recorded before the user is asked to pay. Throws `rate_limited`. */
export async function noticePayments(
  deps: PaymentDeps & Pick<Deps, "config" | "memoryRateLimiter" | "counterKey">,
  userId: string,
): Promise<void> {
  if (!deps.payments || (await findUncertain(deps, userId)).length === 0) return;
  await takeFromLimit(deps, "paymentChecksPerAccount", userId);
  await reconcileUncertain(deps, userId);
}

async function findUncertain({ db, now }: Pick<Deps, "db" | "now">, userId: string): Promise<Purchase[]> {
  return listUncertain(db, userId, now() - inquiryPeriodMs, now());
}

/** The documents that a purchase pays for, and their owner; undefined for an unknown purchase. */
export async function findPaidDocuments(
  { db }: Pick<Deps, "db">,
  purchaseId: string,
): Promise<{ userId: string; documentIds: string[] } | undefined> {
  const purchase = await findPurchase(db, purchaseId);
  return purchase && { userId: purchase.userId, documentIds: await documentsOfPurchase(db, purchase) };
}

/** The object at Stripe for this purchase, as far as we know. */
export function findReference({ paymentIntent, subscriptionId }: Purchase): Reference | undefined {
  if (paymentIntent !== null) return { kind: "payment", reference: paymentIntent };
  return subscriptionId === null ? undefined : { kind: "subscription", reference: subscriptionId };
}

async function required(deps: Pick<Deps, "db">, id: string): Promise<Purchase> {
  const purchase = await findPurchase(deps.db, id);
  if (!purchase) throw new AppError("not_found", "purchase-not-found", "There is no such purchase.");
  return purchase;
}

/** Returns whether jobs wait. */
async function cancelIfNeedless(
  deps: Pick<Deps, "db" | "now" | "payments">,
  purchase: Purchase,
): Promise<boolean> {
  for (const documentId of await documentsOfPurchase(deps.db, purchase)) {
    if (await isPaymentDue(deps.db, documentId)) continue;
    if (await cancelPaymentsSoon(deps, { userId: purchase.userId, documentId })) return true;
  }
  return false;
}

/** Returns whether jobs wait, such as webhooks to be sent. */
async function writeFacts(
  deps: PaymentDeps,
  { isLive }: Payments,
  purchase: Purchase,
  facts: Facts | undefined,
): Promise<boolean> {
  if (facts === undefined) {
    await onFailed(deps, purchase);
    return false;
  }
  if (!belongsTo(facts, purchase, isLive)) {
    deps.log.error({ purchase: purchase.id, facts }, "a payment that does not belong to its purchase");
    return false;
  }
  if (!canChangeTo(purchase.state, facts.state)) return false;
  const settledAt = facts.state === purchase.state ? purchase.settledAt : new Date(deps.now());
  if (facts.kind === "payment") {
    const { state, reference: paymentIntent, cancelAt, amountRefunded, isDeclined } = facts;
    const read = { state, paymentIntent, cancelAt, amountRefunded, isDeclined };
    await updatePurchase(deps.db, purchase.id, { ...read, settledAt });
    const hasJobs = await writePaid(deps, purchase, facts.state === "paid" && purchase.state !== "paid");
    await settleReferral(deps, purchase.userId);
    return (await announcePayment(deps, purchase, findPaymentNews(purchase, facts))) || hasJobs;
  }
  const { state, reference: subscriptionId, periodEnd, cancelAt } = facts;
  await updatePurchase(deps.db, purchase.id, { state, subscriptionId, periodEnd, cancelAt, settledAt });
  await writeSubscription(deps, purchase.userId, subscriptionId, { state, periodEnd });
  await settleReferral(deps, purchase.userId);
  const isFollowed = await writeSeats(deps, purchase, facts);
  return (await announcePayment(deps, purchase, findPaymentNews(purchase, facts))) || isFollowed;
}

/** Stripe does not know it, or no longer does: it cannot be paid. What was paid stays paid. */
async function onFailed(deps: Pick<Deps, "db" | "now">, purchase: Purchase): Promise<void> {
  if (purchase.state !== "open") return;
  await updatePurchase(deps.db, purchase.id, { state: "closed", settledAt: new Date(deps.now()) });
}

/** Returns whether jobs wait. */
async function writePaid(
  deps: Pick<Deps, "db" | "now" | "payments">,
  purchase: Purchase,
  isNew: boolean,
): Promise<boolean> {
  const { db, now } = deps;
  const { id, userId, documentId, documentSet, plan } = purchase;
  let hasJobs = false;
  for (const paidFor of await documentsOfPurchase(db, purchase)) {
    await setDocumentPayment(db, paidFor, documentPaymentMark(await statesOfDocument(db, paidFor)));
    if (isNew) hasJobs = (await cancelPaymentsSoon(deps, { userId, documentId: paidFor })) || hasJobs;
  }
  if (isNew && documentSet !== null) {
    await queueJob(db, { kind: paidDocumentsJob, subject: id, userId, at: now() });
    hasJobs = true;
  }
  if (documentId !== null || documentSet !== null) return hasJobs;
  const isSubscribed = (await findCustomer(db, userId))?.subscriptionStatus === "active";
  if (isNew && !isSubscribed) await updateCustomer(db, userId, { subscriptionPlan: plan });
  return hasJobs;
}

/** A change of an older subscription does not affect a newer one. */
async function writeSubscription(
  { db, now }: Pick<Deps, "db" | "now">,
  userId: string,
  stripeSubscriptionId: string,
  said: { state: PurchaseState; periodEnd: Date | null },
): Promise<void> {
  const customer = await findCustomer(db, userId);
  if (!customer) return;
  const known = customer.stripeSubscriptionId;
  if (known !== null && known !== stripeSubscriptionId) return;
  const subscriptionState = getSubscriptionState(said, now());
  const subscriptionStatus = describeSubscription(subscriptionState);
  await updateCustomer(db, userId, {
    stripeSubscriptionId,
    subscriptionStatus,
    subscriptionPlan: choosePlanAfter(customer.subscriptionPlan, subscriptionState),
  });
  if (subscriptionStatus === customer.subscriptionStatus) return;
  const detail = { plan: renewingPlan, status: subscriptionStatus };
  await noteForPayer({ db, now }, userId, { action: "plan.changed", subject: stripeSubscriptionId, detail });
}
