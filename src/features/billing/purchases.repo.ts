import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type Placeholder,
  sql,
} from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { PlanId, PurchaseState } from "../../../db/columns/billing.ts";
import { prepared } from "../../../db/prepared.ts";
import { purchaseDocuments, purchases, stripeEvents, users } from "../../../db/schema.ts";
import type { Facts, Purchase } from "./purchases.ts";

export async function findPurchase(db: Database, id: string): Promise<Purchase | undefined> {
  return db.select().from(purchases).where(eq(purchases.id, id)).get();
}

/** The purchase this payment or subscription belongs to. */
export async function findPurchaseByReference(
  db: Database,
  reference: string,
): Promise<Purchase | undefined> {
  const belongs = or(eq(purchases.paymentIntent, reference), eq(purchases.subscriptionId, reference));
  return db.select().from(purchases).where(belongs).get();
}

type Order = Pick<Purchase, "userId" | "plan" | "documentId" | "documentSet">;

/** The open purchase, if there is one; unique indexes allow at most one. */
export async function findOpenPurchase(
  db: Database,
  { userId, plan, documentId, documentSet }: Order,
): Promise<Purchase | undefined> {
  const document = documentId === null ? isNull(purchases.documentId) : eq(purchases.documentId, documentId);
  const set = documentSet === null ? isNull(purchases.documentSet) : eq(purchases.documentSet, documentSet);
  return db
    .select()
    .from(purchases)
    .where(
      and(eq(purchases.userId, userId), eq(purchases.plan, plan), document, set, eq(purchases.state, "open")),
    )
    .get();
}

export async function insertPurchase(db: Database, row: typeof purchases.$inferInsert): Promise<Purchase> {
  return db.insert(purchases).values(row).returning().get();
}

/** Records which documents a purchase pays for. */
export async function insertPurchaseDocuments(
  db: Database,
  purchaseId: string,
  documentIds: string[],
): Promise<void> {
  await db
    .insert(purchaseDocuments)
    .values(documentIds.map((documentId) => ({ purchaseId, documentId })))
    .run();
}

/** The documents that a purchase pays for: one, several, or none if it is a plan. */
export async function documentsOfPurchase(
  db: Database,
  { id, documentId, documentSet }: Pick<Purchase, "id" | "documentId" | "documentSet">,
): Promise<string[]> {
  if (documentId !== null) return [documentId];
  if (documentSet === null) return [];
  const rows = await db.select().from(purchaseDocuments).where(eq(purchaseDocuments.purchaseId, id)).all();
  return rows.map((row) => row.documentId);
}

/** Whether a purchase pays for this document, alone or with others. */
function paysFor(db: Database, documentId: string | Placeholder) {
  const together = db
    .select({ id: purchaseDocuments.purchaseId })
    .from(purchaseDocuments)
    .where(eq(purchaseDocuments.documentId, documentId));
  return or(eq(purchases.documentId, documentId), inArray(purchases.id, together));
}

/** Open payments for this document, alone or with others. */
export async function listOpenPaymentsForDocument(
  db: Database,
  userId: string,
  documentId: string,
): Promise<Purchase[]> {
  return db
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.state, "open"), paysFor(db, documentId)))
    .all();
}

/**
 * What may still be paid for this document, alone or with others: also what was given up for other terms and was not
 * canceled at Stripe, and what Stripe is just creating.
 */
export async function listPayable(db: Database, documentId: string): Promise<Purchase[]> {
  return payable(db).all({ documentId });
}

const givenUp = and(eq(purchases.state, "closed"), isNotNull(purchases.paymentIntent));
const mayBePaid = and(or(eq(purchases.state, "open"), givenUp), isNull(purchases.cancelAt));

const payable = prepared((db) =>
  db
    .select()
    .from(purchases)
    .where(and(paysFor(db, sql.placeholder("documentId")), mayBePaid))
    .prepare(),
);

export async function updatePurchase(db: Database, id: string, change: Partial<Purchase>): Promise<void> {
  await db.update(purchases).set(change).where(eq(purchases.id, id)).run();
}

/** Records the object created at the provider. Does nothing if one is recorded. */
export async function setReference(
  db: Database,
  id: string,
  { kind, reference }: Pick<Facts, "kind" | "reference">,
): Promise<void> {
  const column = kind === "payment" ? "paymentIntent" : "subscriptionId";
  await db
    .update(purchases)
    .set({ [column]: reference })
    .where(and(eq(purchases.id, id), isNull(purchases[column])))
    .run();
}

/** Newest first. */
export async function purchasesOfDocument(
  db: Database,
  userId: string,
  documentId: string,
): Promise<Purchase[]> {
  return db
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), paysFor(db, documentId)))
    .orderBy(desc(purchases.createdAt))
    .all();
}

/** The paid purchases of a plan, newest first. */
export async function listPaidPurchases(db: Database, userId: string, plan: PlanId): Promise<Purchase[]> {
  return db
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.plan, plan), eq(purchases.state, "paid")))
    .orderBy(desc(purchases.createdAt))
    .all();
}

/** The maximum number of purchases in a history of payments. */
const maxHistory = 2_000;

/** Paid and declined purchases, newest first; subscriptions only after a payment was made or attempted. */
export async function listHistory(db: Database, userId: string): Promise<Purchase[]> {
  const isPayment = isNull(purchases.subscriptionId);
  const isSettled = notInArray(purchases.state, ["open", "closed"]);
  return db
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, userId),
        or(
          and(isPayment, or(isSettled, eq(purchases.isDeclined, true))),
          isNotNull(purchases.subscriptionId),
        ),
      ),
    )
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(maxHistory)
    .all();
}

export async function statesOfDocument(db: Database, documentId: string): Promise<PurchaseState[]> {
  const rows = await db
    .select({ state: purchases.state })
    .from(purchases)
    .where(paysFor(db, documentId))
    .all();
  return rows.map(({ state }) => state);
}

/** Open payments, newest first. */
export async function listOpenPayments(db: Database, userId: string): Promise<Purchase[]> {
  return db
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.state, "open"), isNotNull(purchases.paymentIntent)))
    .orderBy(desc(purchases.createdAt))
    .all();
}

/**
 * Purchases of deleted accounts, or of this one, that may still be charged: open payments and running subscriptions.
 */
export async function listChargeable(db: Database, userId?: string): Promise<Purchase[]> {
  const payable = and(isNotNull(purchases.paymentIntent), mayBePaid);
  const unpaid = inArray(purchases.state, ["open", "overdue", "refunded", "disputed"]);
  const renewing = and(eq(purchases.state, "paid"), isNull(purchases.cancelAt));
  const running = and(isNotNull(purchases.subscriptionId), or(unpaid, renewing));
  const whose = userId === undefined ? eq(users.isDeleted, true) : eq(users.id, userId);
  return db
    .select(getTableColumns(purchases))
    .from(purchases)
    .innerJoin(users, eq(users.id, purchases.userId))
    .where(and(whose, or(payable, running)))
    .all();
}

/** Purchases polled per user at a time. */
const maxUncertain = 12;

/**
 * Purchases whose state may have changed without an event: begun after `since` and not canceled, paid until before
 * `now`, disputed, or a subscription with a missing payment. Subscriptions come first, then the latest; events cover
 * the rest.
 */
export async function listUncertain(
  db: Database,
  userId: string,
  since: number,
  now: number,
): Promise<Purchase[]> {
  const notCanceled = and(givenUp, isNull(purchases.cancelAt));
  const begun = and(or(eq(purchases.state, "open"), notCanceled), gt(purchases.createdAt, new Date(since)));
  const ended = and(eq(purchases.state, "paid"), lt(purchases.periodEnd, new Date(now)));
  const unpaid = inArray(purchases.state, ["overdue", "disputed"]);
  const known = or(isNotNull(purchases.paymentIntent), isNotNull(purchases.subscriptionId));
  return db
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), known, or(begun, ended, unpaid)))
    .orderBy(isNull(purchases.subscriptionId), ne(purchases.state, "open"), desc(purchases.createdAt))
    .limit(maxUncertain)
    .all();
}

/** False if the event has already taken effect. */
export async function rememberEvent(
  db: Database,
  event: { id: string; type: string },
  at: number,
): Promise<boolean> {
  const row = { id: event.id, type: event.type, receivedAt: new Date(at) };
  return (
    (await db
      .insert(stripeEvents)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id })
      .get()) !== undefined
  );
}

export async function isEventKnown(db: Database, id: string): Promise<boolean> {
  return (await db.select().from(stripeEvents).where(eq(stripeEvents.id, id)).get()) !== undefined;
}

/** Deletes events received before `before` (ms since 1970). */
export async function deleteEventsBefore(db: Database, before: number): Promise<void> {
  await db
    .delete(stripeEvents)
    .where(lt(stripeEvents.receivedAt, new Date(before)))
    .run();
}
