import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { AppError } from "../../errors.ts";
import type { Stamp } from "../stamp/stamp.ts";
import { carryJpeg } from "./jpeg-carry.ts";
import { decodeJpeg, mostCoefficients } from "./jpeg-decode.ts";
import { encodeJpeg } from "./jpeg-encode.ts";
import { extendFrame } from "./jpeg-extend.ts";
import { parseJpeg, readApplications } from "./jpeg-file.ts";
import { type JpegFrame, maxSampling, OtherJpeg } from "./jpeg-frame.ts";
import { canTurn, storedStrip, type Turn, turnFrame, turnOf } from "./jpeg-orient.ts";
import type { JpegFile } from "./jpeg-parts.ts";
import { inkTones, jpegOrientation, openingSegments } from "./jpeg-segments.ts";
import { writeNewFile } from "./new-file.ts";
import { pictureMessages } from "./picture-limits.ts";
import { drawStampStrip, type StampStrip } from "./stamp-strip.ts";

/** The stamped picture: its first segments, and all behind them. */
type Stamped = { opening: Uint8Array; picture: Uint8Array };

const reencodedNote =
  "This JPEG could not be carried over as it is, so its picture was encoded again at high quality; colors may differ slightly from the original's.";

/**
 * Adds the stamp as a strip, without decoding the picture: its blocks keep the very bits they are coded in, or
 * their coefficients at least, turned if the camera was held on its side. Where a turned side would end within a
 * block, the picture stays as it is stored, and the strip lies on its side with it. Only JPEGs that cannot be
 * carried over like that (arithmetic coding, data that programs understand differently, too many coefficients) are
 * re-encoded, at a quality not below their own, and a note says so. `room` zeros stand at `start`, before the
 * picture's data.
 */
export async function stampJpeg(
  input: string,
  output: string,
  stamp: Stamp,
  room: number,
): Promise<{ notes: string[]; start: number }> {
  const bytes = await readFile(input);
  const file = unlessOther(() => parseJpeg(bytes));
  const carried = file && (await carryOver(file, stamp));
  const { opening, picture } = carried ?? (await reencode(bytes, file, stamp));
  await writeNewFile(output, (target) => target.writeFile([opening, Buffer.alloc(room), picture]));
  return { notes: carried ? [] : [reencodedNote], start: opening.length };
}

/** Undefined for a kind of JPEG that only another decoder knows. */
function unlessOther<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof OtherJpeg) return undefined;
    throw error;
  }
}

/** Undefined where the blocks cannot be carried over. */
async function carryOver(file: JpegFile, stamp: Stamp): Promise<Stamped | undefined> {
  const { applications, components } = file;
  const orientation = jpegOrientation(applications);
  const turn = turnOf(orientation);
  const tones = inkTones(components, applications);
  if (orientation !== 1 && canTurn(file, turn)) {
    const frame = unlessOther(() => turnFrame(decodeJpeg(file), turn));
    if (!frame) return undefined;
    const strip = await drawStampStrip(frame, stamp, 8 * maxSampling(frame.planes).v);
    return {
      opening: openingSegments(applications, applications),
      picture: encodeJpeg(extendFrame(frame, strip, tones)),
    };
  }
  const strip = await drawStoredStrip(file, turn, stamp);
  const picture = unlessOther(
    () => carryJpeg(file, strip, tones) ?? encodeJpeg(extendFrame(decodeJpeg(file), strip, tones)),
  );
  return picture && { opening: openingSegments(applications, applications, orientation), picture };
}

/** The strip for a picture that stays as it is stored. */
async function drawStoredStrip(file: JpegFile, turn: Turn, stamp: Stamp): Promise<StampStrip> {
  const { h, v } = maxSampling(file.components);
  if (!turn.transpose && !turn.mirrorX && !turn.mirrorY) return drawStampStrip(file, stamp, 8 * v);
  const size = turn.transpose ? { width: file.height, height: file.width } : file;
  // Whole MCUs both lying and standing.
  const unit = h % v === 0 ? h : v % h === 0 ? v : h * v;
  return storedStrip(await drawStampStrip(size, stamp, 8 * unit), turn);
}

async function reencode(bytes: Buffer, file: JpegFile | undefined, stamp: Stamp): Promise<Stamped> {
  const again = parseJpeg(await plainJpeg(bytes, file));
  const frame = decodeAgain(again);
  const strip = await drawStampStrip(frame, stamp, 8 * maxSampling(frame.planes).v);
  const stamped = extendFrame(frame, strip, inkTones(frame.planes, again.applications));
  const details = file?.applications ?? readApplications(bytes);
  return { opening: openingSegments(details, again.applications), picture: encodeJpeg(stamped) };
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
async function plainJpeg(bytes: Buffer, file: JpegFile | undefined): Promise<Buffer> {
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
