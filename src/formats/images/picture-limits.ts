import { AppError } from "../../errors.ts";

const maxMegapixels = 100;
export const maxPixels = maxMegapixels * 1e6;
const maxSide = 30_000;
export const maxTiffPages = 200;

export const pictureMessages = {
  damaged: {
    code: "picture-damaged",
    text: "This picture is damaged or incomplete. Please save it again and upload the new file.",
  },
  tooLarge: {
    code: "picture-too-large",
    text: "This picture is too large: at most {megapixels} megapixels and 30,000 pixels on a side can be stamped.",
    params: { megapixels: maxMegapixels },
  },
  tooManyPages: {
    code: "tiff-too-many-pages",
    text: "This TIFF has too many pages: at most {pages} can be stamped.",
    params: { pages: maxTiffPages },
  },
  endlessPages: {
    code: "tiff-endless-pages",
    text: "This TIFF is damaged: its list of pages never ends. Please save it again and upload the new file.",
  },
  rareTiff: {
    code: "tiff-rare-format",
    text: "This TIFF stores its picture in a way that few programs can read. Please save it with 8 bits for each color, or as a PDF, and upload that.",
  },
  rareHeif: {
    code: "heif-rare-format",
    text: "This picture is stored in a way that few programs can read. Please open it in a picture program, save it as JPEG or PNG, and upload that.",
  },
  rareBitmap: {
    code: "bitmap-rare-format",
    text: "This BMP is of a kind that few programs can read. Please open it in a picture program, save it as PNG, and upload that.",
  },
  compression: {
    code: "tiff-compression-unknown",
    text: "This TIFF uses a compression that cannot be read. Please save it with LZW or ZIP compression, or as a PDF, and upload it again.",
  },
} as const;

/** The error for a picture that no program can show. */
export function damagedPicture(cause?: unknown): AppError {
  return AppError.from("unsupported", pictureMessages.damaged, { cause });
}

/** Rejects, by the header alone, pictures that would need too much memory to decode. Sizes in pixels. */
export function checkPictureSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw damagedPicture();
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    throw AppError.from("unsupported", pictureMessages.tooLarge);
}
