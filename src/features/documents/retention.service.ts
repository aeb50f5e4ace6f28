import { DatabaseUnavailableError } from "../../../db/engine.ts";
import { transaction } from "../../../db/transaction.ts";
import type { FileKey } from "../../platform/files/object-store.ts";
import { sweepOrphans } from "../../platform/files/sweep.ts";
import { cancelPaymentsSoon } from "../billing/needless-payments.service.ts";
import type { Deps } from "../deps.ts";
import { clearOriginal, isFileNamed, keysInUse, listExpiredOriginals } from "./documents.repo.ts";

const hour = 3_600_000;
/** A file without a row is kept this long: a restored database does not delete the files of newer documents. */
export const orphanAgeMs = 24 * hour;

/**
 * Deletes originals older than RETENTION_HOURS; returns how many. Name, size and hash stay in the row. The row's
 * reference is cleared first, unless a job has just started to read the file; `sweepFiles` removes a file left
 * behind by a crash. What is open to be paid for the document is canceled: it can no longer be stamped.
 */
export async function deleteExpiredOriginals(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "payments" | "files" | "jobEvents">,
): Promise<number> {
  const before = deps.now() - deps.config.retentionHours * hour;
  let deleted = 0;
  for (const { id, userId, originalPath } of await listExpiredOriginals(deps.db, before)) {
    if (originalPath === null) continue;
    const cleared = await transaction(deps, async (deps) => {
      if (!(await clearOriginal(deps.db, id, deps.now()))) return undefined;
      return { hasJobs: userId !== null && (await cancelPaymentsSoon(deps, { userId, documentId: id })) };
    });
    if (!cleared) continue;
    if (cleared.hasJobs) deps.jobEvents.queued();
    await deps.files.remove(originalPath);
    deleted += 1;
  }
  if (deleted > 0) deps.log.info({ originals: deleted }, "originals were deleted as promised");
  return deleted;
}

/** Deletes stored files that no document refers to; returns how many. */
export async function sweepFiles(deps: Pick<Deps, "db" | "log" | "now" | "files">): Promise<number> {
  const removed = await sweepOrphans(
    deps.files,
    (keys) => keysInUse(deps.db, keys),
    deps.now() - orphanAgeMs,
  );
  if (removed > 0) deps.log.warn({ files: removed }, "files that belonged to no document were deleted");
  return removed;
}

/**
 * Removes files that have no row. A transaction that threw may still have been committed, so each row is looked up
 * first. If the connection was lost, all files stay, since the transaction may still be committed. Never rejects:
 * `sweepFiles` removes what is left.
 */
export async function removeUnnamed(
  { db, files, log }: Pick<Deps, "db" | "log" | "files">,
  keys: FileKey[],
  error?: unknown,
): Promise<void> {
  if (error instanceof DatabaseUnavailableError) return;
  for (const key of keys) {
    try {
      if (!(await isFileNamed(db, key))) await files.remove(key);
    } catch (error) {
      log.warn({ key, err: error }, "a file without a document will be removed by the sweep");
    }
  }
}
