import { AppError } from "../../errors.ts";
import { type Attestation, type AttestationIssue, checkAttestation } from "../../evidence/attestation.ts";
import { isJwsSignedNatively } from "../../evidence/ed25519-natively.ts";
import { readSerialNumber } from "../../evidence/serial-number.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { forgottenFileName } from "../../formats/file-names.ts";
import { mayTakeFromLimit, takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { attestationOf } from "../documents/attest.ts";
import { type DocumentRow, isStarted, type StartedDocument } from "../documents/documents.ts";
import { witnessedReceiptOf } from "../witnesses/witnessed-receipt.service.ts";
import { findCertified, findTimeStamps } from "./verification.repo.ts";
import type { VerificationView } from "./verification.schema.ts";

type CertifiedDocument = StartedDocument & { stampedSha256: string; certificateSha256: string };

/**
 * What the public may learn from a serial number, however it was typed. Nothing stored is believed: the signed
 * statement is checked with our keys and against the row. Throws `not_found` with one text for everything that
 * cannot be confirmed: unknown, malformed, unfinished, deleted, altered. An answer is given again, without looking,
 * while no row it was made from has changed.
 */
export function verifySerialNumber(deps: Deps, typed: string, address: string): VerificationView {
  return JSON.parse(confirmationOf(deps, typed, address));
}

/** The same as JSON, which is how it is kept. */
export function confirmationOf(deps: Deps, typed: string, address: string): string {
  takeFromLimit(deps, "verificationsPerAddress", address);
  const serialNumber = readSerialNumber(typed);
  if (serialNumber === undefined) throw notConfirmed();
  return deps.confirmations.get(serialNumber, () => JSON.stringify(confirm(deps, serialNumber)));
}

/** Sees to it that the answer about a serial number in canonical form is kept, where there is one. */
export function prepareConfirmation(deps: Deps, serialNumber: string): void {
  try {
    deps.confirmations.get(serialNumber, () => JSON.stringify(confirm(deps, serialNumber)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/**
 * What is kept for a serial number in canonical form, for an address that may ask. Undefined says nothing: then
 * `confirmationOf` has the answer.
 */
export function cachedVerification(deps: Deps, serialNumber: string, address: string): string | undefined {
  const kept = deps.confirmations.find(serialNumber);
  if (kept === undefined) return undefined;
  return mayTakeFromLimit(deps, "verificationsPerAddress", address) ? kept : undefined;
}

function confirm(deps: Deps, serialNumber: string): VerificationView {
  const found = findCertified(deps.db, serialNumber);
  if (!found || !isCertified(found.document)) throw notConfirmed();
  const { document, attestation } = found;
  const fault = findIssueIn(deps, document, attestation);
  if (fault) {
    deps.log.error({ serialNumber, fault }, "a stored attestation does not agree with its document");
    throw notConfirmed();
  }
  return toView(deps, document, attestation);
}

export function isCertified(row: DocumentRow): row is CertifiedDocument {
  return isStarted(row) && row.stampedSha256 !== null && row.certificateSha256 !== null;
}

/** What is wrong with a stored attestation: with its signature, or as the statement about this document. */
export function findIssueIn(
  deps: Pick<Deps, "signingKeys">,
  document: CertifiedDocument,
  attestation: string,
): AttestationIssue | "other-document" | undefined {
  const checked = checkAttestation(attestation, publicJwks(deps.signingKeys.all), isJwsSignedNatively);
  if ("fault" in checked) return checked.fault;
  const signed = checked.attestation;
  const row = attestationOf(document, document.stampedSha256);
  const expected = isForgotten(document) ? { ...row, name: signed.name } : row;
  const isSame = Bun.deepEquals(comparable(signed, expected), comparable(expected, signed), true);
  return isSame ? undefined : "other-document";
}

/** With an account, the names of client and file go from its rows; in what was signed they stay. */
function isForgotten({ clientName, originalName }: CertifiedDocument): boolean {
  return clientName === null && originalName === forgottenFileName(originalName);
}

/** The client's name counts where both have it: with an account it goes from the row, and early statements had none. */
function comparable(attestation: Attestation, other: Attestation): Attestation {
  const { client: _, ...nameless } = attestation;
  return other.client === undefined ? nameless : attestation;
}

/**
 * The signed statement keeps the client's name for good, so it is shown no more once the row has lost the name. Its
 * receipt opens the log's entry only for who has the statement, and goes with it. Tokens know fingerprints alone.
 */
function toView(deps: Deps, document: CertifiedDocument, attestation: string): VerificationView {
  const { clientName } = document;
  return {
    serialNumber: document.serialNumber,
    processedDate: document.processedAt.toISOString(),
    documentName: document.originalName,
    ...(clientName ? { clientName, attestation, ...receiptFor(deps, document.id) } : {}),
    originalSha256: document.sha256,
    stampedSha256: document.stampedSha256,
    certificateSha256: document.certificateSha256,
    originalKept: document.originalKept ?? false,
    timeStamps: timeStampsOf(deps, document.serialNumber),
  };
}

function receiptFor(deps: Deps, documentId: string): Pick<VerificationView, "receipt" | "witnessed"> {
  const { receipt, tokens, proof, blocks } = witnessedReceiptOf(deps, documentId);
  if (tokens.length === 0 && !proof) return { receipt };
  const witnessed = { tokens: tokens.map(base64), ...(proof && { proof: base64(proof) }), blocks };
  return { receipt, witnessed };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

function timeStampsOf({ db }: Deps, serialNumber: string): VerificationView["timeStamps"] {
  return findTimeStamps(db, serialNumber).map((row) => ({ ...row, token: base64(row.token) }));
}

function notConfirmed(): AppError {
  return new AppError(
    "not_found",
    "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.",
  );
}
