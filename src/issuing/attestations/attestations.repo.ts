import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { placeholders, prepared } from "../../../db/prepared.ts";
import { certificates } from "../../../db/schema.ts";

export type NewCertificate = Required<Omit<typeof certificates.$inferInsert, "entryIndex" | "entrySalt">>;

/** Its position in the log is written when it is appended to the log, in the same transaction. */
export async function insertCertificate(db: Database, row: NewCertificate): Promise<void> {
  await newCertificate(db).run(row);
}

const newCertificate = prepared((db) =>
  db
    .insert(certificates)
    .values(placeholders("serialNumber", "documentId", "attestation", "issuedAt"))
    .prepare(),
);

/** The signed statement about a document; undefined before it is completed. */
export async function findAttestation(db: Database, id: string): Promise<string | undefined> {
  const { attestation, documentId } = certificates;
  return (await db.select({ attestation }).from(certificates).where(eq(documentId, id)).get())?.attestation;
}

/** When the first certificate was issued that is still there. */
export async function findFirstIssue(db: Database): Promise<Date | undefined> {
  const { issuedAt } = certificates;
  return (await db.select({ issuedAt }).from(certificates).orderBy(issuedAt).limit(1).get())?.issuedAt;
}

/** True if anything has been attested with our keys. */
export async function hasCertificates(db: Database): Promise<boolean> {
  return (
    (await db.select({ serialNumber: certificates.serialNumber }).from(certificates).limit(1).get()) !==
    undefined
  );
}
