import { and, count, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { officeMembers, users, webhookDeliveries, webhookEndpoints } from "../../../db/schema.ts";
import type { DeliveryRow, EndpointRow } from "./webhooks.ts";

/** Oldest first. */
export async function listEndpoints(db: Database, userId: string): Promise<EndpointRow[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    .all();
}

/** The endpoints of an office, oldest first, each with the member who set it up. */
export async function listOfficeEndpoints(db: Database, officeId: string) {
  return db
    .select({ endpoint: webhookEndpoints, madeBy: users.username, isMember: officeMembers.role })
    .from(webhookEndpoints)
    .leftJoin(users, and(eq(users.id, webhookEndpoints.memberId), eq(users.isDeleted, false)))
    .leftJoin(
      officeMembers,
      and(eq(officeMembers.officeId, officeId), eq(officeMembers.userId, webhookEndpoints.memberId)),
    )
    .where(eq(webhookEndpoints.userId, officeId))
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    .all();
}

/** Disables the endpoints that this member set up for an office, if they are enabled; returns how many. */
export async function disableEndpointsOf(db: Database, officeId: string, memberId: string): Promise<number> {
  const { userId, memberId: maker, disabledFor, id } = webhookEndpoints;
  const disabled = db
    .update(webhookEndpoints)
    .set({ disabledFor: "maker-left" })
    .where(and(eq(userId, officeId), eq(maker, memberId), isNull(disabledFor)));
  return (await disabled.returning({ id }).all()).length;
}

/** Those that are enabled. */
export async function listEnabledEndpoints(db: Database, userId: string): Promise<EndpointRow[]> {
  return enabledEndpoints(db).all({ userId });
}

const enabledEndpoints = prepared((db) =>
  db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.userId, sql.placeholder("userId")), isNull(webhookEndpoints.disabledFor)))
    .prepare(),
);

export async function countEndpoints(db: Database, userId: string): Promise<number> {
  const own = eq(webhookEndpoints.userId, userId);
  return (await db.select({ count: count() }).from(webhookEndpoints).where(own).get())?.count ?? 0;
}

/** The only query for a user's endpoint: by id and owner together. */
export async function findOwnedEndpoint(
  db: Database,
  userId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  return db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId)))
    .get();
}

export async function insertEndpoint(
  db: Database,
  row: typeof webhookEndpoints.$inferInsert,
): Promise<EndpointRow> {
  return db.insert(webhookEndpoints).values(row).returning().get();
}

export async function updateEndpoint(db: Database, id: string, change: Partial<EndpointRow>): Promise<void> {
  await db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).run();
}

/** Also deletes its deliveries. */
export async function deleteEndpoint(db: Database, id: string): Promise<void> {
  await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run();
}

export async function deleteUserEndpoints(db: Database, userId: string): Promise<void> {
  await db.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId)).run();
}

export async function insertDelivery(
  db: Database,
  row: typeof webhookDeliveries.$inferInsert,
): Promise<void> {
  await db.insert(webhookDeliveries).values(row).run();
}

export async function findDelivery(
  db: Database,
  id: string,
): Promise<{ delivery: DeliveryRow; endpoint: EndpointRow } | undefined> {
  return db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, id))
    .get();
}

/** Newest first, at most `limit`. */
export async function listDeliveries(
  db: Database,
  endpointId: string,
  limit: number,
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .all();
}

export async function updateDelivery(db: Database, id: string, change: Partial<DeliveryRow>): Promise<void> {
  await db.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id)).run();
}

/** Deletes deliveries queued before `before` (ms since 1970). */
export async function deleteDeliveriesBefore(db: Database, before: number): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, new Date(before)))
    .run();
}
