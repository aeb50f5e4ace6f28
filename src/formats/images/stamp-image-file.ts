import { AppError } from "../../errors.ts";
import { fileTypes, type PictureType } from "../file-types.ts";
import type { Stamp, StampOutcome } from "../stamp/stamp.ts";
import { damagedPicture } from "./picture-limits.ts";
import { stampConverted } from "./stamp-converted.ts";
import { stampJpeg } from "./stamp-jpeg.ts";
import { stampPng } from "./stamp-png.ts";
import { stampTiff } from "./stamp-tiff.ts";

type ImageJob = {
  input: string;
  output: string;
  stamp: Stamp;
  reservedBytes?: number;
  fileType: PictureType;
};

/**
 * Adds the stamp next to the picture without covering any pixel. PNG and JPEG keep their format; a TIFF becomes a PDF,
 * and other pictures become a JPEG or PNG.
 * `reservedBytes` bytes are reserved for content credentials; until they are filled in, no program can read the
 * picture. The decoder is chosen only by `fileType`. Throws AppError `unsupported` for a picture that cannot be read.
 * After any error nothing is left at `output`, and an existing file there is unchanged.
 */
export async function stampImageFile({
  input,
  output,
  stamp,
  reservedBytes = 0,
  fileType,
}: ImageJob): Promise<StampOutcome> {
  try {
    if (fileType === "image/tiff") return await stampTiff(input, output, stamp);
    const { notes, start, contentType } = await draw(fileType, input, output, stamp, reservedBytes);
    const placeholder = reservedBytes > 0 ? { placeholder: { start, end: start + reservedBytes } } : {};
    return { contentType, pages: 1, originalKept: false, notes, ...placeholder };
  } catch (error) {
    throw error instanceof AppError || isDecoderError(error) ? error : damagedPicture(error);
  }
}

async function draw(
  fileType: Exclude<PictureType, typeof fileTypes.tiff>,
  input: string,
  output: string,
  stamp: Stamp,
  reservedBytes: number,
) {
  switch (fileType) {
    case fileTypes.png:
      return { ...(await stampPng(input, output, stamp, reservedBytes)), contentType: fileType };
    case fileTypes.jpeg:
      return { ...(await stampJpeg(input, output, stamp, reservedBytes)), contentType: fileType };
    default:
      return stampConverted(fileType, input, output, stamp, reservedBytes);
  }
}

/** System errors (a full disk, a missing file) and bugs are not reported as errors of the picture. */
function isDecoderError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    /^(ENO|EACCES|EEXIST|EIO|EROFS|EDQUOT)/.test(code)
  );
}
