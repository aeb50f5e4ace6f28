import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../../../../db/client.ts";
import { providerIdentities, users } from "../../../../db/schema.ts";
import type { UserRow } from "../accounts.repo.ts";
import { isSameIssuer, type SignInProvider } from "./provider-settings.ts";

export type IdentityRow = typeof providerIdentities.$inferSelect;

/** The account's identities, oldest first. */
export async function listIdentities(db: Database, userId: string): Promise<IdentityRow[]> {
  return db
    .select()
    .from(providerIdentities)
    .where(eq(providerIdentities.userId, userId))
    .orderBy(providerIdentities.createdAt, providerIdentities.id)
    .all();
}

/** How many identities of these providers the account has. */
export async function countIdentities(
  db: Database,
  userId: string,
  providers: readonly Pick<SignInProvider, "issuer">[],
): Promise<number> {
  if (providers.length === 0) return 0;
  const identities = await listIdentities(db, userId);
  return identities.filter((row) => providers.some((provider) => isSameIssuer(row, provider))).length;
}

/** Undefined if no account has this identity, or it was deleted. */
export async function findIdentityAndOwner(
  db: Database,
  { issuer, subject }: Pick<IdentityRow, "issuer" | "subject">,
): Promise<{ identity: IdentityRow; owner: UserRow } | undefined> {
  const person = and(eq(providerIdentities.issuer, issuer), eq(providerIdentities.subject, subject));
  return db
    .select({ identity: providerIdentities, owner: users })
    .from(providerIdentities)
    .innerJoin(users, eq(users.id, providerIdentities.userId))
    .where(and(person, eq(users.isDeleted, false)))
    .get();
}

/** False if an account has this identity, be it another one. The unique index decides, not an earlier check. */
export async function insertIdentity(db: Database, row: IdentityRow): Promise<boolean> {
  const { id } = providerIdentities;
  const stored = await db
    .insert(providerIdentities)
    .values(row)
    .onConflictDoNothing()
    .returning({ id })
    .get();
  return stored !== undefined;
}

export async function updateIdentity(
  db: Database,
  id: string,
  set: Pick<IdentityRow, "label" | "grantsAdmin" | "lastUsedAt">,
): Promise<void> {
  await db.update(providerIdentities).set(set).where(eq(providerIdentities.id, id)).run();
}

/** Records for all of the account's identities, except one, that its administrator rights do not come from there. */
export async function forgetGrants(db: Database, userId: string, exceptId = ""): Promise<void> {
  const { id, userId: owner } = providerIdentities;
  await db
    .update(providerIdentities)
    .set({ grantsAdmin: false })
    .where(and(eq(owner, userId), ne(id, exceptId)))
    .run();
}

/** The removed identity; undefined if the user has no such one. */
export async function deleteIdentity(
  db: Database,
  userId: string,
  id: string,
): Promise<IdentityRow | undefined> {
  const own = and(eq(providerIdentities.userId, userId), eq(providerIdentities.id, id));
  return db.delete(providerIdentities).where(own).returning().get();
}
