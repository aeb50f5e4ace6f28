import { checkCollectionStatement } from "../../../src/evidence/collection-statement.ts";
import { verifyEvidenceRecord } from "../../../src/evidence/ers/verify-record.ts";
import { readJwks } from "../../../src/evidence/read-jwks.ts";
import { decodeBase64 } from "../../../src/evidence/tlog/base64.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { readTrust } from "../../../src/evidence/verifier/trust.ts";
import type { FileRecord } from "../../../src/features/collections/collections.output.schema.ts";
import type { CollectionVerification } from "../../../src/features/verification/verification.output.schema.ts";

/** The result for one file. */
export type FileFinding =
  /** `number` counts from 1; `time` is when the file was attested, in milliseconds. */
  | { kind: "inside"; number: number; time: number; record: Uint8Array }
  | { kind: "certificate" | "outside" | "unreadable" | "unproven" | "unanswered" };

/** The number of retries for a file after the server asked to wait. */
const maxWaits = 5;

/**
 * Requests the record of a file by its fingerprint, and checks here that it leads from the file to the root of the
 * collection and to a trusted time-stamp, without trusting the server.
 */
export async function checkInCollection(
  sha256: string,
  record: CollectionVerification,
  trust: TrustTexts,
  signal: AbortSignal,
): Promise<FileFinding> {
  if (sha256 === record.certificateSha256) return { kind: "certificate" };
  const answer = await ask(`/api/verify/${record.serialNumber}/files/${sha256}`, signal);
  if (answer?.status === 404) return { kind: "outside" };
  if (!answer?.ok) return { kind: "unanswered" };
  const { index, record: base64 }: FileRecord = await answer.json();
  const bytes = decodeBase64(base64);
  const collection = findCollection(record, trust);
  const { roots, stampRoots } = readTrust(trust);
  const expected = { file: parseHex(sha256), roots: [...roots, ...stampRoots] };
  const checked = bytes && collection && verifyEvidenceRecord(bytes, { ...expected, collection });
  if (!bytes || !checked || "error" in checked) return { kind: "unproven" };
  return { kind: "inside", number: index + 1, time: checked.timeStamp.time.getTime(), record: bytes };
}

/** The root and the number of files, from the signed statement if the record has one. */
function findCollection(record: CollectionVerification, { jwks }: TrustTexts) {
  const stated = { root: parseHex(record.root), files: record.fileCount };
  if (record.attestation === undefined) return stated;
  const keys = readJwks(jwks);
  const checked = keys && checkCollectionStatement(record.attestation, keys);
  if (!checked || "error" in checked) return undefined;
  return { root: parseHex(checked.statement.root), files: checked.statement.files };
}

const parseHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Undefined if there was no answer. Waits as long as the server asks. */
async function ask(path: string, signal: AbortSignal): Promise<Response | undefined> {
  for (let wait = 0; ; wait += 1) {
    const answer = await fetch(path, { signal }).catch(() => undefined);
    signal.throwIfAborted();
    if (answer?.status !== 429 || wait === maxWaits) return answer;
    const seconds = Number(answer.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
