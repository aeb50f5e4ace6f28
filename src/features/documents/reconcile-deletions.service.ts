import type { Database } from "../../../db/client.ts";
import type { Deps } from "../deps.ts";
import { findDocument, updateDocument } from "./documents.repo.ts";
import { removeRow } from "./documents.service.ts";

/**
 * For a copy of the database that names a file which is no more: does in the copy what was done in the database since
 * it was copied, when the document or its original was deleted. False when nothing was, so that the file is missing.
 */
export function catchUpWithDeletion(
  copy: Pick<Deps, "db" | "now">,
  live: Database,
  documentId: string,
): boolean {
  const [then, now] = [findDocument(copy.db, documentId), findDocument(live, documentId)];
  if (!then) return true;
  if (!now) removeRow(copy, then);
  const hasLostOriginal = now !== undefined && then.originalPath !== null && now.originalPath === null;
  if (hasLostOriginal)
    updateDocument(copy.db, documentId, { originalPath: null, originalDeletedAt: now.originalDeletedAt });
  return !now || hasLostOriginal;
}
