import { AppError } from "../../errors.ts";
import { certificateFileName, stampedFileName } from "../../formats/file-names.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import type { FoundFile } from "../../platform/files/store.ts";
import { removeJobsAbout } from "../../platform/jobs/jobs.repo.ts";
import type { Actor } from "../accounts/accounts.ts";
import { forgetRecipients } from "../admin/audit.repo.ts";
import { refundStamp } from "../billing/stamps.service.ts";
import type { Deps } from "../deps.ts";
import { releaseDocumentEntry } from "../log/log.service.ts";
import type { DocumentView } from "./documents.output.schema.ts";
import { deleteDocument, findOwnedDocument, listOwnedDocuments } from "./documents.repo.ts";
import type { ListDocumentsInput } from "./documents.schema.ts";
import { type DocumentRow, documentNotFound, stampingJob, toDocumentView } from "./documents.ts";

/** A kept file that the caller may read, with its name for people. */
export type ReadableFile = FoundFile & { fileName: string; contentType: string; sha256: string };

/** A part of the owner's documents, newest first. Throws `not_found` for a cursor that is none of them (any more). */
export function listDocuments(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { limit, cursor }: ListDocumentsInput,
): DocumentView[] {
  const last = cursor === undefined ? undefined : requireOwned(deps, owner, cursor);
  return listOwnedDocuments(deps.db, owner.id, limit, last).map(toDocumentView);
}

/** Throws `not_found`, as for everything here, also when the document is somebody else's. */
export function getDocument(deps: Pick<Deps, "db">, owner: Actor, id: string): DocumentView {
  return toDocumentView(requireOwned(deps, owner, id));
}

/**
 * Removes the row and then the files; a stamp that was made stays used. A document that is being processed
 * loses its job with its row: the child's work finds no taker, and the stamp that was not made is given back.
 * Never the other way round, not even for want of room: a row that cannot be deleted keeps its files. A file that
 * cannot be deleted belongs to no document any more, and the sweep takes it.
 */
export async function removeDocument(
  deps: Pick<Deps, "db" | "log" | "now" | "files" | "jobEvents">,
  owner: Actor,
  id: string,
): Promise<void> {
  removeRow(deps, requireOwned(deps, owner, id));
  deps.jobEvents.ended(id);
  await removeFiles(deps, id);
}

/** The row and what hangs on it, in one transaction; the files are the caller's. */
export function removeRow(deps: Pick<Deps, "db" | "now">, { id, status }: DocumentRow): void {
  deps.db.transaction(() => {
    removeJobsAbout(deps.db, stampingJob, id);
    if (status === "processing") refundStamp(deps, id);
    releaseDocumentEntry(deps, id);
    forgetRecipients(deps.db, [id]);
    deleteDocument(deps.db, id);
  });
}

async function removeFiles({ files, log }: Pick<Deps, "log" | "files">, id: string): Promise<void> {
  for (const area of fileAreas) {
    await files
      .remove(`${area}/${id}`)
      .catch((error) =>
        log.error({ area, id, err: error }, "a file without a document is left to the sweep"),
      );
  }
}

/** The stamped copy. Throws `not_found` before the document is completed. */
export async function readStampedCopy(
  deps: Pick<Deps, "db" | "files">,
  owner: Actor,
  id: string,
): Promise<ReadableFile> {
  return stampedCopyOf(deps, requireOwned(deps, owner, id));
}

/** The certificate. Throws `not_found` before the document is completed. */
export async function readCertificate(
  deps: Pick<Deps, "db" | "files">,
  owner: Actor,
  id: string,
): Promise<ReadableFile> {
  return certificateOf(deps, requireOwned(deps, owner, id));
}

/**
 * The stamped copy of a row that the caller was found to have a right to. Throws `internal` when it is missing
 * or damaged in the file store.
 */
export async function stampedCopyOf(deps: Pick<Deps, "files">, row: DocumentRow): Promise<ReadableFile> {
  if (row.processedPath === null || row.stampedType === null) throw notProcessedYet();
  return {
    ...(await deps.files.find(row.processedPath, row.stampedSize ?? undefined)),
    fileName: stampedFileName(row.originalName, row.fileType, row.stampedType),
    contentType: row.stampedType,
    sha256: row.stampedSha256 ?? "",
  };
}

/** The certificate of a row that the caller was found to have a right to. Throws as `stampedCopyOf` does. */
export async function certificateOf(deps: Pick<Deps, "files">, row: DocumentRow): Promise<ReadableFile> {
  if (row.certificatePath === null) throw notProcessedYet();
  return {
    ...(await deps.files.find(row.certificatePath)),
    fileName: certificateFileName(row.originalName),
    contentType: "application/pdf",
    sha256: row.certificateSha256 ?? "",
  };
}

export function requireOwned(deps: Pick<Deps, "db">, owner: Actor, id: string): DocumentRow {
  const row = findOwnedDocument(deps.db, owner.id, id);
  if (!row) throw documentNotFound();
  return row;
}

function notProcessedYet(): AppError {
  return new AppError("not_found", "document-not-processed", "This document hasn't been processed yet.");
}
