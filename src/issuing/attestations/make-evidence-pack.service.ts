import { makeCollectionPack } from "../../evidence/pack/make-collection-pack.ts";
import { makePack } from "../../evidence/pack/make-pack.ts";
import type { Piece } from "../../formats/zip/pieces.ts";
import { Semaphore } from "../../platform/semaphore.ts";
import type { IssuingDeps } from "../deps.ts";
import { type EvidenceFiles, gatherCollectionParts, gatherParts } from "./collect-evidence.service.ts";

/** Putting a pack together takes the server's own time, which others need too. */
const building = new Semaphore(2);

/**
 * The pieces of the ZIP file with all evidence for these files; `page` is verify.html as built. Throws AppError for a
 * damaged statement, and the signal's reason once the reader has left.
 */
export async function makeEvidencePack(
  deps: Pick<
    IssuingDeps,
    "config" | "db" | "log" | "now" | "files" | "signingKeys" | "logKey" | "authority" | "workers"
  >,
  files: EvidenceFiles,
  page: string | undefined,
  signal: AbortSignal,
): Promise<Piece[]> {
  const release = await building.acquire({ signal });
  try {
    return files.holds === "list"
      ? await makeCollectionPack(await gatherCollectionParts(deps, files, files.collection, page), signal)
      : await makePack(await gatherParts(deps, files, page, signal), signal);
  } finally {
    release();
  }
}
