import { AppError } from "../../errors.ts";
import { type ConvertedPictureType, fileTypes, type PictureType } from "../file-types.ts";
import type { ReadAt } from "../read-at.ts";
import { isJpeg2000, jpegKindMessages } from "./jpeg-kind.ts";
import { findOtherFormat } from "./other-formats.ts";
import { checkPictureSize } from "./picture-limits.ts";
import { type PictureSize, pngSignature, readJpegSize, readPngSize } from "./picture-size.ts";
import { isTiff, readTiffPages } from "./tiff-pages.ts";

type SpecifiedPicture = Exclude<PictureType, ConvertedPictureType>;

/**
 * Whether a file's headers are those of a picture of this type. Throws AppError `unsupported` for a picture of the type
 * whose headers are damaged or that is too large to stamp.
 */
export async function isPicture(type: SpecifiedPicture, readAt: ReadAt): Promise<boolean> {
  const head = await readAt(0, 8);
  switch (type) {
    case "image/jpeg":
      if (isJpeg2000(head)) throw AppError.from("unsupported", jpegKindMessages.jpeg2000);
      return head.toString("hex", 0, 3) === "ffd8ff" && isStampable(await readJpegSize(readAt));
    case "image/png":
      return head.equals(pngSignature) && isStampable(await readPngSize(readAt));
    case "image/tiff":
      return isTiff(head) && (await readTiffPages(readAt)).length > 0;
  }
}

/**
 * The type of a picture by its content; undefined for everything that is no picture. Throws AppError `unsupported` like
 * `isPicture`, and for formats that are not stamped, with what to do. `extraTypes`: the setting EXTRA_TYPES. The size
 * of a picture that is converted is checked before it is decoded, in a child process.
 */
export async function findPictureType(readAt: ReadAt, extraTypes: boolean): Promise<PictureType | undefined> {
  for (const type of [fileTypes.jpeg, fileTypes.png, fileTypes.tiff])
    if (await isPicture(type, readAt)) return type;
  const format = findOtherFormat(await readAt(0, 32));
  if (format === undefined || (extraTypes && format.type)) return format?.type;
  throw AppError.from("unsupported", format.message);
}

function isStampable({ width, height }: PictureSize): true {
  checkPictureSize(width, height);
  return true;
}
