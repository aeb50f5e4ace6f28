import { checkCollectionStatement } from "../../../src/evidence/collection-statement.ts";
import { verifyEvidenceRecord } from "../../../src/evidence/ers/verify-record.ts";
import { readJwks } from "../../../src/evidence/read-jwks.ts";
import { decodeBase64 } from "../../../src/evidence/tlog/base64.ts";
import { hashesIn } from "../../../src/evidence/verifier/membership.ts";
import type { Report } from "../../../src/evidence/verifier/report.ts";
import { isSupporting } from "../../../src/evidence/verifier/summary.ts";
import type { Text } from "../../../src/evidence/verifier/text.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { readTrust } from "../../../src/evidence/verifier/trust.ts";
import type { FileRecord } from "../../../src/features/collections/collections.output.schema.ts";
import type { CollectionVerification } from "../../../src/features/verification/verification.output.schema.ts";
import { verifyInWorker } from "./verify-in-worker.ts";
import type { ReadersLists, VerifyEvent, VerifyTask } from "./verify-task.ts";

/** The result for one file. */
export type FileFinding =
  /** `number` counts from 1. */
  | { kind: "inside"; number: number; record: Uint8Array }
  /** No file of the collection, but one that may prove them, such as an evidence pack. */
  | { kind: "evidence"; report: Report }
  /** A reader's own lists, used or not. */
  | { kind: "lists" }
  /** No file of the collection, but a list of fingerprints that begins like the collection's. */
  | { kind: "sums" }
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
  return { kind: "inside", number: index + 1, record: bytes };
}

/** A file that is not in the collection, under its path. */
export type OutsideFile = { path: string; file: File };

/**
 * Which of these files are evidence or a reader's lists, by their paths. `task`: what the verifier needs besides them;
 * `hasOthers`: other files were chosen, too.
 */
export async function checkEvidence(
  outside: readonly OutsideFile[],
  task: Pick<VerifyTask, "trustFiles" | "evidence" | "trust" | "hasOthers">,
  signal: AbortSignal,
): Promise<{ findings: Map<string, FileFinding>; lists: ReadersLists; problem?: Text }> {
  const files = outside.map(({ path, file }) => new File([file], path));
  const findings = new Map<string, FileFinding>();
  let lists: ReadersLists = { from: [], unused: [] };
  let problem: Text | undefined;
  const take = (progress: VerifyEvent["progress"]) => {
    if (progress.state === "unusable") problem = progress.problem;
    if (progress.state !== "done") return;
    lists = progress.lists;
    const proving = progress.reports.filter((report) => isSupporting(report) || report.kind === "container");
    for (const report of proving) findings.set(report.name, { kind: "evidence", report });
    for (const name of [...lists.from, ...lists.unused]) findings.set(name, { kind: "lists" });
  };
  await verifyInWorker({ ...task, files, supportingOnly: true }, take, signal);
  return { findings, lists, ...(problem && { problem }) };
}

/** 10,000 lines with long names. */
const maxListBytes = 4 * 1024 * 1024;

/**
 * Which of these files are lists like the collection's SHA256SUMS: as many lines as it has files, the first of them
 * that of its first file. The server is asked only for that one, as for any file: it never says whether a whole list is
 * right, since that would confirm a guess about names that their owner keeps private.
 */
export async function checkSums(
  outside: readonly OutsideFile[],
  record: CollectionVerification,
  trust: TrustTexts,
  signal: AbortSignal,
): Promise<Map<string, FileFinding>> {
  const findings = new Map<string, FileFinding>();
  for (const { path, file } of outside) {
    const hashes = file.size <= maxListBytes ? hashesIn(await file.text()) : undefined;
    const [first] = hashes ?? [];
    if (first === undefined || hashes?.length !== record.fileCount) continue;
    const finding = await checkInCollection(first, record, trust, signal);
    if (finding.kind === "inside" && finding.number === 1) findings.set(path, { kind: "sums" });
  }
  return findings;
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
