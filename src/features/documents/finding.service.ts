import { readSerialNumber } from "../../evidence/serial-number.ts";
import { collectionFileType, fileTypes, officeTypes, pictureTypes } from "../../formats/file-types.ts";
import { foldedWords } from "../../formats/text/search-text.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { DocumentView } from "./documents.output.schema.ts";
import { updateDocument } from "./documents.repo.ts";
import { requireOwned } from "./documents.service.ts";
import { toDocumentView } from "./documents.ts";
import {
  countMatchingDocuments,
  type DocumentCondition,
  listMatchingDocuments,
  listWithoutSearchText,
  writeMissingSearchText,
} from "./finding.repo.ts";
import type {
  DescribeDocumentInput,
  DocumentFilter,
  FindDocumentsInput,
  FoundDocuments,
  SearchedKind,
} from "./finding.schema.ts";
import { buildSearchText, matchGeneratedNames } from "./search-text.ts";

const typesOfKind: Record<SearchedKind, readonly string[]> = {
  pdf: [fileTypes.pdf],
  word: officeTypes,
  image: pictureTypes,
  collection: [collectionFileType],
};

/** One page of the owner's documents that match the filter. A page beyond the last one is empty. */
export async function findDocuments(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { sort, page, limit, ...filter }: FindDocumentsInput,
): Promise<FoundDocuments> {
  const condition = toCondition(owner, filter);
  const total = await countMatchingDocuments(deps.db, condition);
  const rows = await listMatchingDocuments(deps.db, condition, { sort, limit, offset: (page - 1) * limit });
  return { documents: rows.map(toDocumentView), total, page, limit };
}

/** Serial numbers are found however they are typed, as on the verification page. */
export function toCondition(owner: Actor, filter: DocumentFilter): DocumentCondition {
  const { query = "", status, kind, sha256, project, from, before } = filter;
  const words = foldedWords(query);
  return {
    userId: owner.id,
    words,
    generated: matchGeneratedNames(words),
    serialNumber: readSerialNumber(query),
    status,
    sha256,
    projectId: project,
    fileTypes: kind && typesOfKind[kind],
    from: from === undefined ? undefined : new Date(from),
    before: before === undefined ? undefined : new Date(before),
  };
}

/**
 * Changes what the owner sees: the name and the note. The attestation, the certificate and the verification page
 * keep the name from the upload. Throws `not_found`.
 */
export async function describeDocument(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { id, displayName, note }: DescribeDocumentInput,
): Promise<DocumentView> {
  const row = await requireOwned(deps, owner, id);
  const name = displayName === row.originalName ? null : displayName;
  const described = {
    displayName: name === undefined ? row.displayName : name,
    note: note === undefined ? row.note : note,
  };
  const searchText = buildSearchText({ ...row, ...described });
  await updateDocument(deps.db, id, { ...described, searchText });
  return toDocumentView({ ...row, ...described });
}

const batchSize = 500;

/** Makes documents of earlier versions searchable: writes their search text, a batch at a time. */
export async function fillSearchTexts(deps: Pick<Deps, "db">, signal: AbortSignal): Promise<void> {
  for (;;) {
    const rows = await listWithoutSearchText(deps.db, batchSize);
    for (const row of rows) await writeMissingSearchText(deps.db, row.id, buildSearchText(row));
    if (rows.length < batchSize) return;
    await Bun.sleep(0);
    if (signal.aborted) return;
  }
}
