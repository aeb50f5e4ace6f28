import { evidenceFileName } from "../../formats/file-names.ts";
import { computeCrc, getSize, type LargePiece, readPieces } from "../../formats/zip/pieces.ts";
import type { EvidenceFiles } from "../../issuing/attestations/collect-evidence.service.ts";
import { type DocumentRow, isStarted } from "../../issuing/attestations/document-row.ts";
import { makeEvidencePack } from "../../issuing/attestations/make-evidence-pack.service.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { findStampedCopy, openCertificate, requireOwned } from "./documents.service.ts";
import { baseFileName } from "./documents.ts";
import { holdsList } from "./kinds/kinds.ts";

export type PackDeps = Pick<
  Deps,
  | "db"
  | "config"
  | "now"
  | "memoryRateLimiter"
  | "counterKey"
  | "log"
  | "files"
  | "signingKeys"
  | "logKey"
  | "authority"
  | "workers"
>;

/** A pack ready for download. */
export type EvidencePack = { bytes: number; read: () => AsyncGenerator<Uint8Array> };

/** Finds the files for the owner's pack. Throws as `readStampedCopy` does. */
export async function findEvidence(
  deps: Pick<Deps, "db" | "files">,
  owner: Actor,
  id: string,
): Promise<EvidenceFiles> {
  return buildEvidence(deps, await requireOwned(deps, owner, id));
}

/** The files for the pack of someone who may read everything, including the original while it is stored. */
export async function buildEvidence(deps: Pick<Deps, "files">, row: DocumentRow): Promise<EvidenceFiles> {
  const files = await buildSharedEvidence(deps, row);
  // The original of a collection is a list that its pack contains in another form.
  if (row.originalPath === null || holdsList(row)) return files;
  return { ...files, original: await deps.files.find(row.originalPath, Number(row.fileSize)) };
}

/** The files for the pack of another person who may read the stamped copy: all but the original. */
export async function buildSharedEvidence(
  deps: Pick<Deps, "files">,
  row: DocumentRow,
): Promise<EvidenceFiles> {
  const files = { stamped: await findStampedCopy(deps, row), certificate: await openCertificate(deps, row) };
  if (!isStarted(row)) throw new Error("A completed document has no serial number.");
  return {
    fileName: evidenceFileName(baseFileName(row)),
    document: row,
    ...files,
    ...(holdsList(row) ? { holds: "list", collection: row.collection } : { holds: "file" }),
  };
}

/** The reader of a pack: the owner, or someone at this network address who has a link. */
export type PackReader = { address: string; isOwner: boolean; signal: AbortSignal };

/**
 * Builds the evidence pack of these files; `page` is verify.html as built. Large files are read once for checksum and
 * hash and again while the pack is sent, which keeps memory constant at any size. Throws `rate_limited`, and the
 * signal's reason once the reader has left.
 */
export async function packEvidence(
  deps: PackDeps & RateLimitDeps,
  files: EvidenceFiles,
  page: string | undefined,
  reader: PackReader,
): Promise<EvidencePack> {
  await countPack(deps, files, reader);
  const pieces = await makeEvidencePack(deps, files, page, reader.signal);
  return { bytes: getSize(pieces), read: () => readPieces(pieces) };
}

/** `page` is verify.html as built; `signal` is aborted when the reader leaves. */
export type PackOptions = { page: string | undefined; signal: AbortSignal };

/** A pack as a file inside another ZIP file, which has a limit of its own. Throws the signal's reason. */
export async function openPackInZip(
  deps: PackDeps,
  files: EvidenceFiles,
  { page, signal }: PackOptions,
): Promise<LargePiece> {
  const pieces = await makeEvidencePack(deps, files, page, signal);
  return { size: getSize(pieces), crc: computeCrc(pieces), read: () => readPieces(pieces) };
}

/** Link holders are counted by network address: none of them can use up the packs of the owner or of another one. */
async function countPack(
  deps: RateLimitDeps,
  { document }: EvidenceFiles,
  { address, isOwner }: PackReader,
): Promise<void> {
  if (isOwner) return takeFromLimit(deps, "packsPerDocument", document.id);
  await takeFromLimit(deps, "packsPerAddress", address);
  await takeFromLimit(deps, "packsPerDocument", `${document.id}:${keyedHash(deps, "address", address)}`);
}
