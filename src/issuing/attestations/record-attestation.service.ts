import type { IssuingDeps } from "../deps.ts";
import { type DocumentTimeStamps, storeTimeStamps } from "../tsa/document-time-stamps.service.ts";
import { findAttestation, insertCertificate } from "./attestations.repo.ts";
import type { StartedDocument } from "./document-row.ts";

/** Stores a signed statement and its tokens, in the transaction that appends the statement to the log. */
export async function recordAttestation(
  deps: Pick<IssuingDeps, "db" | "now" | "externalTsas">,
  { id: documentId, serialNumber }: StartedDocument,
  { attestation, timeStamps }: { attestation: string; timeStamps: DocumentTimeStamps },
): Promise<void> {
  const issuedAt = new Date(deps.now());
  await Promise.all([
    insertCertificate(deps.db, { serialNumber, documentId, attestation, issuedAt }),
    storeTimeStamps(deps, serialNumber, timeStamps),
  ]);
}

/** The signed statement about a document as it was recorded; undefined before it is completed. */
export async function readAttestation(
  { db }: Pick<IssuingDeps, "db">,
  id: string,
): Promise<string | undefined> {
  return findAttestation(db, id);
}
