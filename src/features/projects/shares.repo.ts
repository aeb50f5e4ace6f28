import { and, count, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import {
  documents,
  officeMembers,
  projectShares,
  projects,
  shareOpenings,
  users,
} from "../../../db/schema.ts";
import type { Device } from "../accounts/device.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";

export type ShareRow = typeof projectShares.$inferSelect;
export type OpeningRow = typeof shareOpenings.$inferSelect;

/** Maximum number of stored visits per share. */
export const maxOpenings = 100;

/** Newest first. */
export async function listShares(db: Database, projectId: string): Promise<ShareRow[]> {
  return db
    .select()
    .from(projectShares)
    .where(eq(projectShares.projectId, projectId))
    .orderBy(desc(projectShares.createdAt), desc(projectShares.id))
    .all();
}

export async function countShares(db: Database, projectId: string): Promise<number> {
  const ofProject = eq(projectShares.projectId, projectId);
  return (await db.select({ total: count() }).from(projectShares).where(ofProject).get())?.total ?? 0;
}

export async function findShare(db: Database, id: string): Promise<ShareRow | undefined> {
  return db.select().from(projectShares).where(eq(projectShares.id, id)).get();
}

export async function insertShare(db: Database, row: typeof projectShares.$inferInsert): Promise<void> {
  await db.insert(projectShares).values(row).run();
}

/** The links of an account that still open, oldest first; only those that this member made, if given. */
export async function listOpenShares(db: Database, userId: string, now: Date, memberId?: string) {
  return db
    .select({
      share: projectShares,
      project: projects.name,
      madeBy: users.username,
      isMember: officeMembers.role,
    })
    .from(projectShares)
    .innerJoin(projects, eq(projects.id, projectShares.projectId))
    .leftJoin(users, and(eq(users.id, projectShares.memberId), eq(users.isDeleted, false)))
    .leftJoin(
      officeMembers,
      and(eq(officeMembers.officeId, userId), eq(officeMembers.userId, projectShares.memberId)),
    )
    .where(
      and(
        eq(projects.userId, userId),
        isNull(projectShares.revokedAt),
        gt(projectShares.expiresAt, now),
        memberId === undefined ? undefined : eq(projectShares.memberId, memberId),
      ),
    )
    .orderBy(projectShares.createdAt, projectShares.id)
    .all();
}

/** In a transaction: revokes the share and its mailed links. Its record of visits stays. */
export async function revokeShare(db: Database, id: string, at: Date): Promise<void> {
  await deleteMagicLinksTo(db, "shared-project", id);
  await db
    .update(projectShares)
    .set({ revokedAt: at, passwordHash: null })
    .where(and(eq(projectShares.id, id), isNull(projectShares.revokedAt)))
    .run();
}

/**
 * In a transaction: stores the acknowledgment; returns false if there is one already or the share is no longer valid.
 */
export async function noteAcknowledgement(
  db: Database,
  id: string,
  given: { at: Date; name: string; message: string | null; documentId: string },
): Promise<boolean> {
  const noted = await db
    .update(projectShares)
    .set({
      acknowledgedAt: given.at,
      acknowledgedBy: given.name,
      acknowledgedMessage: given.message,
      acknowledgementId: given.documentId,
    })
    .where(
      and(eq(projectShares.id, id), isNull(projectShares.acknowledgedAt), isNull(projectShares.revokedAt)),
    )
    .returning({ id: projectShares.id })
    .get();
  return noted !== undefined;
}

/** The zones on the stamps of the acknowledgements, by share; without those of America/Chicago. */
export async function findAcknowledgementZones(
  db: Database,
  shares: readonly ShareRow[],
): Promise<Map<string, string>> {
  const ids = shares.flatMap(({ acknowledgementId }) => acknowledgementId ?? []);
  if (ids.length === 0) return new Map();
  const { id, timeZone } = documents;
  const rows = await db.select({ id, timeZone }).from(documents).where(inArray(id, ids)).all();
  const zones = new Map(rows.map((row) => [row.id, row.timeZone]));
  return new Map(
    shares.flatMap((share) => {
      const zone = zones.get(share.acknowledgementId ?? "");
      return zone ? [[share.id, zone] as const] : [];
    }),
  );
}

/** In a transaction: deletes the share with its mailed links and visits. */
export async function deleteShare(db: Database, id: string): Promise<void> {
  await deleteMagicLinksTo(db, "shared-project", id);
  await db.delete(shareOpenings).where(eq(shareOpenings.shareId, id)).run();
  await db.delete(projectShares).where(eq(projectShares.id, id)).run();
}

/** In a transaction: deletes all shares of a project. */
export async function deleteProjectShares(db: Database, projectId: string): Promise<void> {
  for (const { id } of await listShares(db, projectId)) await deleteShare(db, id);
}

/** The latest visits to each of the shares, newest first. */
export async function listOpenings(
  db: Database,
  shareIds: string[],
  limit: number,
): Promise<Map<string, OpeningRow[]>> {
  if (shareIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(shareOpenings)
    .where(inArray(shareOpenings.shareId, shareIds))
    .orderBy(desc(shareOpenings.lastOpenedAt), desc(shareOpenings.id))
    .all();
  const byShare = Map.groupBy(rows, ({ shareId }) => shareId);
  return new Map([...byShare].map(([id, openings]) => [id, openings.slice(0, limit)]));
}

/** The recent visit from the same device, which a new view extends. */
export async function findOpening(
  db: Database,
  shareId: string,
  { browser, system }: Device,
  after: Date,
): Promise<OpeningRow | undefined> {
  return db
    .select()
    .from(shareOpenings)
    .where(
      and(
        eq(shareOpenings.shareId, shareId),
        gt(shareOpenings.lastOpenedAt, after),
        browser === null ? isNull(shareOpenings.browser) : eq(shareOpenings.browser, browser),
        system === null ? isNull(shareOpenings.system) : eq(shareOpenings.system, system),
      ),
    )
    .get();
}

export async function continueOpening(db: Database, id: string, at: Date): Promise<void> {
  await db.update(shareOpenings).set({ lastOpenedAt: at }).where(eq(shareOpenings.id, id)).run();
}

/** In a transaction: adds a visit, and deletes the oldest beyond `maxOpenings`. */
export async function insertOpening(db: Database, row: OpeningRow): Promise<void> {
  await db.insert(shareOpenings).values(row).run();
  await db
    .update(projectShares)
    .set({ openCount: sql`${projectShares.openCount} + 1` })
    .where(eq(projectShares.id, row.shareId))
    .run();
  const kept = await db
    .select({ id: shareOpenings.id })
    .from(shareOpenings)
    .where(eq(shareOpenings.shareId, row.shareId))
    .orderBy(desc(shareOpenings.lastOpenedAt), desc(shareOpenings.id))
    .all();
  const old = kept.slice(maxOpenings).map(({ id }) => id);
  if (old.length > 0) await db.delete(shareOpenings).where(inArray(shareOpenings.id, old)).run();
}
