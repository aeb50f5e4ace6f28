import { desc, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { certificates, documents, timeStamps } from "../../db/schema.ts";

/** A document with the statement that was signed about it. */
export function findCertified(db: Database, serialNumber: string) {
  return db
    .select({ document: documents, attestation: certificates.attestation })
    .from(certificates)
    .innerJoin(documents, eq(documents.id, certificates.documentId))
    .where(eq(certificates.serialNumber, serialNumber))
    .get();
}

/** The time-stamps over its files, those of outside authorities first. */
export function findTimeStamps(db: Database, serialNumber: string) {
  const { about, isOutside, token } = timeStamps;
  return db
    .select({ about, isOutside, token })
    .from(timeStamps)
    .where(eq(timeStamps.serialNumber, serialNumber))
    .orderBy(desc(isOutside), about)
    .all();
}
