import sharp from "sharp";
import { AppError } from "../../errors.ts";
import type { Stamp, StampOutcome } from "../stamp/stamp.ts";
import { damagedPicture } from "./picture-limits.ts";
import { stampJpeg } from "./stamp-jpeg.ts";
import { stampPng } from "./stamp-png.ts";
import { stampTiff } from "./stamp-tiff.ts";

type ImageJob = {
  input: string;
  output: string;
  stamp: Stamp;
  room?: number;
  fileType: "image/png" | "image/jpeg" | "image/tiff";
};

// One picture is stamped at a time and none twice: kept decoded pixels would only fill the job's memory.
sharp.cache(false);

/**
 * Stamps a picture beside its pixels; nothing of it is covered. PNG and JPEG keep their format, a TIFF becomes
 * a PDF. `room` bytes are kept free for content credentials; until these are filled in, the picture is not one that
 * programs read. The decoder is chosen by `fileType` alone. Throws AppError `unsupported` for a picture that cannot be
 * read. After any error nothing of it is left at `output`, and a file that was there before stays as it is.
 */
export async function stampImageFile({
  input,
  output,
  stamp,
  room = 0,
  fileType,
}: ImageJob): Promise<StampOutcome> {
  try {
    if (fileType === "image/tiff") return await stampTiff(input, output, stamp);
    const draw = fileType === "image/png" ? stampPng : stampJpeg;
    const { notes, start } = await draw(input, output, stamp, room);
    const gap = room > 0 ? { gap: { start, end: start + room } } : {};
    return { contentType: fileType, pages: 1, originalKept: false, notes, ...gap };
  } catch (error) {
    throw error instanceof AppError || isDecoderError(error) ? error : damagedPicture(error);
  }
}

/** Faults of the machine (a full disk, a missing file) and of this code are not the picture's. */
function isDecoderError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    /^(ENO|EACCES|EEXIST|EIO|EROFS|EDQUOT)/.test(code)
  );
}
