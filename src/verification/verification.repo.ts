import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { certificates, documents } from "../../db/schema.ts";

/** A document with the statement that was signed about it. */
export function findCertified(db: Database, serialNumber: string) {
  return db
    .select({ document: documents, attestation: certificates.attestation })
    .from(certificates)
    .innerJoin(documents, eq(documents.id, certificates.documentId))
    .where(eq(certificates.serialNumber, serialNumber))
    .get();
}
