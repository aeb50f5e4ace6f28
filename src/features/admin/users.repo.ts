import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { PlanId } from "../../../db/columns/billing.ts";
import { contains } from "../../../db/contains.ts";
import { documents, purchases, users } from "../../../db/schema.ts";
import type { UserRow } from "../accounts/accounts.repo.ts";
import { withoutNames } from "../documents/documents.repo.ts";
import type { UserSort } from "./admin.schema.ts";

/** The user, deleted or not, so that a list can continue after one who was just deleted. */
export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  return db.select().from(users).where(eq(users.id, id)).get();
}

/** At most `limit` accounts that are not deleted, newest first, after `last`; with `search`, only those that match. */
export async function listUsers(
  db: Database,
  limit: number,
  last?: UserRow,
  search?: string,
): Promise<UserRow[]> {
  const { createdAt, id, isDeleted } = users;
  const isAfter =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)));
  return db
    .select()
    .from(users)
    .where(and(eq(isDeleted, false), isAfter, search ? mentions(search) : undefined))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .all();
}

/** A filter for accounts that are not deleted. */
export type UserCondition = {
  search: string | undefined;
  plan: PlanId | undefined;
  isAdmin: boolean | undefined;
  isConfirmed: boolean | undefined;
  /** Whether the last login was at this time or later. */
  active: { is: boolean; since: Date } | undefined;
};

export async function countMatchingUsers(db: Database, condition: UserCondition): Promise<number> {
  const counted = await db.select({ total: count() }).from(users).where(matches(db, condition)).get();
  return counted?.total ?? 0;
}

/** Sorts ids alone and reads only the rows of the page: rows are wide, and a sort copies what it sorts. */
export async function listMatchingUsers(
  db: Database,
  condition: UserCondition,
  { sort, limit, offset }: { sort: UserSort; limit: number; offset: number },
): Promise<UserRow[]> {
  const order = orderBy(sort);
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(matches(db, condition))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return db
    .select()
    .from(users)
    .where(inArray(users.id, page))
    .orderBy(...order)
    .all();
}

/** Accounts without the value come last in either direction. */
function orderBy(sort: UserSort): SQL[] {
  const isReversed = sort.startsWith("-");
  const direction = isReversed ? desc : asc;
  const columns: Record<string, { column: AnyColumn; by: AnyColumn | SQL }> = {
    username: { column: users.username, by: sql`lower(${users.username})` },
    firstName: { column: users.firstName, by: sql`lower(${users.firstName})` },
    lastName: { column: users.lastName, by: sql`lower(${users.lastName})` },
    email: { column: users.email, by: sql`lower(${users.email})` },
    createdAt: { column: users.createdAt, by: users.createdAt },
    lastLoginAt: { column: users.lastLoginAt, by: users.lastLoginAt },
    freeCredits: { column: users.freeCredits, by: users.freeCredits },
  };
  const { column, by } = columns[sort.replace(/^-/, "")] ?? { column: users.createdAt, by: users.createdAt };
  return [...(column.notNull ? [] : [asc(isNull(column))]), direction(by), direction(users.id)];
}

function matches(db: Database, condition: UserCondition): SQL | undefined {
  const { search, plan, isAdmin, isConfirmed, active } = condition;
  const { emailConfirmedAt, lastLoginAt } = users;
  return and(
    eq(users.isDeleted, false),
    search ? mentions(search) : undefined,
    plan && hasPlan(db, plan),
    isAdmin === undefined ? undefined : eq(users.isAdmin, isAdmin),
    isConfirmed === undefined
      ? undefined
      : isConfirmed
        ? isNotNull(emailConfirmedAt)
        : isNull(emailConfirmedAt),
    active &&
      (active.is ? gte(lastLoginAt, active.since) : or(lt(lastLoginAt, active.since), isNull(lastLoginAt))),
  );
}

/**
 * Whether a user bought this plan, and the money was not returned; for the trial, whether the user has bought nothing.
 */
function hasPlan(db: Database, plan: PlanId): SQL {
  const isKept = inArray(purchases.state, ["paid", "overdue", "ended"]);
  const isOfPlan = plan === "trial" ? undefined : eq(purchases.plan, plan);
  const bought = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.userId, users.id), isKept, isOfPlan));
  return plan === "trial" ? notExists(bought) : exists(bought);
}

/** Whether username, address or a name contain each word of the term, in upper or lower case. */
function mentions(term: string): SQL | undefined {
  const { email, firstName, lastName, username } = users;
  const words = [...new Set(term.split(/\s+/).filter(Boolean))];
  return and(
    ...words.map((word) =>
      or(...[username, email, firstName, lastName].map((column) => contains(column, word))),
    ),
  );
}

/**
 * Marks the account as deleted and removes personal data: names, address, password, referral code. Only the key of the
 * user name stays, so that no one can register the name of a deleted user.
 */
export async function anonymizeUser(db: Database, userId: string): Promise<void> {
  await db
    .update(users)
    .set({
      isDeleted: true,
      username: `deleted-${userId}`,
      passwordHash: "",
      email: null,
      pendingEmail: null,
      deletionAt: null,
      emailConfirmedAt: null,
      emailKey: null,
      firstName: null,
      lastName: null,
      birthdate: null,
      language: null,
      timeZone: null,
      referralCode: null,
      referralAwaits: null,
    })
    .where(eq(users.id, userId))
    .run();
}

/** Removes the names from a user's documents and their files; returns their ids. Attestations do not change. */
export async function anonymizeUserDocuments(db: Database, userId: string): Promise<string[]> {
  const { id, originalName, kind, timestampConfig } = documents;
  const owned = await db
    .select({ id, originalName, kind, timestampConfig })
    .from(documents)
    .where(eq(documents.userId, userId))
    .all();
  for (const document of owned) {
    await db.update(documents).set(withoutNames(document)).where(eq(id, document.id)).run();
  }
  return owned.map((document) => document.id);
}
