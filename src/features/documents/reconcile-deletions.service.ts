import type { Database } from "../../../db/client.ts";
import { transaction } from "../../../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { findDocument, updateDocument } from "./documents.repo.ts";
import { removeRow } from "./documents.service.ts";

/**
 * For a copied database that refers to a missing file: if the document or its original was deleted after the copy was
 * made, repeats that deletion in the copy. False if it was not deleted, which means that the file is missing.
 */
export async function catchUpWithDeletion(
  copy: Pick<Deps, "db" | "now">,
  live: Database,
  documentId: string,
): Promise<boolean> {
  const [then, now] = [await findDocument(copy.db, documentId), await findDocument(live, documentId)];
  if (!then) return true;
  const isDeleted = !now || now.withdrawnAt !== null;
  if (isDeleted)
    await transaction(copy, (copy) => removeRow(copy, then, { at: now?.withdrawnAt?.getTime() }));
  const hasLostOriginal = !isDeleted && then.originalPath !== null && now.originalPath === null;
  if (hasLostOriginal)
    await updateDocument(copy.db, documentId, {
      originalPath: null,
      originalDeletedAt: now.originalDeletedAt,
    });
  return isDeleted || hasLostOriginal;
}
