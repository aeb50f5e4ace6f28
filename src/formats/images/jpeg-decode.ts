import { elementAt } from "./element-at.ts";
import { BitReader } from "./jpeg-bits.ts";
import {
  type JpegFrame,
  type JpegPlane,
  maxSampling,
  OtherJpeg,
  type PlaneShape,
  usedBlocks,
} from "./jpeg-frame.ts";
import type { JpegFile, JpegScan } from "./jpeg-parts.ts";
import { progressiveDecoder } from "./jpeg-progressive.ts";
import { type BlockDecoder, getTable, type ScanDecoder } from "./jpeg-scan-decoder.ts";
import { damagedPicture } from "./picture-limits.ts";

/** T.81 allows at most ten blocks in an MCU (B.2.3); files with more cannot be rewritten as one scan. */
const maxBlocksInUnit = 10;
/**
 * Limit on the number of coefficients (two bytes each, in memory twice while the strip is added), so that the planes
 * fit into a job's memory. The largest supported picture fits if its chroma is subsampled, as cameras do.
 */
export const maxCoefficients = 160_000_000;

/**
 * Decodes the entropy-coded data of all scans. Throws AppError for damaged data, OtherJpeg for pictures that are too
 * large.
 */
export function decodeJpeg(file: JpegFile): JpegFrame {
  const frame = { width: file.width, height: file.height, planes: emptyPlanes(file) };
  if (!file.progressive && file.components.length !== coveredComponents(file.scans).size)
    throw damagedPicture();
  for (const scan of file.scans) {
    decodeScan(scan, frame, file.progressive ? progressiveDecoder(scan) : sequentialDecoder(scan));
  }
  return frame;
}

function coveredComponents(scans: JpegScan[]): Set<number> {
  return new Set(scans.flatMap(({ components }) => components.map(({ index }) => index)));
}

function emptyPlanes(file: JpegFile): JpegPlane[] {
  const shapes = planeShapes(file);
  const total = shapes.reduce((sum, { blocksWide, blocksHigh }) => sum + blocksWide * blocksHigh * 64, 0);
  if (total > maxCoefficients) throw new OtherJpeg();
  return shapes.map((shape) => ({
    ...shape,
    coefficients: new Int16Array(shape.blocksWide * shape.blocksHigh * 64),
  }));
}

/** The planes without coefficients. Throws OtherJpeg for an MCU with more blocks than can be written. */
export function planeShapes(file: JpegFile): PlaneShape[] {
  const max = maxSampling(file.components);
  const wide = Math.ceil(file.width / (8 * max.h));
  const high = Math.ceil(file.height / (8 * max.v));
  const inUnit = file.components.reduce((sum, { h, v }) => sum + h * v, 0);
  if (file.components.length > 1 && inUnit > maxBlocksInUnit) throw new OtherJpeg();
  return file.components.map(({ id, h, v, table }) => {
    const quantization = file.quantization[table];
    if (!quantization) throw damagedPicture();
    return { id, h, v, quantization, blocksWide: wide * h, blocksHigh: high * v };
  });
}

function decodeScan(scan: JpegScan, frame: JpegFrame, decoder: ScanDecoder): void {
  const intervals = scan.intervals.values();
  let reader = new BitReader(intervals.next().value ?? new Uint8Array());
  let left = scan.restartInterval;
  const beforeUnit = () => {
    if (scan.restartInterval === 0) return;
    if (left === 0) {
      const next = intervals.next().value;
      if (!next) throw damagedPicture();
      reader = new BitReader(next);
      decoder.restart();
      left = scan.restartInterval;
    }
    left--;
  };
  if (scan.components.length === 1) {
    decodeSingle(scan, frame, (coefficients, at) => {
      beforeUnit();
      decoder.block(reader, coefficients, at, 0);
    });
  } else {
    decodeInterleaved(scan, frame, beforeUnit, (coefficients, at, component) =>
      decoder.block(reader, coefficients, at, component),
    );
  }
}

/** A scan of one component contains only the blocks with picture content (T.81, A.2.2). */
function decodeSingle(
  scan: JpegScan,
  frame: JpegFrame,
  block: (coefficients: Int16Array, at: number) => void,
): void {
  const plane = getPlane(frame, scan.components[0]?.index);
  const { wide, high } = usedBlocks(frame, plane, maxSampling(frame.planes));
  for (let row = 0; row < high; row++) {
    for (let column = 0; column < wide; column++)
      block(plane.coefficients, (row * plane.blocksWide + column) * 64);
  }
}

/** A scan of several components is ordered by MCU (T.81, A.2.3). */
function decodeInterleaved(
  scan: JpegScan,
  frame: JpegFrame,
  beforeUnit: () => void,
  block: (coefficients: Int16Array, at: number, component: number) => void,
): void {
  const planes = scan.components.map(({ index }) => getPlane(frame, index));
  const first = getPlane(frame, 0);
  const wide = first.blocksWide / first.h;
  const high = first.blocksHigh / first.v;
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      beforeUnit();
      for (let component = 0; component < planes.length; component++) {
        const { h, v, blocksWide, coefficients } = elementAt(planes, component);
        for (let row = y * v; row < (y + 1) * v; row++) {
          for (let column = x * h; column < (x + 1) * h; column++)
            block(coefficients, (row * blocksWide + column) * 64, component);
        }
      }
    }
  }
}

function getPlane(frame: JpegFrame, index: number | undefined): JpegPlane {
  const plane = frame.planes[index ?? 0];
  if (!plane) throw damagedPicture();
  return plane;
}

/** Sequential DCT: a block is complete after its scan (T.81, F.2.2). */
function sequentialDecoder(scan: JpegScan): ScanDecoder {
  const tables = scan.components.map(({ dc, ac }) => [getTable(scan, dc), getTable(scan, ac)] as const);
  const predictions = new Int32Array(4);
  const block: BlockDecoder = (reader, coefficients, at, component) => {
    const [dc, ac] = elementAt(tables, component);
    const prediction = (predictions[component] as number) + reader.signed(reader.symbol(dc) & 15);
    predictions[component] = prediction;
    coefficients[at] = prediction;
    for (let index = 1; index < 64; index++) {
      const symbol = reader.symbol(ac);
      const size = symbol & 15;
      if (size === 0) {
        if (symbol !== 0xf0) break;
        index += 15;
        continue;
      }
      index += symbol >> 4;
      if (index > 63) throw damagedPicture();
      coefficients[at + index] = reader.signed(size);
    }
  };
  return { block, restart: () => predictions.fill(0) };
}
