import { AppError } from "../../errors.ts";
import { addExtension, evidenceFileName, portableFileName, zipFileName } from "../../formats/file-names.ts";
import type { LargePiece } from "../../formats/zip/pieces.ts";
import { fitsInZip, type PendingFile, streamZip } from "../../formats/zip/write-zip.ts";
import { requireIntactEvidence } from "../../issuing/attestations/collect-evidence.service.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { largePiece } from "../../platform/files/large-piece.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { findStampedCopy, openCertificate, requireOwned } from "./documents.service.ts";
import { baseFileName, withDistinctNames } from "./documents.ts";
import { findEvidence, openPackInZip, type PackDeps, type PackOptions } from "./evidence-pack.service.ts";
import { countMatchingDocuments, listMatchingDocuments } from "./finding.repo.ts";
import { toCondition } from "./finding.service.ts";
import { holdsList, kindOf } from "./kinds/kinds.ts";
import { maxInZip, type ZipInput } from "./zip.schema.ts";

type InZip = Pick<DocumentRow, "id" | "serialNumber">;
export type DocumentsZip = { fileName: string; read: () => AsyncGenerator<Uint8Array> };

/**
 * One ZIP file with the stamped copies and certificates of the owner's completed documents, under the names their owner
 * gave them, as far as every system can unpack them; with `evidence`, also with their evidence packs. Every stored file
 * is found, and all evidence checked, before the first byte is sent. Throws `not_found` for a document that is not the
 * owner's or not completed, and `too_large`.
 */
export async function findZip(
  deps: PackDeps,
  owner: Actor,
  { evidence, ...input }: ZipInput,
  options: PackOptions & { title: string },
): Promise<DocumentsZip> {
  const rows = await findRows(deps, owner, input);
  if (evidence !== "true") return zipDocuments(deps, rows, options.title);
  return zipDocuments(deps, rows, options.title, async ({ id }) =>
    openPackInZip(deps, await findEvidence(deps, owner, id), options),
  );
}

/**
 * The same for completed documents that the caller may read. `openPack` makes a document's evidence pack when its turn
 * comes, so that memory does not grow with their number; `requireReadable` rejects if the caller may no longer read a
 * document whose turn comes.
 */
export async function zipDocuments(
  deps: PackDeps,
  rows: DocumentRow[],
  title: string,
  openPack?: (document: InZip) => Promise<LargePiece>,
  requireReadable: (document: InZip) => Promise<unknown> = async () => {},
): Promise<DocumentsZip> {
  const files: PendingFile[] = [];
  for (const named of withDistinctNames(rows.map(underChosenName))) {
    for (const file of [await findStampedCopy(deps, named), await openCertificate(deps, named)]) {
      const open = async () => {
        await requireReadable(named);
        return largePiece(deps.files, file);
      };
      files.push({ name: file.fileName, size: file.bytes, open });
    }
    if (!openPack) continue;
    await requireIntactEvidence(deps, named, kindOf(named).holds);
    files.push({ name: evidenceFileName(baseFileName(named)), open: () => openPack(named) });
  }
  if (!fitsInZip(files)) throw zipTooLarge();
  const time = new Date(deps.now());
  const fileName = zipFileName(title, time.toISOString().slice(0, 10));
  return { fileName, read: () => streamZip(files, time) };
}

function underChosenName(row: DocumentRow): DocumentRow {
  const { displayName, originalName } = row;
  const chosen = holdsList(row) ? displayName : displayName && addExtension(displayName, originalName);
  return { ...row, originalName: portableFileName(chosen ?? originalName) };
}

async function findRows(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { ids, ...filter }: Omit<ZipInput, "evidence">,
): Promise<DocumentRow[]> {
  if (ids !== undefined) {
    const rows: DocumentRow[] = [];
    for (const id of new Set(ids.split(","))) rows.push(await requireOwned(deps, owner, id));
    return rows;
  }
  const condition = toCondition(owner, { ...filter, status: "completed" });
  const total = await countMatchingDocuments(deps.db, condition);
  if (total > maxInZip) throw tooManyForZip();
  if (total === 0) throw nothingForZip();
  return listMatchingDocuments(deps.db, condition, { sort: "oldest", limit: maxInZip, offset: 0 });
}

function tooManyForZip(): AppError {
  return new AppError(
    "too_large",
    "too-many-for-zip",
    "A ZIP file can contain at most {documents} documents. Please narrow the search, for example by date.",
    { params: { documents: maxInZip } },
  );
}

function nothingForZip(): AppError {
  return new AppError("not_found", "nothing-for-zip", "None of these documents is completed yet.");
}

function zipTooLarge(): AppError {
  return new AppError(
    "too_large",
    "zip-too-large",
    "These files are too large for one ZIP file, which can contain at most 4 GB. Please choose fewer documents.",
  );
}
