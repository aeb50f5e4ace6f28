import { readFile } from "node:fs/promises";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { type Stamp, unknownSerialNumber } from "../../formats/stamp/stamp.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { RunFiles } from "../../platform/files/run-files.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import { timeZoneOf } from "../accounts/time-zones.ts";
import type { Deps } from "../deps.ts";
import { findDocument } from "./documents.repo.ts";
import { type StampChoices, stampChoicesSchema } from "./documents.schema.ts";
import { requireOwned } from "./documents.service.ts";
import { documentNotFound, isStampable } from "./documents.ts";
import { readIdentity } from "./identity.service.ts";
import { holdsList } from "./kinds/kinds.ts";
import { buildStamp } from "./printed-stamp.ts";
import { countingTimeOuts, requireTimeLeft } from "./timeout-limit.service.ts";

/** The longer side in pixels: in a list of documents, and on its own. */
const pixels = { small: 192, large: 1200 } as const;

export const pictureSchema = stampChoicesSchema.extend({
  showName: z.stringbool().optional().describe("As for the call that starts it"),
  of: z
    .enum(["stamped", "original", "preview"])
    .optional()
    .describe(
      "By default the stamped copy, or the original before there is one. A preview is the original with the stamp that it would get now with `position`, `language`, `qrCode` and `showName`, without a serial number",
    ),
  size: z.enum(["small", "large"]).default("large").describe("At most 192 or 1,200 pixels on a side"),
});
export type PictureInput = z.infer<typeof pictureSchema>;

const stampingMs = 10_000;
const drawingMs = 10_000;

type PictureDeps = Pick<
  Deps,
  | "bestEffort"
  | "config"
  | "counterKey"
  | "db"
  | "files"
  | "log"
  | "memoryRateLimiter"
  | "now"
  | "pagePictures"
  | "workers"
>;

/**
 * Page one of the owner's document as WebP: of the stamped copy, of the original before there is one, or of the
 * original as it would be stamped now. It is drawn on first view, so that stamping does not wait for it. Throws
 * `not_found` if there is no picture: for a Word document that is not stamped yet, and for a file that cannot be drawn;
 * `rate_limited` if too many pages of the document's owner took too long.
 */
export async function readPicture(
  deps: PictureDeps,
  owner: Actor,
  id: string,
  { of, size, ...choices }: PictureInput,
): Promise<Uint8Array> {
  const find = () => requireOwned(deps, owner, id);
  const row = await find();
  if (!findSource(row, of)) throw noPicture();
  await takeFromLimit(deps, "picturesPerAccount", owner.id);
  if (of !== "preview") return drawFound(deps, row, { of, size }, find);
  const preview = { stamp: await buildPreviewStamp(deps, owner, choices), userId: owner.id };
  return drawFound(deps, row, { of, size, preview }, find);
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

/** A stamp to be drawn on the original, and the account that wants to see it. */
type Preview = { stamp: Stamp; userId: string };
type Wanted = Pick<PictureInput, "of" | "size"> & { preview?: Preview };

async function drawFound(
  deps: PictureDeps,
  row: DocumentRow,
  { of, size, preview }: Wanted,
  findAgain: () => Promise<DocumentRow>,
): Promise<Uint8Array> {
  const source = findSource(row, of);
  if (!source) throw noPicture();
  const stamped = preview ? [JSON.stringify(preview.stamp)] : [];
  try {
    const key = [row.id, source.key, size, ...stamped].join("/");
    const picture = await deps.pagePictures.get(key, row.userId ?? undefined, () =>
      draw(deps, row, source, pixels[size], preview),
    );
    if (picture) return picture;
  } catch (error) {
    // The document and its original may have been deleted while the drawing waited for its turn.
    const current = findSource(await findAgain(), of);
    if (current?.key === source.key) throw error;
  }
  throw noPicture();
}

const minute = 60_000;

/** The stamp as of this minute, so that the same preview is drawn at most once in a minute. */
async function buildPreviewStamp(deps: PictureDeps, owner: Actor, choices: StampChoices): Promise<Stamp> {
  const { clientName } = await readIdentity(deps, owner, { showName: choices.showName });
  return buildStamp(deps, {
    serialNumber: unknownSerialNumber,
    clientName,
    time: Math.floor(deps.now() / minute) * minute,
    timeZone: timeZoneOf(deps, owner),
    choices,
  });
}

type Source = { key: string; fileType: string };

function findSource(row: DocumentRow, of: PictureInput["of"]): Source | undefined {
  const { fileType, originalPath, processedPath, stampedType } = row;
  if (holdsList(row)) return undefined;
  const isOfOriginal = of === "original" || of === "preview";
  if (!isOfOriginal && processedPath && stampedType) return { key: processedPath, fileType: stampedType };
  if (of === "stamped" || !originalPath || !isStampable(fileType)) return undefined;
  return { key: originalPath, fileType };
}

function noPicture(): AppError {
  return new AppError("not_found", "no-picture", "There is no picture of this document.");
}

/** Null if the file cannot be drawn: it may be damaged, or designed to be slow. */
async function draw(
  deps: PictureDeps,
  { id, userId: ownerId, sha256 }: DocumentRow,
  { key, fileType }: Source,
  pixels: number,
  preview?: Preview,
): Promise<Uint8Array | null> {
  const { files, log, workers } = deps;
  const run = new RunFiles(files);
  const limit = "pictureTimeOutsPerAccount";
  await requireTimeLeft(deps, ownerId, limit);
  try {
    const input = await files.getLocalPath(key, run.getPath("source"));
    const output = run.getPath("picture");
    const page = { input, fileType };
    if (preview && isStampable(fileType)) {
      const { stamp, userId } = preview;
      const job = { input, output: run.getPath("stamped"), fileType, sha256, stamp };
      await requireTimeLeft(deps, userId);
      const { contentType } = await countingTimeOuts(deps, userId, () =>
        workers.run("stamp", job, { timeoutMs: stampingMs }),
      );
      page.input = job.output;
      page.fileType = contentType;
    }
    const drawPage = () => workers.run("picture", { ...page, output, pixels }, { timeoutMs: drawingMs });
    await countingTimeOuts(deps, ownerId, drawPage, limit);
    return await readFile(output);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "unsupported") throw error;
    log.debug({ id, err: error }, "no picture of this document can be drawn");
    return null;
  } finally {
    await run.discard();
  }
}
