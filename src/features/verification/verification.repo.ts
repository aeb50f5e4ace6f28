import { asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { certificates, documents, timeStamps } from "../../../db/schema.ts";

/** A document with the signed statement about it. */
export async function findCertified(db: Database, serialNumber: string) {
  return certified(db).get({ serialNumber });
}

const certified = prepared((db) =>
  db
    .select({ document: documents, attestation: certificates.attestation })
    .from(certificates)
    .innerJoin(documents, eq(documents.id, certificates.documentId))
    .where(eq(certificates.serialNumber, sql.placeholder("serialNumber")))
    .prepare(),
);

/** Documents with the signed statements about them, by serial number, after the given one. */
export async function listCertified(db: Database, after: string, limit: number) {
  return db
    .select({
      serialNumber: certificates.serialNumber,
      attestation: certificates.attestation,
      document: documents,
    })
    .from(certificates)
    .innerJoin(documents, eq(documents.id, certificates.documentId))
    .where(gt(certificates.serialNumber, after))
    .orderBy(asc(certificates.serialNumber))
    .limit(limit)
    .all();
}

/** The time-stamps over its files, those of external authorities first. */
export async function findTimeStamps(db: Database, serialNumber: string) {
  return stamped(db).all({ serialNumber });
}

const stamped = prepared((db) => {
  const { about, isOutside, token } = timeStamps;
  return db
    .select({ about, isOutside, token })
    .from(timeStamps)
    .where(eq(timeStamps.serialNumber, sql.placeholder("serialNumber")))
    .orderBy(desc(isOutside), about)
    .prepare();
});
