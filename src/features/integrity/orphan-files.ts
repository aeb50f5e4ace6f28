import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readStoredRoots } from "../../issuing/tsa/stored-tokens.service.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { findDocument, keysInUse, listUncertifiedOriginals } from "../documents/documents.repo.ts";
import { checkCertificates } from "./certificate-checks.ts";
import type { Check, DataFolder } from "./check.ts";

const hour = 3_600_000;
/** Housekeeping deletes after a day, and runs every hour. */
const leftAloneMs = 26 * hour;
const rowBatchSize = 100;

/** Rows without files and files without rows; those deleted during the check do not count as errors. */
export const fileChecks: Check[] = [
  {
    what: "certified documents: files, statements, timestamps and entries in the log",
    advice:
      "Restore the files from a backup: they never change, so any copy of them is correct. A timestamp that " +
      "is untrusted has lost its root: restore keys/retired/.",
    findIssues: async (dataFolder) =>
      (await checkCertificates({ ...dataFolder, roots: await readStoredRoots(dataFolder) })).issues,
  },
  {
    what: "originals of documents that are not certified",
    advice: "Restore the files from a backup, or ask their owners to upload them again.",
    findIssues: findOriginalIssues,
  },
  {
    what: "orphan files",
    advice: "A running server deletes them within an hour; if it doesn't, its log says why.",
    findIssues: async (dataFolder) => [...(await orphansIn(dataFolder)), ...(await leftoversIn(dataFolder))],
  },
];

async function findOriginalIssues({ db, files }: DataFolder): Promise<string[]> {
  const issues: string[] = [];
  for (let after = ""; ; ) {
    const rows = await listUncertifiedOriginals(db, after, rowBatchSize);
    for (const { id, originalPath, sha256 } of rows) {
      after = id;
      const found = originalPath === null ? undefined : await files.hash(originalPath);
      if (found === sha256 || (await findDocument(db, id))?.originalPath !== originalPath) continue;
      issues.push(
        `document ${id}: its original is ${found === undefined ? "missing" : "not as it was uploaded"}`,
      );
    }
    if (rows.length < rowBatchSize) return issues;
  }
}

async function orphansIn({ db, files, now }: DataFolder): Promise<string[]> {
  const issues: string[] = [];
  for (const area of fileAreas) {
    for await (const batch of files.list(area)) {
      const old = batch.filter(({ modifiedAt }) => modifiedAt < now() - leftAloneMs).map(({ key }) => key);
      const inUse = await keysInUse(db, old);
      issues.push(...old.filter((key) => !inUse.has(key)).map((key) => `${key} belongs to no document`));
    }
  }
  return issues;
}

async function leftoversIn({ files, now }: DataFolder): Promise<string[]> {
  const issues: string[] = [];
  for (const name of await readdir(files.temporaryFolder)) {
    const found = await stat(join(files.temporaryFolder, name)).catch(() => undefined);
    if (found && found.mtimeMs < now() - leftAloneMs) issues.push(`tmp/${name} was left behind`);
  }
  return issues;
}
