import { AppError } from "../../errors.ts";
import { foldedWords } from "../../formats/text/search-text.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { kindOf } from "../documents/kinds/kinds.ts";

/** The same error for a project that does not exist and for one that belongs to another user. */
export function projectNotFound(): AppError {
  return new AppError("not_found", "project-not-found", "This project does not exist.");
}

export type NumberedEntry = { row: DocumentRow; version: { number: number; of: number } | null };

/** The time by which an entry is sorted: when it was stamped or, before that, uploaded. */
function getEntryTime({ processedAt, createdAt }: DocumentRow): Date {
  return processedAt ?? createdAt;
}

/**
 * Sorts the documents of a project by time (within the same second by upload) and numbers the versions: documents that
 * the owner linked, or that have the same name.
 */
export function arrangeEntries(rows: readonly DocumentRow[]): NumberedEntry[] {
  const sorted = rows.toSorted(
    (a, b) =>
      getEntryTime(a).getTime() - getEntryTime(b).getTime() ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
  const groups = Map.groupBy(sorted, getVersionKey);
  return sorted.map((row) => {
    const versions = groups.get(getVersionKey(row)) ?? [row];
    const version = versions.length > 1 ? { number: versions.indexOf(row) + 1, of: versions.length } : null;
    return { row, version };
  });
}

function getVersionKey({ id, kind, versionGroup, displayName, originalName }: DocumentRow): string {
  if (!kindOf({ kind }).hasVersions) return `only ${id}`;
  return versionGroup === null
    ? `name ${foldedWords(displayName ?? originalName).join(" ")}`
    : `group ${versionGroup}`;
}
