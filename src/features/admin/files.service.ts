import { AppError } from "../../errors.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { getDocumentId } from "../../platform/files/object-store.ts";
import type { ReadableFile } from "../../platform/files/store.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { writeAudit } from "../audit/audit.repo.ts";
import type { Deps } from "../deps.ts";
import { findDocument } from "../documents/documents.repo.ts";
import { findStampedCopy, openCertificate } from "../documents/documents.service.ts";
import { documentNotFound, originalDeleted } from "../documents/documents.ts";

type AdminFilesDeps = Pick<Deps, "db" | "now" | "files">;

/**
 * The stamped copy or certificate with this key, for admins; the access is recorded in the audit log. The key is
 * accepted only if a row contains exactly that key, and is never used as a path itself. Throws `not_found`,
 * `forbidden`.
 */
export async function readFileByKey(deps: AdminFilesDeps, admin: Actor, key: string): Promise<ReadableFile> {
  requireAdmin(admin);
  const row = await findDocument(deps.db, getDocumentId(key));
  if (row?.processedPath === key) return audited(deps, admin, "stamped_copy.read", row, findStampedCopy);
  if (row?.certificatePath === key) return audited(deps, admin, "certificate.read", row, openCertificate);
  throw new AppError("not_found", "file-not-found", "There is no such file.");
}

/** A client's original, for admins; audited too. Throws `not_found`, `forbidden`, and `gone` after it was deleted. */
export async function readOriginal(
  deps: AdminFilesDeps,
  admin: Actor,
  documentId: string,
): Promise<ReadableFile> {
  requireAdmin(admin);
  const row = await findDocument(deps.db, documentId);
  if (!row) throw documentNotFound();
  return audited(deps, admin, "original.read", row, findOriginal);
}

async function findOriginal(deps: Pick<Deps, "files">, row: DocumentRow): Promise<ReadableFile> {
  if (row.originalPath === null) throw originalDeleted(row);
  return {
    ...(await deps.files.find(row.originalPath, Number(row.fileSize))),
    fileName: row.originalName,
    contentType: row.fileType,
    sha256: row.sha256,
  };
}

async function audited(
  deps: AdminFilesDeps,
  admin: Actor,
  action: string,
  row: DocumentRow,
  getFile: (deps: AdminFilesDeps, row: DocumentRow) => Promise<ReadableFile>,
): Promise<ReadableFile> {
  const file = await getFile(deps, row);
  await writeAudit(deps.db, {
    actorId: admin.id,
    action,
    subject: row.id,
    detail: { serialNumber: row.serialNumber },
    createdAt: new Date(deps.now()),
  });
  return file;
}
