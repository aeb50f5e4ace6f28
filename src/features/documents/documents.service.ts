import type { TimestampConfig } from "../../../db/columns/documents.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { replyWith } from "../../evidence/tsp/authority.ts";
import { certificateFileName } from "../../formats/file-names.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { storedTokens } from "../../issuing/tsa/document-time-stamps.service.ts";
import type { ReadableFile } from "../../platform/files/store.ts";
import { removeJobsAbout } from "../../platform/jobs/jobs.repo.ts";
import type { Actor } from "../accounts/accounts.ts";
import { removeRecipients } from "../audit/audit.repo.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import { cancelPaymentsSoon } from "../billing/needless-payments.service.ts";
import { refundStamp } from "../billing/stamps.service.ts";
import type { Deps } from "../deps.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";
import { announce } from "../webhooks/announce.service.ts";
import type { DocumentView } from "./documents.output.schema.ts";
import {
  deleteDocument,
  findDocument,
  findOwnedDocument,
  listOwnedDocuments,
  updateDocument,
  withdrawDocument,
} from "./documents.repo.ts";
import type { ListDocumentsInput, RemoveDocumentsInput } from "./documents.schema.ts";
import {
  baseFileName,
  buildWebhookPayload,
  documentNotFound,
  resultFileName,
  stampingJob,
  toDocumentView,
} from "./documents.ts";
import { listOwnedByIds } from "./finding.repo.ts";

/**
 * One page of the owner's documents, newest first. Throws `not_found` if the cursor is not (or no longer) one of them.
 */
export async function listDocuments(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { limit, cursor }: ListDocumentsInput,
): Promise<DocumentView[]> {
  const last = cursor === undefined ? undefined : await requireOwned(deps, owner, cursor);
  // Clients of earlier versions do not know collections, which therefore have a separate list.
  const rows = await listOwnedDocuments(deps.db, owner.id, limit, last, { withCollections: false });
  return rows.map(toDocumentView);
}

/** Throws `not_found`, also when the document belongs to another user. So does everything in this file. */
export async function getDocument(deps: Pick<Deps, "db">, owner: Actor, id: string): Promise<DocumentView> {
  return toDocumentView(await requireOwned(deps, owner, id));
}

/**
 * Deletes the row, then the files, and has its open payments canceled. Other people hold certificates of a completed
 * document: its record stays, without names, and says when it was withdrawn; its stamp stays used. A document in
 * progress loses its job with its row: the child's result is discarded, and the stamp that was not made is returned.
 * The order matters even on a full disk: a row that cannot be changed keeps its files, and the sweep removes a file
 * that cannot be deleted. False if the document is gone or has another status than `onlyIfStatus` by now.
 */
export async function removeDocument(
  deps: Pick<Deps, "db" | "log" | "now" | "payments" | "files" | "jobEvents">,
  owner: Actor,
  id: string,
  { onlyIfStatus }: Pick<RemoveDocumentsInput, "onlyIfStatus"> = {},
): Promise<boolean> {
  const row = await requireOwned(deps, owner, id);
  const removed = await transaction(deps, async (deps) => {
    const removal = await removeRow(deps, row, { by: owner, onlyIfStatus });
    if (!removal) return undefined;
    const isCanceling = await cancelPaymentsSoon(deps, { userId: owner.id, documentId: id });
    return { keys: removal.keys, hasJobs: removal.isAnnounced || isCanceling };
  });
  if (!removed) return false;
  deps.jobEvents.ended(id);
  if (removed.hasJobs) deps.jobEvents.queued();
  await removeFiles(deps, removed.keys);
  return true;
}

/**
 * Deletes those of the documents that belong to the owner, still exist and have the status. Returns how many were
 * deleted.
 */
export async function removeDocuments(
  deps: Pick<Deps, "db" | "log" | "now" | "payments" | "files" | "jobEvents">,
  owner: Actor,
  { ids, onlyIfStatus }: RemoveDocumentsInput,
): Promise<number> {
  let deleted = 0;
  for (const { id } of await listOwned(deps, owner, ids)) {
    if (await removeDocument(deps, owner, id, { onlyIfStatus })) deleted += 1;
  }
  return deleted;
}

/** Those of the documents that belong to the owner and still exist. */
export async function listOwned(
  { db }: Pick<Deps, "db">,
  owner: Actor,
  ids: string[],
): Promise<DocumentRow[]> {
  return listOwnedByIds(db, owner.id, ids);
}

type Removal = Pick<RemoveDocumentsInput, "onlyIfStatus"> & { at?: number | undefined; by?: Actor };

/**
 * Deletes or withdraws the row, and deletes its dependents; call it in a transaction. Returns the keys of the files,
 * which the caller deletes, and whether webhooks wait to be sent; nothing if the row is gone or has another status than
 * `onlyIfStatus` by now. `by`: who deletes it, for an office's log; without it, no webhook is told.
 */
export async function removeRow(
  deps: Pick<Deps, "db" | "now">,
  { id }: Pick<DocumentRow, "id">,
  { at = deps.now(), by, onlyIfStatus }: Removal = {},
): Promise<{ keys: string[]; isAnnounced: boolean } | undefined> {
  // It may have been started, completed, or deleted, a moment ago.
  const row = await findDocument(deps.db, id);
  if (!row || (onlyIfStatus !== undefined && row.status !== onlyIfStatus)) return undefined;
  // Two people of an office may delete it at once: it is withdrawn, noted and announced only once.
  if (row.withdrawnAt !== null || (by && row.userId !== by.id)) return undefined;
  const detail: Record<string, string> = row.serialNumber === null ? {} : { serialNumber: row.serialNumber };
  if (by) await noteInOffice(deps, by, { action: "document.deleted", subject: id, detail });
  await removeJobsAbout(deps.db, stampingJob, id);
  await removeRecipients(deps.db, [id]);
  await deleteMagicLinksTo(deps.db, "shared-document", id);
  const news = { type: "document.deleted", data: buildWebhookPayload(row) } as const;
  const isAnnounced = by && row.userId !== null ? await announce(deps, row.userId, news) : false;
  if (row.status === "completed") return { keys: await withdrawDocument(deps.db, row, at), isAnnounced };
  if (row.status === "processing") await refundStamp(deps, id);
  return { keys: await deleteDocument(deps.db, id), isAnnounced };
}

async function removeFiles({ files, log }: Pick<Deps, "log" | "files">, keys: string[]): Promise<void> {
  for (const key of keys) {
    await files
      .remove(key)
      .catch((error) =>
        log.error({ key, err: error }, "a file without a document will be removed by the sweep"),
      );
  }
}

/** The stamped copy. Throws `not_found` before the document is completed. */
export async function readStampedCopy(
  deps: Pick<Deps, "db" | "files">,
  owner: Actor,
  id: string,
): Promise<ReadableFile> {
  return findStampedCopy(deps, await requireOwned(deps, owner, id));
}

/** The certificate. Throws `not_found` before the document is completed. */
export async function readCertificate(
  deps: Pick<Deps, "db" | "files">,
  owner: Actor,
  id: string,
): Promise<ReadableFile> {
  return openCertificate(deps, await requireOwned(deps, owner, id));
}

/**
 * The time-stamp over the stamped copy as a .tsr file, an external one if there is one. Throws `not_found` if the
 * document is not completed or has none.
 */
export async function readTimeStampReply(
  deps: Pick<Deps, "db">,
  owner: Actor,
  id: string,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const row = await requireOwned(deps, owner, id);
  if (row.serialNumber === null || row.processedPath === null || row.stampedType === null)
    throw notProcessedYet();
  const { stamped } = await storedTokens(deps, row.serialNumber);
  if (!stamped)
    throw new AppError(
      "not_found",
      "document-has-no-timestamp",
      "There is no timestamp over the stamped copy of this document.",
    );
  const name = resultFileName({ ...row, stampedType: row.stampedType });
  return { fileName: `${name}.tsr`, bytes: replyWith(stamped) };
}

/**
 * The stamped copy of a row; the caller has checked permission to read it. Throws `internal` if the file is missing or
 * damaged.
 */
export async function findStampedCopy(deps: Pick<Deps, "files">, row: DocumentRow): Promise<ReadableFile> {
  if (row.processedPath === null || row.stampedType === null) throw notProcessedYet();
  return {
    ...(await deps.files.find(row.processedPath, row.stampedSize ?? undefined)),
    fileName: resultFileName({ ...row, stampedType: row.stampedType }),
    contentType: row.stampedType,
    sha256: row.stampedSha256 ?? "",
  };
}

/** The certificate of a row; the caller has checked permission to read it. Throws as `findStampedCopy` does. */
export async function openCertificate(deps: Pick<Deps, "files">, row: DocumentRow): Promise<ReadableFile> {
  if (row.certificatePath === null) throw notProcessedYet();
  return {
    ...(await deps.files.find(row.certificatePath)),
    fileName: certificateFileName(baseFileName(row)),
    contentType: "application/pdf",
    sha256: row.certificateSha256 ?? "",
  };
}

export async function requireOwned(deps: Pick<Deps, "db">, owner: Actor, id: string): Promise<DocumentRow> {
  const row = await findOwnedDocument(deps.db, owner.id, id);
  if (!row) throw documentNotFound();
  return row;
}

function notProcessedYet(): AppError {
  return new AppError("not_found", "document-not-processed", "This document hasn't been processed yet.");
}

/** Stores the stamp settings of a document until it is paid for, and in an office, who chose them. */
export async function setTimestampConfig(
  { db }: Pick<Deps, "db">,
  { member }: Pick<Actor, "member">,
  id: string,
  config: TimestampConfig,
): Promise<void> {
  await updateDocument(db, id, { timestampConfig: { ...config, chosenBy: member?.id } });
}
