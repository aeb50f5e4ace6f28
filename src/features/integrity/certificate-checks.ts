import { adoptionStatementSchema } from "../../evidence/adoption-statement.ts";
import { checkStatement } from "../../evidence/attestation.ts";
import { isJwsSignedNatively } from "../../evidence/ed25519-natively.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { commitmentTo, saltSize } from "../../evidence/tlog/commitment.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import { isTreeIntact } from "../../issuing/attestations/summed-files.service.ts";
import {
  countReleased,
  findOrphanedEntry,
  listCertified,
  listReleasedButHeld,
  listUncertified,
  readEntries,
} from "../../issuing/log/log.repo.ts";
import { findRecordIssues } from "../../issuing/renewal/evidence-record.service.ts";
import { findTimeStampIssues } from "../../issuing/tsa/stored-tokens.service.ts";
import type { Deps } from "../deps.ts";
import { holdsList } from "../documents/kinds/kinds.ts";
import { listAdoptions } from "../publishing/adoption.repo.ts";
import { findIssueIn, isCertified } from "../verification/verification.service.ts";

/** `roots` are all trusted roots of time-stamps: the current one, earlier ones, and accepted external ones. */
type CheckDeps = Pick<Deps, "db" | "files" | "signingKeys"> & { roots: Certificate[] };
type Certified = Awaited<ReturnType<typeof listCertified>>[number];

const rowBatchSize = 100;

/**
 * Checks every certificate: its files on disk by their hashes, its attestation by its signature and its row, its
 * time-stamps and their renewals by their roots, its log entry by the commitment; and all statements about adopted
 * logs. Returns the number of certificates, and one sentence for each error. Documents deleted in the meantime do not
 * count as errors.
 */
export async function checkCertificates(
  deps: CheckDeps,
  onProgress: (certificates: number) => void = () => {},
): Promise<{ certificates: number; released: number; issues: string[] }> {
  const issues = [...(await findEntryIssues(deps)), ...(await findAdoptionIssues(deps))];
  let certificates = 0;
  let after = "";
  for (let rows = await listCertified(deps.db, after, rowBatchSize); rows.length > 0; ) {
    for (const row of rows) {
      after = row.serialNumber;
      const found = await findIssues(deps, row);
      const [again] = found.length === 0 ? [row] : await listCertified(deps.db, after, 1, "from");
      if (again?.serialNumber !== after) continue;
      certificates += 1;
      const still = found.length === 0 ? found : await findIssues(deps, again);
      issues.push(...still.map((error) => `${after}: ${error}`));
    }
    rows = await listCertified(deps.db, after, rowBatchSize);
    onProgress(certificates);
  }
  return { certificates, released: await countReleased(deps.db), issues };
}

async function findIssues(deps: CheckDeps, row: Certified): Promise<string[]> {
  return [...(await findRowIssues(deps, row)), ...(await findFileIssues(deps, row))];
}

/** Certificates that are missing from the log, and log entries without a certificate. */
async function findEntryIssues({ db }: CheckDeps): Promise<string[]> {
  const orphaned = await findOrphanedEntry(db);
  return [
    ...(orphaned === undefined
      ? []
      : [`The certificate of entry ${orphaned} is gone, but no document was deleted.`]),
    ...(await listReleasedButHeld(db)).map(
      (position) =>
        `Entry ${position} is marked as belonging to a deleted document, but its certificate still exists.`,
    ),
    ...(await listUncertified(db)).map(
      (serialNumber) => `${serialNumber}: it is completed but has no certificate.`,
    ),
  ];
}

/** Statements about adopted logs that we did not sign, or that are not in our log. */
async function findAdoptionIssues({ db, signingKeys }: CheckDeps): Promise<string[]> {
  const keys = publicJwks(signingKeys.all);
  const issues: string[] = [];
  for (const { origin, statement, entryIndex, entrySalt } of await listAdoptions(db)) {
    const about = `The statement about the adopted log of ${origin}`;
    if (statement === null || entryIndex === null || entrySalt === null) {
      issues.push(`${about} is missing.`);
      continue;
    }
    const check = checkStatement(statement, keys, adoptionStatementSchema, isJwsSignedNatively);
    if ("error" in check) issues.push(`${about} is not valid (${check.error}).`);
    else if (!(await isEntry(db, { statement, entryIndex, entrySalt })))
      issues.push(`${about} does not match entry ${entryIndex} of the log.`);
  }
  return issues;
}

type Entry = { statement: string; entryIndex: number; entrySalt: Uint8Array };

/** Whether the log has the commitment to this statement at this position. */
async function isEntry(db: CheckDeps["db"], { statement, entryIndex, entrySalt }: Entry): Promise<boolean> {
  const [entry] = await readEntries(db, entryIndex, 1);
  if (!entry || entrySalt.length !== saltSize) return false;
  return sameBytes(entry, commitmentTo(statement, entrySalt));
}

async function findRowIssues(
  deps: CheckDeps,
  { document, attestation, entryIndex, entrySalt }: Certified,
): Promise<string[]> {
  if (!isCertified(document)) return ["it has a certificate, but is not completed."];
  const error = findIssueIn(deps, document, attestation);
  if (error) return [`its attestation is not valid (${error}).`];
  if (entryIndex === null || entrySalt === null) return ["it is not in the log."];
  if (!(await isEntry(deps.db, { statement: attestation, entryIndex, entrySalt })))
    return [`the log's entry ${entryIndex} does not match its attestation.`];
  const original = holdsList(document) ? document.collection.root : document.sha256;
  const digests = { original, stamped: document.stampedSha256 };
  return [
    ...(await findTimeStampIssues(deps, document.serialNumber, digests, deps.roots)),
    ...(await findRecordIssues(deps, document.serialNumber, attestation, deps.roots)),
  ];
}

async function findFileIssues({ files }: CheckDeps, { document }: Certified): Promise<string[]> {
  const { originalPath, withdrawnAt } = document;
  if (withdrawnAt !== null) return [];
  const kept = [
    ...(originalPath === null ? [] : [["original", originalPath, document.sha256] as const]),
    ["stamped copy", document.processedPath, document.stampedSha256],
    ["certificate", document.certificatePath, document.certificateSha256],
  ] as const;
  const issues: string[] = [];
  for (const [what, key, sha256] of kept) {
    const found = key === null ? undefined : await files.hash(key);
    if (found === undefined) issues.push(`its ${what} is missing.`);
    else if (found !== sha256) issues.push(`its ${what} was changed on disk.`);
  }
  const { processedPath } = document;
  if (!holdsList(document) || processedPath === null || issues.length > 0) return issues;
  if (!(await isTreeIntact(files, processedPath, document.collection)))
    issues.push("its files do not lead to the root in its statement.");
  return issues;
}
