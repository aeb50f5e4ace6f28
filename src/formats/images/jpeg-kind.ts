import { AppError, type Message } from "../../errors.ts";

/** Kinds of JPEG that the decoder does not support, with advice for the user. */
export const jpegKindMessages = {
  lossless: {
    code: "jpeg-lossless",
    text: "This picture is a lossless JPEG, a kind that few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.",
  },
  twelveBits: {
    code: "jpeg-twelve-bits",
    text: "This picture is a JPEG with 12 bits per color, a kind that few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.",
  },
  hierarchical: {
    code: "jpeg-hierarchical",
    text: "This picture is a hierarchical JPEG, a kind that few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.",
  },
  components: {
    code: "jpeg-components",
    text: "This JPEG has an unusual number of colors, which few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.",
  },
  sampling: {
    code: "jpeg-sampling",
    text: "This JPEG stores its colors at unusual resolutions, which few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.",
  },
  height: {
    code: "jpeg-height-missing",
    text: "This JPEG stores its height only after the picture data, which few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.",
  },
  jpegLs: {
    code: "jpeg-ls",
    text: "This picture is a JPEG-LS file, not an ordinary JPEG. Please save it as PNG, TIFF or ordinary JPEG and upload that.",
  },
  jpeg2000: {
    code: "jpeg-2000",
    text: "This picture is a JPEG 2000 file, not an ordinary JPEG. Please save it as PNG, TIFF or ordinary JPEG and upload that.",
  },
} as const;

/** The marker of a JPEG-LS frame (ITU-T T.87, C.1.1); its header has the same layout as other frame headers. */
export const jpegLsFrame = 0xf7;

/** Signatures of JPEG 2000 files and code streams (ITU-T T.800, I.5.1 and A.4.1). */
const jpeg2000Heads = ["0000000c6a502020", "ff4fff51"];

export const isJpeg2000 = (head: Buffer): boolean =>
  jpeg2000Heads.some((start) => head.toString("hex").startsWith(start));

/** A frame header (ITU-T T.81, B.2.2): its marker and its content without the length. */
type JpegFrameHeader = { marker: number; content: Buffer };

/**
 * Throws AppError with the name of the kind for a frame that no decoder here supports; arithmetic coding is supported.
 */
export function checkJpegKind({ marker, content }: JpegFrameHeader): void {
  const message = findMessage(marker, content);
  if (message) throw AppError.from("unsupported", message);
}

function findMessage(marker: number, content: Buffer): Message | undefined {
  const [precision, heightHigh, heightLow] = content;
  const count = content[5] ?? 0;
  if (marker === jpegLsFrame) return jpegKindMessages.jpegLs;
  if (marker === 0xc3 || marker === 0xcb) return jpegKindMessages.lossless;
  if ((marker & 7) > 3) return jpegKindMessages.hierarchical;
  if (precision === 12) return jpegKindMessages.twelveBits;
  if (heightHigh === 0 && heightLow === 0) return jpegKindMessages.height;
  if (count === 2 || count > 4) return jpegKindMessages.components;
  return hasFractionalSampling(content.subarray(6, 6 + 3 * count)) ? jpegKindMessages.sampling : undefined;
}

/** Whether the sampling ratio between two components is not a whole number. */
function hasFractionalSampling(components: Buffer): boolean {
  const factors = Array.from({ length: Math.floor(components.length / 3) }, (_, index) => {
    const sampling = components[3 * index + 1] ?? 0;
    return { h: sampling >> 4, v: sampling & 15 };
  });
  const max = { h: Math.max(0, ...factors.map(({ h }) => h)), v: Math.max(0, ...factors.map(({ v }) => v)) };
  return factors.some(({ h, v }) => h > 0 && v > 0 && (max.h % h !== 0 || max.v % v !== 0));
}
