import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { certificates, documents, timeStamps } from "../../../db/schema.ts";

/** A document with the statement that was signed about it. */
export function findCertified(db: Database, serialNumber: string) {
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

/** The time-stamps over its files, those of outside authorities first. */
export function findTimeStamps(db: Database, serialNumber: string) {
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

/** Serial numbers by their place in the log, newest first: at most so many, of those between the two places. */
export function listNewest(db: Database, range: { above: number; below: number; most: number }) {
  return newest(db).all(range);
}

const newest = prepared((db) => {
  const { serialNumber, entryIndex } = certificates;
  const { above, below, most } = {
    above: sql.placeholder("above"),
    below: sql.placeholder("below"),
    most: sql.placeholder("most"),
  };
  return db
    .select({ serialNumber, entryIndex: sql<number>`${entryIndex}` })
    .from(certificates)
    .where(and(gt(entryIndex, above), lt(entryIndex, below)))
    .orderBy(desc(entryIndex))
    .limit(most)
    .prepare();
});
