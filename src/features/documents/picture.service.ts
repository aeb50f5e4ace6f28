import { readFile } from "node:fs/promises";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { RunFiles } from "../../platform/files/run-files.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { findDocument } from "./documents.repo.ts";
import { requireOwned } from "./documents.service.ts";
import { type DocumentRow, documentNotFound, isStampable } from "./documents.ts";

/** The longer side in pixels: in a list of documents, and on its own. */
const pixels = { small: 192, large: 1200 } as const;

export const pictureSchema = z.object({
  of: z
    .enum(["stamped", "original"])
    .optional()
    .describe("By default the stamped copy, or the original before there is one"),
  size: z.enum(["small", "large"]).default("large").describe("At most 192 or 1,200 pixels on a side"),
});
export type PictureInput = z.infer<typeof pictureSchema>;

const drawingMs = 10_000;

type PictureDeps = Pick<
  Deps,
  "config" | "db" | "now" | "log" | "files" | "workers" | "memoryRateLimiter" | "counterKey" | "pagePictures"
>;

/**
 * Page one of the owner's document as WebP: of the stamped copy, or of the original before there is one. It is drawn
 * on first view, so that stamping does not wait for it. Throws `not_found` if there is no picture: for a
 * Word document that is not stamped yet, and for a file that cannot be drawn.
 */
export async function readPicture(
  deps: PictureDeps,
  owner: Actor,
  id: string,
  { of, size }: PictureInput,
): Promise<Uint8Array> {
  const find = () => requireOwned(deps, owner, id);
  const row = await find();
  if (!findSource(row, of)) throw noPicture();
  await takeFromLimit(deps, "picturesPerAccount", owner.id);
  return drawFound(deps, row, { of, size }, find);
}

/**
 * Page one of the stamped copy of a document that a link leads to, small. The caller limits how often. Throws
 * `not_found` like `readPicture`.
 */
export async function readSharedPicture(deps: PictureDeps, row: DocumentRow): Promise<Uint8Array> {
  return drawFound(deps, row, { of: "stamped", size: "small" }, async () => {
    const current = await findDocument(deps.db, row.id);
    if (!current) throw documentNotFound();
    return current;
  });
}

async function drawFound(
  deps: PictureDeps,
  row: DocumentRow,
  { of, size }: PictureInput,
  findAgain: () => Promise<DocumentRow>,
): Promise<Uint8Array> {
  const source = findSource(row, of);
  if (!source) throw noPicture();
  try {
    const picture = await deps.pagePictures.get(`${row.id}/${source.key}/${size}`, () =>
      draw(deps, row, source, pixels[size]),
    );
    if (picture) return picture;
  } catch (error) {
    // The document and its original may have been deleted while the drawing waited for its turn.
    const current = findSource(await findAgain(), of);
    if (current?.key === source.key) throw error;
  }
  throw noPicture();
}

type Source = { key: string; fileType: string };

function findSource(row: DocumentRow, of: PictureInput["of"]): Source | undefined {
  if (row.collection !== null) return undefined;
  if (of !== "original" && row.processedPath && row.stampedType)
    return { key: row.processedPath, fileType: row.stampedType };
  if (of === "stamped" || !row.originalPath || !isStampable(row.fileType)) return undefined;
  return { key: row.originalPath, fileType: row.fileType };
}

function noPicture(): AppError {
  return new AppError("not_found", "no-picture", "There is no picture of this document.");
}

/** Null if the file cannot be drawn: it may be damaged, or designed to be slow. */
async function draw(
  { files, log, workers }: PictureDeps,
  { id }: DocumentRow,
  { key, fileType }: Source,
  pixels: number,
): Promise<Uint8Array | null> {
  const run = new RunFiles(files);
  try {
    const input = await files.getLocalPath(key, run.getPath("source"));
    const output = run.getPath("picture");
    await workers.run("picture", { input, output, fileType, pixels }, { timeoutMs: drawingMs });
    return await readFile(output);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "unsupported") throw error;
    log.debug({ id, err: error }, "no picture of this document can be drawn");
    return null;
  } finally {
    await run.discard();
  }
}
