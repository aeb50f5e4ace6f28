import { and, asc, eq, exists, gte, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { WebhookEvent } from "../../../db/columns/webhooks.ts";
import { announcedAnchors, certificates, documents, webhookEndpoints } from "../../../db/schema.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";

const event: WebhookEvent = "document.anchored";

/** The enabled webhooks that are told of anchored documents. */
const isSubscribed = () =>
  and(isNull(webhookEndpoints.disabledFor), sql`${webhookEndpoints.events} LIKE ${`%"${event}"%`}`);

export async function isAnyoneSubscribed(db: Database): Promise<boolean> {
  const one = db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isSubscribed()).limit(1);
  return (await one.get()) !== undefined;
}

/** Documents of subscribed accounts with entries in the log from this position on and before that one. */
export async function listSubscribedDocuments(
  db: Database,
  from: number,
  before: number,
): Promise<DocumentRow[]> {
  const { entryIndex, documentId } = certificates;
  const endpoints = db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.userId, documents.userId), isSubscribed()));
  const rows = await db
    .select({ document: documents })
    .from(certificates)
    .innerJoin(documents, eq(documents.id, documentId))
    .where(and(gte(entryIndex, from), lt(entryIndex, before), exists(endpoints)))
    .orderBy(asc(entryIndex))
    .all();
  return rows.map(({ document }) => document);
}

export async function findAnnouncedSize(db: Database): Promise<number | undefined> {
  return (await db.select().from(announcedAnchors).get())?.size;
}

export async function insertAnnouncedSize(db: Database, size: number): Promise<void> {
  await db.insert(announcedAnchors).values({ id: 1, size }).onConflictDoNothing().run();
}

/** False if another server has moved it in the meantime. */
export async function moveAnnouncedSize(db: Database, from: number, to: number): Promise<boolean> {
  const moved = db.update(announcedAnchors).set({ size: to }).where(eq(announcedAnchors.size, from));
  return (await moved.returning({ id: announcedAnchors.id }).get()) !== undefined;
}
