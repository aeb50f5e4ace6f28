import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import type { PurchaseState } from "./billing.schema.ts";
import { findCustomer, setDocumentPayment, updateCustomer } from "./customers.repo.ts";
import { askStripe, type Payments, requirePayments } from "./payments.ts";
import {
  findPurchase,
  listUncertain,
  rememberEvent,
  statesOfDocument,
  updatePurchase,
} from "./purchases.repo.ts";
import { belongsTo, documentPaymentMark, type Facts, mayBecome, type Purchase } from "./purchases.ts";
import { settleReferral } from "./referral-credits.service.ts";
import { type Reference, readFacts } from "./stripe-state.ts";
import { chosenAfterNews, findStandingStatus, standingOf } from "./subscription-state.ts";

type ReconciliationDeps = Pick<Deps, "db" | "writeLock" | "log" | "now" | "payments">;

/** An open purchase older than this was given up; should it be paid after all, its event says so. */
const askedForMs = 3 * 86_400_000;

export type Settled = { purchase: Purchase; facts: Facts | undefined };

/**
 * Asks Stripe how a purchase stands and writes it, in one transaction with the event that gave the reason, if
 * any. Can be repeated at any time: the effect is what is true now, not a step. An object that does not belong
 * to the purchase changes nothing.
 */
export async function settlePurchase(
  deps: ReconciliationDeps,
  id: string,
  reference: Reference,
  event?: { id: string; type: string },
): Promise<Settled> {
  const payments = requirePayments(deps);
  return payments.turns.run(id, async () => {
    const facts = await askStripe(payments, (stripe) => readFacts(stripe, reference));
    const write = () => {
      if (event && !rememberEvent(deps.db, event, deps.now())) return;
      writeFacts(deps, payments, required(deps, id), facts);
    };
    await deps.writeLock.untilFree();
    deps.db.transaction(write, { behavior: "immediate" });
    return { purchase: required(deps, id), facts };
  });
}

/**
 * Asks after everything of this user that may have been paid, or have ended, without our being told: a process
 * that stopped between payment and row, an event that got lost. However often it is called, Stripe is asked every few
 * seconds. Throws `unavailable` when Stripe does not answer.
 */
export async function settleUncertain(deps: ReconciliationDeps, userId: string): Promise<void> {
  if (!deps.payments || uncertainOf(deps, userId).length === 0) return;
  await deps.payments.inquiries.join(userId, async () => {
    await Promise.all(
      uncertainOf(deps, userId).map((purchase) => {
        const reference = referenceOf(purchase);
        return reference && settlePurchase(deps, purchase.id, reference);
      }),
    );
  });
}

/** Makes sure that what was paid has been noticed, before somebody is asked for money. Throws `rate_limited`. */
export async function noticePayments(
  deps: Pick<Deps, "config" | "db" | "writeLock" | "log" | "now" | "memoryRateLimiter" | "payments">,
  userId: string,
): Promise<void> {
  if (!deps.payments || uncertainOf(deps, userId).length === 0) return;
  takeFromLimit(deps, "paymentChecksPerAccount", userId);
  await settleUncertain(deps, userId);
}

function uncertainOf({ db, now }: Pick<Deps, "db" | "now">, userId: string): Purchase[] {
  return listUncertain(db, userId, now() - askedForMs, now());
}

/** What was made at Stripe for this purchase, as far as we know. */
export function referenceOf({ paymentIntent, subscriptionId }: Purchase): Reference | undefined {
  if (paymentIntent !== null) return { kind: "payment", reference: paymentIntent };
  return subscriptionId === null ? undefined : { kind: "subscription", reference: subscriptionId };
}

function required(deps: Pick<Deps, "db">, id: string): Purchase {
  const purchase = findPurchase(deps.db, id);
  if (!purchase) throw new AppError("not_found", "purchase-not-found", "There is no such purchase.");
  return purchase;
}

function writeFacts(
  deps: Pick<Deps, "db" | "log" | "now">,
  { isLive }: Payments,
  purchase: Purchase,
  facts: Facts | undefined,
): void {
  if (facts === undefined) {
    onFailed(deps, purchase);
    return;
  }
  if (!belongsTo(facts, purchase, isLive)) {
    deps.log.error({ purchase: purchase.id, facts }, "a payment that does not belong to its purchase");
    return;
  }
  if (!mayBecome(purchase.state, facts.state)) return;
  const settledAt = facts.state === purchase.state ? purchase.settledAt : new Date(deps.now());
  if (facts.kind === "payment") {
    const { state, reference: paymentIntent, cancelAt } = facts;
    updatePurchase(deps.db, purchase.id, { state, paymentIntent, cancelAt, settledAt });
    writePaid(deps, purchase, facts.state === "paid" && purchase.state !== "paid");
    settleReferral(deps, purchase.userId);
    return;
  }
  const { state, reference: subscriptionId, periodEnd, cancelAt } = facts;
  updatePurchase(deps.db, purchase.id, { state, subscriptionId, periodEnd, cancelAt, settledAt });
  writeSubscription(deps, purchase.userId, subscriptionId, { state, periodEnd });
  settleReferral(deps, purchase.userId);
}

/** Stripe does not know it (any more): nothing can be paid with it. What was paid stays paid. */
function onFailed(deps: Pick<Deps, "db" | "now">, purchase: Purchase): void {
  if (purchase.state !== "open") return;
  updatePurchase(deps.db, purchase.id, { state: "closed", settledAt: new Date(deps.now()) });
}

function writePaid({ db }: Pick<Deps, "db">, { userId, documentId, plan }: Purchase, isNew: boolean): void {
  if (documentId !== null) {
    setDocumentPayment(db, documentId, documentPaymentMark(statesOfDocument(db, documentId)));
    return;
  }
  const isSubscribed = findCustomer(db, userId)?.subscriptionStatus === "active";
  if (isNew && !isSubscribed) updateCustomer(db, userId, { subscriptionPlan: plan });
}

/** News of an older subscription do not touch a newer one. */
function writeSubscription(
  { db, now }: Pick<Deps, "db" | "now">,
  userId: string,
  stripeSubscriptionId: string,
  said: { state: PurchaseState; periodEnd: Date | null },
): void {
  const customer = findCustomer(db, userId);
  if (!customer) return;
  const known = customer.stripeSubscriptionId;
  if (known !== null && known !== stripeSubscriptionId) return;
  const standing = standingOf(said, now());
  updateCustomer(db, userId, {
    stripeSubscriptionId,
    subscriptionStatus: findStandingStatus(standing),
    subscriptionPlan: chosenAfterNews(customer.subscriptionPlan, standing),
  });
}
