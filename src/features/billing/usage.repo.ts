import { and, asc, count, countDistinct, eq, gt, inArray, isNotNull, isNull, sql, sum } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { PlanId } from "../../../db/columns/billing.ts";
import { placeholders, prepared } from "../../../db/prepared.ts";
import { documents, purchaseDocuments, purchases, stampUsage, users } from "../../../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { Account, timelinePlan } from "./quota.ts";
import { countRefunded, type StampPurchase, type TakenStamp } from "./refunded-stamps.ts";
import { getSubscriptionState, type SubscriptionState } from "./subscription-state.ts";

/** The user's purchases, and the stamps used per plan and not returned, now. */
export async function readAccount(
  { db, config, now }: Pick<Deps, "db" | "config" | "now">,
  userId: string,
): Promise<Account> {
  const [subscription, free, bought, used] = await Promise.all([
    readSubscriptionState(db, userId, now()),
    countFreeStamps(db, userId, config.plans.trial.documentLimit ?? Infinity),
    boughtStamps(db, userId),
    usedStamps(db, userId),
  ]);
  return { subscription, free, bought, used };
}

/** An office has none unless they have no limit: a person could open many. */
async function countFreeStamps(db: Database, userId: string, ofPerson: number): Promise<number> {
  if (ofPerson === Infinity) return ofPerson;
  const row = await isOffice(db).get({ userId });
  return row?.isOffice ? 0 : ofPerson;
}

const isOffice = prepared((db) =>
  db
    .select({ isOffice: users.isOffice })
    .from(users)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare(),
);

/** Excludes stamps from refunded purchases. */
async function usedStamps(db: Database, userId: string): Promise<Account["used"]> {
  const [taken, purchased] = await Promise.all([takenByPlan(db).all({ userId }), stampPurchases(db, userId)]);
  const used: Account["used"] = Object.fromEntries(taken.map(({ plan, stamps }) => [plan, stamps]));
  const refunded = purchased.filter(({ refundedAt }) => refundedAt !== undefined);
  for (const plan of new Set(refunded.map((purchase) => purchase.plan))) {
    used[plan] = (used[plan] ?? 0) - countRefunded(purchased, await takenStamps(db, userId, plan), plan);
  }
  return used;
}

const takenByPlan = prepared((db) =>
  db
    .select({ plan: stampUsage.plan, stamps: count() })
    .from(stampUsage)
    .where(and(eq(stampUsage.userId, sql.placeholder("userId")), isNull(stampUsage.returnedAt)))
    .groupBy(stampUsage.plan)
    .prepare(),
);

/** Every stamp purchase that was ever paid, oldest first; one for several documents counts once for each. */
async function stampPurchases(db: Database, userId: string): Promise<StampPurchase[]> {
  return (await paidPurchases(db).all({ userId })).map((row) => ({
    plan: row.plan,
    documentId: row.documentId,
    stamps: row.stamps ?? 0,
    refundedAt: row.state === "paid" ? undefined : (row.settledAt?.getTime() ?? 0),
  }));
}

/** The document of a purchase, or each of several. */
const paidDocumentId = sql<string | null>`coalesce(${purchaseDocuments.documentId}, ${purchases.documentId})`;

const paidPurchases = prepared((db) => {
  const { userId, plan, stamps, state, settledAt, createdAt } = purchases;
  const ownStamps = sql<
    number | null
  >`CASE WHEN ${purchaseDocuments.documentId} IS NULL THEN ${stamps} ELSE 1 END`;
  const paidOnce = inArray(state, ["paid", "refunded", "disputed"]);
  return db
    .select({ plan, documentId: paidDocumentId, stamps: ownStamps, state, settledAt })
    .from(purchases)
    .leftJoin(purchaseDocuments, eq(purchaseDocuments.purchaseId, purchases.id))
    .where(and(eq(userId, sql.placeholder("userId")), paidOnce, isNotNull(stamps)))
    .orderBy(asc(createdAt))
    .prepare();
});

async function takenStamps(db: Database, userId: string, plan: PlanId): Promise<TakenStamp[]> {
  const mine = and(eq(stampUsage.userId, userId), isNull(stampUsage.returnedAt), eq(stampUsage.plan, plan));
  const rows = await db.select().from(stampUsage).where(mine).orderBy(asc(stampUsage.takenAt)).all();
  return rows.map(({ documentId, takenAt }) => ({ plan, documentId, takenAt: takenAt.getTime() }));
}

/** Depends only on what Stripe reported: choosing a plan neither starts nor ends a subscription. */
async function readSubscriptionState(db: Database, userId: string, now: number): Promise<SubscriptionState> {
  return getSubscriptionState(await subscription(db).get({ userId }), now);
}

const subscription = prepared((db) => {
  const userId = sql.placeholder("userId");
  return db
    .select({ state: purchases.state, periodEnd: purchases.periodEnd })
    .from(purchases)
    .innerJoin(users, eq(users.stripeSubscriptionId, purchases.subscriptionId))
    .where(and(eq(users.id, userId), eq(purchases.userId, userId)))
    .prepare();
});

/** A payment is tied to its document while the document can still be stamped; after that, any document can use it. */
async function boughtStamps(db: Database, userId: string): Promise<Account["bought"]> {
  const [rows, waiting] = await Promise.all([
    boughtByPlan(db).all({ userId }),
    paidAndWaiting(db).get({ userId }),
  ]);
  const bought: Account["bought"] = Object.fromEntries(rows.map(({ plan, stamps }) => [plan, stamps]));
  return { ...bought, payper: (bought.payper ?? 0) - (waiting?.documents ?? 0) };
}

const isPaid = and(eq(purchases.userId, sql.placeholder("userId")), eq(purchases.state, "paid"));

/** Whether any payment of this user arrived and was not refunded. A free credit is no payment. */
export async function isPayer(db: Database, userId: string): Promise<boolean> {
  return (await anyPaid(db).get({ userId })) !== undefined;
}

const anyPaid = prepared((db) =>
  db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(isPaid, gt(purchases.amount, 0)))
    .limit(1)
    .prepare(),
);

const boughtByPlan = prepared((db) =>
  db
    .select({ plan: purchases.plan, stamps: sum(purchases.stamps).mapWith(Number) })
    .from(purchases)
    .where(and(isPaid, isNotNull(purchases.stamps)))
    .groupBy(purchases.plan)
    .prepare(),
);

const paidAndWaiting = prepared((db) =>
  db
    .select({ documents: countDistinct(documents.id) })
    .from(purchases)
    .leftJoin(purchaseDocuments, eq(purchaseDocuments.purchaseId, purchases.id))
    .innerJoin(documents, eq(documents.id, paidDocumentId))
    .where(and(isPaid, inArray(documents.status, ["uploaded", "error"]), isNotNull(documents.originalPath)))
    .prepare(),
);

/** Records a stamp in the ledger. A document whose stamp was returned after a failure takes it again. */
export async function takeStamp(
  db: Database,
  userId: string,
  documentId: string,
  plan: PlanId | typeof timelinePlan,
  at: number,
): Promise<void> {
  await taking(db).run({ id: crypto.randomUUID(), userId, documentId, plan, takenAt: new Date(at) });
}

const taking = prepared((db) => {
  const again = { plan: sql`excluded.plan`, takenAt: sql`excluded.taken_at`, returnedAt: null };
  return db
    .insert(stampUsage)
    .values(placeholders("id", "userId", "documentId", "plan", "takenAt"))
    .onConflictDoUpdate({ target: stampUsage.documentId, set: again })
    .prepare();
});

/** When the document's stamp was taken; undefined if none was, or if it was returned. */
export async function findStampTime(db: Database, documentId: string): Promise<Date | undefined> {
  const kept = and(eq(stampUsage.documentId, documentId), isNull(stampUsage.returnedAt));
  return (await db.select({ takenAt: stampUsage.takenAt }).from(stampUsage).where(kept).get())?.takenAt;
}

/** Returns a document's stamp to its plan. Does nothing the second time. */
export async function returnStamp(db: Database, documentId: string, at: number): Promise<void> {
  await db
    .update(stampUsage)
    .set({ returnedAt: new Date(at) })
    .where(and(eq(stampUsage.documentId, documentId), isNull(stampUsage.returnedAt)))
    .run();
}
