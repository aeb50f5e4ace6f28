import { readFile } from "node:fs/promises";
import type { Message } from "../../errors.ts";
import type { Stamp } from "../stamp/stamp.ts";
import { BlockCarrier } from "./jpeg-block-carrier.ts";
import { UnexpectedCode } from "./jpeg-block-reader.ts";
import { hasFilm, hasGainMap, hasOrdinaryColors } from "./jpeg-colors.ts";
import { decodeJpeg, maxCoefficients, planeShapes } from "./jpeg-decode.ts";
import { encodeJpeg } from "./jpeg-encode.ts";
import { parseJpeg, readOutline } from "./jpeg-file.ts";
import { type JpegFrame, type JpegPlane, maxSampling, OtherJpeg } from "./jpeg-frame.ts";
import { MissingCode } from "./jpeg-huffman.ts";
import { canRotate, getTurn, rotateFrame, storedStrip, type Turn } from "./jpeg-orient.ts";
import type { JpegFile } from "./jpeg-parts.ts";
import { hasPlace, inkTones, jpegOrientation, openingSegments } from "./jpeg-segments.ts";
import { type InkTone, pictureArea, type Scale, StripPainter } from "./jpeg-strip.ts";
import { writeNewFile } from "./new-file.ts";
import { sharp } from "./picture-library.ts";
import { pictureNotes } from "./picture-notes.ts";
import { drawStampStrip, type StampStrip } from "./stamp-strip.ts";

/** The stamped picture: its header segments, and the rest. */
type Stamped = { opening: Uint8Array; picture: Uint8Array };

const reencodedNote: Message = {
  code: "note-jpeg-reencoded",
  text: "This JPEG could not be used as it is, so its picture was encoded again at high quality; colors may differ slightly from the original's.",
};

/**
 * Adds the stamp as a strip without decoding the picture: the blocks keep their coded bits, or at least their
 * coefficients, rotated if the camera was held sideways. If a rotated side would end within a block, the picture stays
 * as stored, and the strip is rotated with it. JPEGs that cannot be copied this way (arithmetic coding, data that
 * decoders interpret differently, too many coefficients) are re-encoded at no lower quality, and a note says so. So are
 * those whose colors programs show differently; they become sRGB.
 * `reservedBytes` zeros are reserved at `start`, before the picture data.
 */
export async function stampJpeg(
  input: string,
  output: string,
  stamp: Stamp,
  reservedBytes: number,
): Promise<{ notes: Message[]; start: number }> {
  const bytes = await readFile(input);
  const file = unlessOther(() => parseJpeg(bytes));
  const colors = settleColors(bytes, file);
  const carried = file && colors === "ordinary" ? await carryOver(file, stamp) : undefined;
  const { opening, picture } = carried ?? (await reencode(bytes, file, stamp, colors));
  await writeNewFile(output, (target) => target.writeFile([opening, Buffer.alloc(reservedBytes), picture]));
  const notes = carried ? [] : [encodingNotes[colors]];
  if (hasGainMap(bytes)) notes.push(pictureNotes.hdrLeftOut);
  if (hasFilm(bytes)) notes.push(pictureNotes.filmLeftOut);
  if (hasPlace((file ?? readOutline(bytes)).applications)) notes.push(pictureNotes.locationLeftOut);
  return { notes, start: opening.length };
}

/** The colors of the picture: all programs show the same ones, or they have to be converted. */
type Colors = "ordinary" | "cmyk" | "ambiguous";

const encodingNotes: Record<Colors, Message> = {
  ordinary: reencodedNote,
  cmyk: pictureNotes.cmykConverted,
  ambiguous: pictureNotes.colorsSettled,
};

function settleColors(bytes: Buffer, file: JpegFile | undefined): Colors {
  const { applications, components } = file ?? readOutline(bytes);
  if (components.length === 4) return "cmyk";
  return hasOrdinaryColors(components, applications) ? "ordinary" : "ambiguous";
}

/** Undefined for a kind of JPEG that only another decoder supports. */
function unlessOther<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof OtherJpeg) return undefined;
    throw error;
  }
}

/** Undefined if the blocks cannot be copied. */
async function carryOver(file: JpegFile, stamp: Stamp): Promise<Stamped | undefined> {
  const { applications, components } = file;
  const orientation = jpegOrientation(applications);
  const turn = getTurn(orientation);
  const tones = inkTones(components, applications);
  if (orientation !== 1 && canRotate(file, turn)) {
    const frame = unlessOther(() => rotateFrame(decodeJpeg(file), turn));
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

/** The strip for a picture that stays in its stored orientation. */
async function drawStoredStrip(file: JpegFile, turn: Turn, stamp: Stamp): Promise<StampStrip> {
  const { h, v } = maxSampling(file.components);
  if (!turn.transpose && !turn.mirrorX && !turn.mirrorY) return drawStampStrip(file, stamp, 8 * v);
  const size = turn.transpose ? { width: file.height, height: file.width } : file;
  // Whole MCUs in both orientations.
  const unit = h % v === 0 ? h : v % h === 0 ? v : h * v;
  return storedStrip(await drawStampStrip(size, stamp, 8 * unit), turn);
}

async function reencode(
  bytes: Buffer,
  file: JpegFile | undefined,
  stamp: Stamp,
  colors: Colors,
): Promise<Stamped> {
  const again = parseJpeg(await plainJpeg(bytes, file, colors));
  const frame = decodeJpeg(again);
  const strip = await drawStampStrip(frame, stamp, 8 * maxSampling(frame.planes).v);
  const stamped = extendFrame(frame, strip, inkTones(frame.planes, again.applications));
  const { applications } = file ?? readOutline(bytes);
  return { opening: openingSegments(applications, again.applications), picture: encodeJpeg(stamped) };
}

/**
 * Re-encodes the picture upright as a plain sequential JPEG: ordinary colors with their profile, others converted to
 * sRGB.
 */
async function plainJpeg(bytes: Buffer, file: JpegFile | undefined, colors: Colors): Promise<Buffer> {
  const image = sharp(bytes, { failOn: "error" }).autoOrient();
  const described = colors === "ordinary" ? image.keepIccProfile() : image;
  const components = file?.components ?? [];
  const toned = components.length === 1 ? described.toColourspace("b-w") : described;
  const { width = 0, height = 0 } = await image.metadata();
  const tooMuch = 3 * width * height > maxCoefficients;
  const max = components.length === 3 ? maxSampling(components) : { h: 1, v: 1 };
  const halved = (max.h === 2 && max.v === 2) || tooMuch;
  return toned
    .jpeg({
      quality: estimateQuality(file),
      chromaSubsampling: halved ? "4:2:0" : "4:4:4",
      optimiseCoding: false,
    })
    .toBuffer();
}

/** Mean step of the brightness table that encoders scale by their quality setting (T.81, table K.1). */
const meanStepAtQuality50 = 57.6;
const lowestQuality = 85;

/** A quality setting at which the quantization is no coarser than in the file. */
function estimateQuality(file: JpegFile | undefined): number {
  const table = file?.quantization[file.components[0]?.table ?? 0];
  if (!table) return 95;
  const mean = table.reduce((sum, step) => sum + step, 0) / 64;
  const same = 100 - (50 * mean) / meanStepAtQuality50;
  return Math.min(100, Math.max(lowestQuality, Math.ceil(same) + 1));
}

/**
 * Adds a strip to a picture, in its stored orientation, by copying the bits of its blocks or, if its Huffman tables
 * lack codes that the strip needs, by recoding them symbol by symbol. Only the blocks of the strip and along its edge
 * are encoded from samples. Returns the file from the quantization tables to the end-of-image marker. Undefined for
 * several scans and for unexpected data.
 */
function carryJpeg(file: JpegFile, strip: StampStrip, tones: InkTone[]): Uint8Array | undefined {
  const [scan, another] = file.scans;
  if (!scan || another || file.progressive) return undefined;
  if (scan.components.length !== file.components.length) return undefined;
  if (scan.components.some(({ index }, place) => index !== place)) return undefined;
  // The single component of a gray picture is coded block by block, whatever its sampling factors (T.81, A.2.2).
  if (file.components.length === 1 && file.components.some(({ h, v }) => h * v > 1)) return undefined;
  try {
    return carryUnits(file, new BlockCarrier(file, scan, strip, tones), strip);
  } catch (error) {
    if (error instanceof MissingCode || error instanceof UnexpectedCode) return undefined;
    throw error;
  }
}

/** Writes the whole canvas MCU by MCU. A strip above or left of the picture is a whole number of MCUs thick. */
function carryUnits(file: JpegFile, carrier: BlockCarrier, strip: StampStrip): Uint8Array {
  const { canvas, picture } = strip;
  const shapes = planeShapes(file);
  const max = maxSampling(shapes);
  const unit = { width: 8 * max.h, height: 8 * max.v };
  const wide = Math.ceil(canvas.width / unit.width);
  const high = Math.ceil(canvas.height / unit.height);
  const top = picture.top / unit.height;
  const left = picture.left / unit.width;
  const right = left + Math.ceil(file.width / unit.width);
  const bottom = top + Math.ceil(file.height / unit.height);
  const areas = shapes.map(({ h, v }) => pictureArea(strip, { x: max.h / h, y: max.v / v }));
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const inFile = y >= top && y < bottom && x >= left && x < right;
      if (inFile) carrier.beginUnit();
      for (const [index, { h, v }] of shapes.entries()) {
        const area = areas[index];
        if (!area) continue;
        for (let row = y * v; row < (y + 1) * v; row++) {
          const from = row - area.firstRow;
          for (let column = x * h; column < (x + 1) * h; column++) {
            const fromColumn = column - area.firstColumn;
            if (!inFile) carrier.paint(index, row, column);
            else if (from < area.fullRows && fromColumn < area.fullColumns) carrier.keep(index);
            else carrier.repaint(index, row, column, from < area.rows && fromColumn < area.columns);
          }
        }
      }
    }
  }
  return carrier.end();
}

/**
 * Adds a strip to a picture. Blocks entirely inside the picture keep their coefficients; only those along the edge to
 * the strip are recomputed, because their padding becomes visible. A strip above or left of the picture must be a whole
 * number of MCUs thick. `tones` has one entry per component.
 */
function extendFrame(frame: JpegFrame, strip: StampStrip, tones: InkTone[]): JpegFrame {
  const max = maxSampling(frame.planes);
  const planes = frame.planes.map((plane, index) => {
    const scale = { x: max.h / plane.h, y: max.v / plane.v };
    return extendPlane(plane, strip, tones[index] ?? { paper: 128, ink: 128 }, scale, max);
  });
  return { ...strip.canvas, planes };
}

function extendPlane(
  plane: JpegPlane,
  strip: StampStrip,
  tone: InkTone,
  scale: Scale,
  max: { h: number; v: number },
): JpegPlane {
  const blocksWide = Math.ceil(strip.canvas.width / (8 * max.h)) * plane.h;
  const blocksHigh = Math.ceil(strip.canvas.height / (8 * max.v)) * plane.v;
  const coefficients = new Int16Array(blocksWide * blocksHigh * 64);
  const area = pictureArea(strip, scale);
  const painter = new StripPainter(strip, tone, scale, plane.quantization);
  for (let row = 0; row < blocksHigh; row++) {
    const from = row - area.firstRow;
    const insideRow = from >= 0 && from < area.fullRows && from < plane.blocksHigh;
    const { firstColumn } = area;
    const kept = insideRow ? Math.min(area.fullColumns, plane.blocksWide, blocksWide - firstColumn) : 0;
    const start = from * plane.blocksWide * 64;
    if (kept > 0) {
      const blocks = plane.coefficients.subarray(start, start + kept * 64);
      coefficients.set(blocks, (row * blocksWide + firstColumn) * 64);
    }
    for (let column = 0; column < blocksWide; column++) {
      const fromColumn = column - firstColumn;
      if (fromColumn >= 0 && fromColumn < kept) continue;
      const hasPicture = from >= 0 && from < area.rows && fromColumn >= 0 && fromColumn < area.columns;
      const original = hasPicture ? (from * plane.blocksWide + fromColumn) * 64 : undefined;
      painter.paint(
        plane.coefficients,
        original,
        row,
        column,
        coefficients,
        (row * blocksWide + column) * 64,
      );
    }
  }
  return { ...plane, blocksWide, blocksHigh, coefficients };
}
