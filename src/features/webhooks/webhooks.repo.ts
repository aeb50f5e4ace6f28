import { and, count, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { webhookDeliveries, webhookEndpoints } from "../../../db/schema.ts";
import type { DeliveryRow, EndpointRow } from "./webhooks.ts";

/** The oldest first. */
export function listEndpoints(db: Database, userId: string): EndpointRow[] {
  return db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    .all();
}

/** Those that something is sent to. */
export function listEnabledEndpoints(db: Database, userId: string): EndpointRow[] {
  return enabledEndpoints(db).all({ userId });
}

const enabledEndpoints = prepared((db) =>
  db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.userId, sql.placeholder("userId")), isNull(webhookEndpoints.disabledFor)))
    .prepare(),
);

export function countEndpoints(db: Database, userId: string): number {
  const own = eq(webhookEndpoints.userId, userId);
  return db.select({ count: count() }).from(webhookEndpoints).where(own).get()?.count ?? 0;
}

/** The only way to an endpoint on behalf of a user: id and owner together. */
export function findOwnedEndpoint(db: Database, userId: string, id: string): EndpointRow | undefined {
  return db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId)))
    .get();
}

export function insertEndpoint(db: Database, row: typeof webhookEndpoints.$inferInsert): EndpointRow {
  return db.insert(webhookEndpoints).values(row).returning().get();
}

export function updateEndpoint(db: Database, id: string, change: Partial<EndpointRow>): void {
  db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).run();
}

/** Its deliveries go with it. False when this user has no such endpoint. */
export function deleteEndpoint(db: Database, userId: string, id: string): boolean {
  const own = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId));
  return db.delete(webhookEndpoints).where(own).run().changes === 1;
}

export function deleteEndpointsOf(db: Database, userId: string): void {
  db.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId)).run();
}

export function insertDelivery(db: Database, row: typeof webhookDeliveries.$inferInsert): void {
  db.insert(webhookDeliveries).values(row).run();
}

export function findDelivery(
  db: Database,
  id: string,
): { delivery: DeliveryRow; endpoint: EndpointRow } | undefined {
  return db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, id))
    .get();
}

/** The newest first, at most `most`. */
export function listDeliveries(db: Database, endpointId: string, most: number): DeliveryRow[] {
  return db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(most)
    .all();
}

export function updateDelivery(db: Database, id: string, change: Partial<DeliveryRow>): void {
  db.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id)).run();
}

/** Forgets deliveries queued before `before` (ms since 1970). */
export function deleteDeliveriesBefore(db: Database, before: number): void {
  db.delete(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, new Date(before)))
    .run();
}
