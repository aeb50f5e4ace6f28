import { and, count, eq, getTableColumns, inArray, isNotNull, notInArray } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { officeRoles } from "../../../db/columns/offices.ts";
import { officeMembers, purchases, users } from "../../../db/schema.ts";
import { hasRole } from "../accounts/accounts.ts";
import { overStates, type Purchase } from "./purchases.ts";

/** Viewers stamp nothing and need no seat. */
const stampingRoles = officeRoles.filter((role) => hasRole(role, "member"));

/** The members of an office who may stamp; the account of a person has none. */
export async function countStampingMembers(db: Database, accountId: string): Promise<number> {
  const isCounted = and(eq(officeMembers.officeId, accountId), inArray(officeMembers.role, stampingRoles));
  const found = await db.select({ count: count() }).from(officeMembers).where(isCounted).get();
  return found?.count ?? 0;
}

export type SeatedSubscription = Purchase & { subscriptionId: string; seats: number; seatPrice: number };

/** The subscriptions of this office, or of all offices, that are paid for each member and are not over. */
export async function listSeatedSubscriptions(
  db: Database,
  officeId?: string,
): Promise<SeatedSubscription[]> {
  const isRunning = and(isNotNull(purchases.subscriptionId), notInArray(purchases.state, overStates));
  const found = await db
    .select(getTableColumns(purchases))
    .from(purchases)
    .innerJoin(users, and(eq(users.id, purchases.userId), eq(users.isDeleted, false)))
    .where(
      and(
        isNotNull(purchases.seatPrice),
        isRunning,
        officeId === undefined ? undefined : eq(purchases.userId, officeId),
      ),
    )
    .all();
  return found.filter(
    (purchase): purchase is SeatedSubscription =>
      purchase.subscriptionId !== null && purchase.seats !== null && purchase.seatPrice !== null,
  );
}
