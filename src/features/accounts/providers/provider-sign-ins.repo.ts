import { and, eq, gt, lt } from "drizzle-orm";
import type { Database } from "../../../../db/client.ts";
import type { ProviderOutcome } from "../../../../db/columns/accounts.ts";
import { providerIdentities, providerSignIns } from "../../../../db/schema.ts";

export type ProviderSignInRow = typeof providerSignIns.$inferSelect;

export async function insertProviderSignIn(db: Database, row: ProviderSignInRow): Promise<void> {
  await db.insert(providerSignIns).values(row).run();
}

/** The sign-in of a browser, unless it is too old. */
export async function findProviderSignIn(
  db: Database,
  browserSha256: string,
  now: Date,
): Promise<ProviderSignInRow | undefined> {
  const own = and(eq(providerSignIns.browserSha256, browserSha256), gt(providerSignIns.expiresAt, now));
  return db.select().from(providerSignIns).where(own).get();
}

/** Uses up the one answer that a sign-in may get from this provider; undefined if it was used, or is too old. */
export async function takeAnswer(
  db: Database,
  { browserSha256, provider }: Pick<ProviderSignInRow, "browserSha256" | "provider">,
  now: Date,
): Promise<ProviderSignInRow | undefined> {
  const isOpen = and(
    eq(providerSignIns.browserSha256, browserSha256),
    eq(providerSignIns.provider, provider),
    eq(providerSignIns.isAnswered, false),
    gt(providerSignIns.expiresAt, now),
  );
  return db.update(providerSignIns).set({ isAnswered: true }).where(isOpen).returning().get();
}

export async function setOutcome(
  db: Database,
  browserSha256: string,
  outcome: ProviderOutcome,
): Promise<void> {
  const own = eq(providerSignIns.browserSha256, browserSha256);
  await db.update(providerSignIns).set({ outcome }).where(own).run();
}

/** False if it was deleted before: each sign-in ends once. */
export async function deleteProviderSignIn(db: Database, browserSha256: string): Promise<boolean> {
  const own = eq(providerSignIns.browserSha256, browserSha256);
  const gone = db.delete(providerSignIns).where(own).returning({ browser: providerSignIns.browserSha256 });
  return (await gone.get()) !== undefined;
}

export async function deleteProviderSignInsBefore(db: Database, now: Date): Promise<void> {
  await db.delete(providerSignIns).where(lt(providerSignIns.expiresAt, now)).run();
}

/** In a transaction: removes the account's identities, and what was begun for it. */
export async function deleteProviderRows(db: Database, userId: string): Promise<void> {
  await db.delete(providerIdentities).where(eq(providerIdentities.userId, userId)).run();
  await db.delete(providerSignIns).where(eq(providerSignIns.userId, userId)).run();
}
