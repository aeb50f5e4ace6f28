import { elementAt } from "./element-at.ts";
import { BitWriter } from "./jpeg-bit-writer.ts";
import { type JpegFrame, type JpegPlane, maxSampling, usedBlocks } from "./jpeg-frame.ts";
import { writeHeaders } from "./jpeg-headers.ts";
import { bestHuffman, buildCodes, type HuffmanCodes, type HuffmanSpec } from "./jpeg-huffman.ts";

/** One of the two sets of codes: the first for the luma component, the second for the others. */
type CodeSet = { dcSpec: HuffmanSpec; acSpec: HuffmanSpec; dc: HuffmanCodes; ac: HuffmanCodes };

/**
 * Encodes the frame as sequential Huffman-coded data, from the quantization tables to the end-of-image marker.
 * Lossless; the codes are optimal for these coefficients.
 */
export function encodeJpeg(frame: JpegFrame): Uint8Array {
  const sets = codeSets(frame);
  const out = new BitWriter(1 << 20);
  const used = frame.planes.length > 1 ? sets : sets.slice(0, 1);
  writeHeaders(out, {
    ...frame,
    selectors: frame.planes.map((_, index) => ({ dc: getCodeSet(index), ac: getCodeSet(index) })),
    dcTables: used.map(({ dcSpec }) => dcSpec),
    acTables: used.map(({ acSpec }) => acSpec),
  });
  const tables = frame.planes.map((_, index) => elementAt(sets, getCodeSet(index)));
  const predictions = new Int32Array(4);
  walkBlocks(frame, (plane, at, index) => {
    const { dc, ac } = elementAt(tables, index);
    predictions[index] = writeBlock(out, plane.coefficients, at, predictions[index] as number, dc, ac);
  });
  out.flush();
  out.bytes([0xff, 0xd9]);
  return out.result();
}

const getCodeSet = (component: number): number => (component === 0 || component === 3 ? 0 : 1);

function walkBlocks(frame: JpegFrame, visit: (plane: JpegPlane, at: number, index: number) => void): void {
  const [first] = frame.planes;
  if (!first) return;
  if (frame.planes.length === 1) {
    const { wide, high } = usedBlocks(frame, first, maxSampling(frame.planes));
    for (let row = 0; row < high; row++)
      for (let column = 0; column < wide; column++) visit(first, (row * first.blocksWide + column) * 64, 0);
    return;
  }
  const high = first.blocksHigh / first.v;
  const wide = first.blocksWide / first.h;
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      for (let index = 0; index < frame.planes.length; index++) {
        const plane = elementAt(frame.planes, index);
        for (let row = y * plane.v; row < (y + 1) * plane.v; row++)
          for (let column = x * plane.h; column < (x + 1) * plane.h; column++)
            visit(plane, (row * plane.blocksWide + column) * 64, index);
      }
    }
  }
}

function codeSets(frame: JpegFrame): CodeSet[] {
  const counts = [0, 1].map(() => ({ dc: new Uint32Array(17), ac: new Uint32Array(256) }));
  const tables = frame.planes.map((_, index) => elementAt(counts, getCodeSet(index)));
  const predictions = new Int32Array(4);
  walkBlocks(frame, (plane, at, index) => {
    const { dc, ac } = elementAt(tables, index);
    predictions[index] = countBlock(plane.coefficients, at, predictions[index] as number, dc, ac);
  });
  return counts.map(({ dc, ac }) => {
    const dcSpec = bestHuffman(dc);
    const acSpec = bestHuffman(ac);
    return { dcSpec, acSpec, dc: buildCodes(dcSpec), ac: buildCodes(acSpec) };
  });
}

/** Bits needed for a difference or coefficient (T.81, table F.1). */
export const getSize = (value: number): number => 32 - Math.clz32(value < 0 ? -value : value);

function countBlock(
  coefficients: Int16Array,
  at: number,
  prediction: number,
  dcCounts: Uint32Array,
  acCounts: Uint32Array,
): number {
  const dc = coefficients[at] as number;
  const size = getSize(dc - prediction);
  dcCounts[size] = (dcCounts[size] as number) + 1;
  let zeros = 0;
  for (let index = 1; index < 64; index++) {
    const value = coefficients[at + index] as number;
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) acCounts[0xf0] = (acCounts[0xf0] as number) + 1;
    const symbol = (zeros << 4) | getSize(value);
    acCounts[symbol] = (acCounts[symbol] as number) + 1;
    zeros = 0;
  }
  if (zeros > 0) acCounts[0] = (acCounts[0] as number) + 1;
  return dc;
}

/** Writes one block of quantized coefficients; returns its DC value, from which the next block is predicted. */
export function writeBlock(
  out: BitWriter,
  coefficients: Int16Array,
  at: number,
  prediction: number,
  dcCodes: HuffmanCodes,
  acCodes: HuffmanCodes,
): number {
  const dc = coefficients[at] as number;
  out.value(dcCodes, getSize(dc - prediction), dc - prediction);
  let zeros = 0;
  for (let index = 1; index < 64; index++) {
    const value = coefficients[at + index] as number;
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) out.symbol(acCodes, 0xf0);
    out.value(acCodes, (zeros << 4) | getSize(value), value);
    zeros = 0;
  }
  if (zeros > 0) out.symbol(acCodes, 0);
  return dc;
}

/** Writes a block whose only coefficient is `dc`, as `writeBlock` does; returns it. */
export function writeFlatBlock(
  out: BitWriter,
  dc: number,
  prediction: number,
  dcCodes: HuffmanCodes,
  acCodes: HuffmanCodes,
): number {
  out.value(dcCodes, getSize(dc - prediction), dc - prediction);
  out.symbol(acCodes, 0);
  return dc;
}
