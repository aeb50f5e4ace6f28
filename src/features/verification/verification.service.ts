import { AppError } from "../../errors.ts";
import { type AttestationIssue, attestationIn } from "../../evidence/attestation.ts";
import { readSerialNumber } from "../../evidence/serial-number.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { removedFileName } from "../../formats/file-names.ts";
import { isRemovedFileName } from "../../formats/removed-name.ts";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import {
  type DocumentRow,
  isStarted,
  type StartedDocument,
} from "../../issuing/attestations/document-row.ts";
import { findEvidenceRecord } from "../../issuing/renewal/evidence-record.service.ts";
import { getCoseReceipt, getWitnessedReceipt } from "../../issuing/witnesses/witnessed-receipt.service.ts";
import { hasWitnesses } from "../../issuing/witnesses/witnesses.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { viewTimeZone } from "../documents/documents.ts";
import type { Statement } from "../documents/kinds/kind.ts";
import { holdsList, kindOf } from "../documents/kinds/kinds.ts";
import type { DocumentVerification, VerificationView } from "./verification.output.schema.ts";
import { findCertified, findTimeStamps, listCertified } from "./verification.repo.ts";

type Verifying = Pick<
  Deps,
  "db" | "now" | "config" | "log" | "signingKeys" | "memoryRateLimiter" | "counterKey"
>;

export type CertifiedDocument = StartedDocument & { stampedSha256: string; certificateSha256: string };

/**
 * What the public may learn from a serial number, however it is typed. It does not trust stored data: it checks the
 * signed statement with our keys and against the row. Throws `not_found` with one text for everything it cannot
 * confirm: unknown, malformed, unfinished, altered.
 */
export async function verifySerialNumber(
  deps: Verifying,
  typed: string,
  address: string,
): Promise<VerificationView> {
  await takeFromLimit(deps, "verificationsPerAddress", address);
  const { document, attestation } = await requireConfirmed(deps, typed);
  return toView(deps, document, attestation, hasWitnesses(deps.config));
}

/**
 * The COSE receipt (RFC 9942) of a serial number, under the same head of the log as the receipt in its record. Throws
 * `not_found` as `verifySerialNumber` does, and if the record has no receipt.
 */
export async function findCoseReceipt(
  deps: Verifying & Pick<Deps, "logKey">,
  typed: string,
  address: string,
): Promise<Uint8Array> {
  await takeFromLimit(deps, "verificationsPerAddress", address);
  const { document } = await requireConfirmed(deps, typed);
  const receipt = document.clientName ? await getCoseReceipt(deps, document.id) : undefined;
  if (!receipt)
    throw new AppError("not_found", "record-has-no-receipt", "There is no receipt for this serial number.");
  return receipt;
}

/**
 * The document with this serial number, however it is typed, and the statement that agrees with it. Throws `not_found`
 * as `verifySerialNumber` does.
 */
export async function requireConfirmed(
  deps: Pick<Deps, "db" | "log" | "signingKeys">,
  typed: string,
): Promise<{ document: CertifiedDocument; attestation: string }> {
  const serialNumber = readSerialNumber(typed);
  if (serialNumber === undefined) throw notConfirmed();
  const found = await findCertified(deps.db, serialNumber);
  if (!found || !isCertified(found.document)) throw notConfirmed();
  const { document, attestation } = found;
  if (!isConfirmed(deps, document, attestation)) throw notConfirmed();
  return { document, attestation };
}

/** The rows that are in memory at a time. */
const batchSize = 100;

/**
 * What the public may learn from all serial numbers, in their order; undefined for those that `verifySerialNumber` does
 * not confirm.
 */
export async function* viewAll(
  deps: Pick<Deps, "db" | "log" | "signingKeys">,
): AsyncGenerator<VerificationView | undefined> {
  let rows = await listCertified(deps.db, "", batchSize);
  while (rows.length > 0) {
    for (const { document, attestation } of rows) {
      const isKnown = isCertified(document) && isConfirmed(deps, document, attestation);
      yield isKnown ? await toView(deps, document, attestation) : undefined;
    }
    rows = await listCertified(deps.db, rows.at(-1)?.serialNumber ?? "", batchSize);
  }
}

/** Whether the attestation is about the document; logs it if not. */
function isConfirmed(
  deps: Pick<Deps, "log" | "signingKeys">,
  document: CertifiedDocument,
  attestation: string,
): boolean {
  const error = findIssueIn(deps, document, attestation);
  const { serialNumber } = document;
  if (error) deps.log.error({ serialNumber, error }, "a stored attestation does not match its document");
  return error === undefined;
}

export function isCertified(row: DocumentRow): row is CertifiedDocument {
  return isStarted(row) && row.stampedSha256 !== null && row.certificateSha256 !== null;
}

/** Why a stored attestation cannot be trusted: its signature is wrong, or it is about another document. */
export function findIssueIn(
  deps: Pick<Deps, "signingKeys">,
  document: CertifiedDocument,
  attestation: string,
): AttestationIssue | "other-document" | undefined {
  const checked = kindOf(document).check(document, attestation, publicJwks(deps.signingKeys.all));
  return "error" in checked ? checked.error : findDifference(document, checked);
}

function findDifference(
  document: CertifiedDocument,
  { signed, row }: { signed: Statement; row: Statement },
): "other-document" | undefined {
  const expected = isForgotten(document) ? { ...row, name: signed.name } : row;
  const isSame = Bun.deepEquals(comparable(signed, expected), comparable(expected, signed), true);
  return isSame ? undefined : "other-document";
}

/**
 * Deleting an account or a completed document removes the client's name and the file name from the row; the signed
 * statement keeps both.
 */
function isForgotten({ clientName, originalName }: CertifiedDocument): boolean {
  return clientName === null && isRemovedFileName(originalName);
}

/**
 * Compares the client's name, and what stands with it, only if both have one: deleting an account removes them from the
 * row, and early statements have none.
 */
function comparable(statement: Statement, other: Statement): Statement {
  const { client: _, office: _o, domain: _d, email: _e, ...nameless } = statement;
  return other.client === undefined ? nameless : statement;
}

/**
 * `asks`: whether this server asks anyone to sign its log; unknown for a site that others may serve years later.
 * The signed statement contains the client's name, so it is hidden once the row has lost the name. Its receipt is of
 * use only together with the statement, so it is hidden too. Time-stamp tokens contain only hashes.
 */
async function toView(
  deps: Pick<Deps, "db">,
  document: CertifiedDocument,
  attestation: string,
  asks?: boolean,
): Promise<VerificationView> {
  const { clientName, withdrawnAt } = document;
  const common = {
    serialNumber: document.serialNumber,
    processedDate: document.processedAt.toISOString(),
    ...viewTimeZone(document),
    documentName: isForgotten(document) ? removedFileName(document.originalName) : document.originalName,
    ...(clientName
      ? { clientName, ...document.identity, attestation, ...(await receiptFor(deps, document.id, asks)) }
      : {}),
    certificateSha256: document.certificateSha256,
    timeStamps: await readTimeStamps(deps, document.serialNumber),
    ...(await readRenewals(deps, document.serialNumber)),
    ...(withdrawnAt && { status: "withdrawn" as const, withdrawnAt: withdrawnAt.toISOString() }),
  };
  if (holdsList(document)) {
    const { files: fileCount, bytes: totalBytes, root } = document.collection;
    return { kind: "collection", fileCount, totalBytes, root, ...common };
  }
  const { timeline, acknowledgement } = attestationIn(attestation);
  return {
    ...common,
    originalSha256: document.sha256,
    stampedSha256: document.stampedSha256,
    ...(timeline ? { timeline } : {}),
    ...(acknowledgement ? { acknowledgement } : {}),
    originalKept: document.originalKept ?? false,
  };
}

async function receiptFor(
  deps: Pick<Deps, "db">,
  documentId: string,
  asks: boolean | undefined,
): Promise<Pick<DocumentVerification, "receipt" | "stage" | "witnessed">> {
  const { receipt, tokens, cosignatures, proof, blocks, confirmed } = await getWitnessedReceipt(
    deps,
    documentId,
  );
  const grown = { witnesses: tokens.length + cosignatures, ...(confirmed && { block: confirmed.block }) };
  const stage = { ...grown, sentence: stageWords.en.stage(grown, asks) };
  if (tokens.length === 0 && !proof) return { receipt, stage };
  const witnessed = {
    tokens: tokens.map(base64),
    ...(proof && { proof: base64(proof) }),
    blocks,
    ...(confirmed && { headers: confirmed.path }),
  };
  return { receipt, stage, witnessed };
}

async function readRenewals(
  deps: Pick<Deps, "db">,
  serialNumber: string,
): Promise<Pick<DocumentVerification, "renewed">> {
  const found = await findEvidenceRecord(deps, serialNumber);
  if (!found) return {};
  return { renewed: { times: found.times.map((time) => time.toISOString()), record: base64(found.record) } };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

async function readTimeStamps(
  { db }: Pick<Deps, "db">,
  serialNumber: string,
): Promise<VerificationView["timeStamps"]> {
  return (await findTimeStamps(db, serialNumber)).map((row) => ({ ...row, token: base64(row.token) }));
}

function notConfirmed(): AppError {
  return new AppError(
    "not_found",
    "document-unverifiable",
    "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.",
  );
}
