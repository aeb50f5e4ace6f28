import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { knownDevices } from "../../../db/schema.ts";

export async function hasDevice(db: Database, tokenHash: string, userId: string): Promise<boolean> {
  const found = and(eq(knownDevices.tokenHash, tokenHash), eq(knownDevices.userId, userId));
  return (await db.select().from(knownDevices).where(found).get()) !== undefined;
}

export async function listUsersOfDevice(db: Database, tokenHash: string): Promise<string[]> {
  const rows = await db.select().from(knownDevices).where(eq(knownDevices.tokenHash, tokenHash)).all();
  return rows.map(({ userId }) => userId);
}

/** Moves every account of the browser to its new token. */
export async function renameDevice(db: Database, tokenHash: string, newTokenHash: string): Promise<void> {
  await db
    .update(knownDevices)
    .set({ tokenHash: newTokenHash })
    .where(eq(knownDevices.tokenHash, tokenHash))
    .run();
}

export async function upsertDevice(
  db: Database,
  tokenHash: string,
  userId: string,
  lastUsedAt: Date,
): Promise<void> {
  await db
    .insert(knownDevices)
    .values({ tokenHash, userId, lastUsedAt })
    .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.userId], set: { lastUsedAt } })
    .run();
}

/** Keeps only the most recently used devices of an account. */
export async function deleteOldestDevices(db: Database, userId: string, kept: number): Promise<void> {
  const surplus = (
    await db
      .select({ tokenHash: knownDevices.tokenHash })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId))
      .orderBy(desc(knownDevices.lastUsedAt))
      .all()
  )
    .slice(kept)
    .map(({ tokenHash }) => tokenHash);
  if (surplus.length === 0) return;
  await db
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.tokenHash, surplus)))
    .run();
}

/** Deletes devices last used before `before` (ms since 1970). */
export async function deleteDevicesBefore(db: Database, before: number): Promise<void> {
  await db
    .delete(knownDevices)
    .where(lt(knownDevices.lastUsedAt, new Date(before)))
    .run();
}
