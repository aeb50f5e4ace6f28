import { and, count, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { stampUsage, users } from "../../db/schema.ts";
import { isPlanId, type PlanId } from "./plans.ts";
import type { Account } from "./quota.ts";

/** The user's active plan and the stamps taken from each plan and not returned. */
export function readAccount(db: Database, userId: string): Account {
  const user = db
    .select({ status: users.subscriptionStatus, plan: users.subscriptionPlan })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  const taken = db
    .select({ plan: stampUsage.plan, stamps: count() })
    .from(stampUsage)
    .where(and(eq(stampUsage.userId, userId), isNull(stampUsage.returnedAt)))
    .groupBy(stampUsage.plan)
    .all();
  const activePlan = user?.status === "active" && isPlanId(user.plan) ? user.plan : null;
  return { activePlan, used: Object.fromEntries(taken.map(({ plan, stamps }) => [plan, stamps])) };
}

/** Enters a stamp into the ledger. A document whose stamp was returned after a failure takes it anew. */
export function takeStamp(db: Database, userId: string, documentId: string, plan: PlanId, at: number): void {
  const takenAt = new Date(at);
  db.insert(stampUsage)
    .values({ id: crypto.randomUUID(), userId, documentId, plan, takenAt })
    .onConflictDoUpdate({ target: stampUsage.documentId, set: { plan, takenAt, returnedAt: null } })
    .run();
}

/** Gives a document's stamp back to its plan. Does nothing the second time. */
export function returnStamp(db: Database, documentId: string, at: number): void {
  db.update(stampUsage)
    .set({ returnedAt: new Date(at) })
    .where(and(eq(stampUsage.documentId, documentId), isNull(stampUsage.returnedAt)))
    .run();
}
