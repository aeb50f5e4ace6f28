import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { AppError } from "../../errors.ts";
import type { Stamp } from "../stamp.ts";
import { carryJpeg } from "./jpeg-carry.ts";
import { decodeJpeg, mostCoefficients } from "./jpeg-decode.ts";
import { encodeJpeg } from "./jpeg-encode.ts";
import { extendFrame } from "./jpeg-extend.ts";
import { parseJpeg } from "./jpeg-file.ts";
import { type JpegFrame, maxSampling, OtherJpeg } from "./jpeg-frame.ts";
import { canTurn, turnFrame, turnOf } from "./jpeg-orient.ts";
import type { JpegFile } from "./jpeg-parts.ts";
import { inkTones, jpegOrientation, openingSegments } from "./jpeg-segments.ts";
import { writeNewFile } from "./new-file.ts";
import { pictureMessages } from "./picture-limits.ts";
import { drawStampStrip } from "./stamp-strip.ts";

/** An upright picture with the segments that belong to it. */
type Upright = { frame: JpegFrame; details: JpegFile["applications"]; colours: JpegFile["applications"] };

/** The stamped picture: its first segments, and all behind them. */
type Stamped = { opening: Uint8Array; picture: Uint8Array };

/**
 * Adds the stamp as a strip, without decoding the picture: its blocks keep the very bits they are coded in, or
 * their coefficients at least, turned if the camera was held on its side. Only JPEGs that cannot be carried
 * over like that (arithmetic coding, a turned side that ends within a block) are re-encoded, at a quality not
 * below their own. `room` zeros stand at `start`, before the picture's data.
 */
export async function stampJpeg(
  input: string,
  output: string,
  stamp: Stamp,
  room: number,
): Promise<{ notes: string[]; start: number }> {
  const bytes = await readFile(input);
  const file = parsed(bytes);
  const { opening, picture } =
    (file && (await carriedOver(file, stamp))) ?? (await codedAnew(bytes, file, stamp));
  await writeNewFile(output, (target) => target.writeFile([opening, Buffer.alloc(room), picture]));
  return { notes: [], start: opening.length };
}

/** Undefined for a kind of JPEG that only another decoder knows. */
function parsed(bytes: Buffer): JpegFile | undefined {
  try {
    return parseJpeg(bytes);
  } catch (error) {
    if (error instanceof OtherJpeg) return undefined;
    throw error;
  }
}

async function carriedOver(file: JpegFile, stamp: Stamp): Promise<Stamped | undefined> {
  if (jpegOrientation(file.applications) !== 1) return undefined;
  const strip = await drawStampStrip(file, stamp, 8 * maxSampling(file.components).v);
  const picture = carryJpeg(file, strip, inkTones(file.components, file.applications));
  return picture && { opening: openingSegments(file.applications, file.applications), picture };
}

async function codedAnew(bytes: Buffer, file: JpegFile | undefined, stamp: Stamp): Promise<Stamped> {
  const { frame, details, colours } = await uprightOf(bytes, file);
  const strip = await drawStampStrip(frame, stamp, 8 * maxSampling(frame.planes).v);
  const stamped = extendFrame(frame, strip, inkTones(frame.planes, colours));
  return { opening: openingSegments(details, colours), picture: encodeJpeg(stamped) };
}

async function uprightOf(bytes: Buffer, file: JpegFile | undefined): Promise<Upright> {
  const frame = file && uprightFrame(file);
  if (file && frame) return { frame, details: file.applications, colours: file.applications };
  const again = parseJpeg(await reencode(bytes, file));
  return {
    frame: decodeAgain(again),
    details: file?.applications ?? again.applications,
    colours: again.applications,
  };
}

/** Undefined where the blocks cannot be carried over. */
function uprightFrame(file: JpegFile): JpegFrame | undefined {
  try {
    const turn = turnOf(jpegOrientation(file.applications));
    const frame = decodeJpeg(file);
    if (!canTurn(frame, turn)) return undefined;
    return turn.transpose || turn.mirrorX || turn.mirrorY ? turnFrame(frame, turn) : frame;
  } catch (error) {
    if (error instanceof OtherJpeg) return undefined;
    throw error;
  }
}

/** What is too much even after re-encoding is a CMYK picture of more than forty megapixels. */
function decodeAgain(file: JpegFile): JpegFrame {
  try {
    return decodeJpeg(file);
  } catch (error) {
    if (!(error instanceof OtherJpeg)) throw error;
    throw new AppError("unsupported", pictureMessages.tooLargeForColours, { cause: error });
  }
}

/** The picture upright and as plain sequential JPEG, in its own colour model. */
async function reencode(bytes: Buffer, file: JpegFile | undefined): Promise<Buffer> {
  const image = sharp(bytes, { failOn: "error" }).autoOrient().keepIccProfile();
  const components = file?.components ?? [];
  const colourful = components.length === 4 ? image.toColourspace("cmyk") : image;
  const grey = components.length === 1 ? image.toColourspace("b-w") : colourful;
  const tooMuch = (file?.width ?? 0) * (file?.height ?? 0) * components.length > mostCoefficients;
  const max = components.length === 3 ? maxSampling(components) : { h: 1, v: 1 };
  const halved = (max.h === 2 && max.v === 2) || tooMuch;
  return grey
    .jpeg({ quality: qualityOf(file), chromaSubsampling: halved ? "4:2:0" : "4:4:4", optimiseCoding: false })
    .toBuffer();
}

/** Mean step of the brightness table that encoders scale by their quality setting (T.81, table K.1). */
const meanStepAtQuality50 = 57.6;
const lowestQuality = 85;

/** A quality setting whose quantisation is no coarser than the file's own. */
function qualityOf(file: JpegFile | undefined): number {
  const table = file?.quantisation[file.components[0]?.table ?? 0];
  if (!table) return 95;
  const mean = table.reduce((sum, step) => sum + step, 0) / 64;
  const same = 100 - (50 * mean) / meanStepAtQuality50;
  return Math.min(100, Math.max(lowestQuality, Math.ceil(same) + 1));
}
