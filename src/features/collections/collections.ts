import type { CollectionFacts } from "../../../db/columns/collection-facts.ts";
import { AppError } from "../../errors.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { viewTimeZone, wholeSeconds, withoutChooser } from "../documents/documents.ts";
import { holdsList } from "../documents/kinds/kinds.ts";
import type { CollectionView } from "./collections.output.schema.ts";

/** The row of a collection. */
export type CollectionRow = DocumentRow & { collection: CollectionFacts };

export function isCollection(row: DocumentRow): row is CollectionRow {
  return holdsList(row);
}

/** The same error for a collection that does not exist, one that belongs to another user, and a document. */
export function collectionNotFound(): AppError {
  return new AppError("not_found", "collection-not-found", "This collection does not exist.");
}

/** The collection in the form that its owner gets. */
export function toCollectionView(row: CollectionRow): CollectionView {
  const { collection } = row;
  return {
    id: row.id,
    title: row.originalName,
    displayName: row.displayName ?? row.originalName,
    note: row.note,
    projectId: row.projectId,
    status: row.status,
    serialNumber: row.serialNumber,
    errorMessage: row.errorMessage,
    errorCode: row.errorCode,
    errorParams: row.errorParams,
    fileCount: collection.files,
    totalBytes: collection.bytes,
    root: collection.root,
    hasNames: collection.hasNames,
    listsFiles: collection.listsFiles,
    sha256: row.sha256,
    sha256sumsSha256: row.stampedSha256,
    certificateSha256: row.certificateSha256,
    paymentCompleted: row.paymentCompleted,
    timestampConfig: row.timestampConfig && withoutChooser(row.timestampConfig),
    createdAt: wholeSeconds(row.createdAt.getTime()).toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
    ...viewTimeZone(row),
  };
}
