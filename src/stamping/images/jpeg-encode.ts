import { elementAt } from "./element-at.ts";
import { type JpegFrame, type JpegPlane, maxSampling, usedBlocks } from "./jpeg-frame.ts";
import { bestHuffman, codesOf, type HuffmanCodes, type HuffmanSpec } from "./jpeg-huffman.ts";

/** One of the two sets of codes: the first for the component that carries brightness, the second for the others. */
type CodeSet = { dcSpec: HuffmanSpec; acSpec: HuffmanSpec; dc: HuffmanCodes; ac: HuffmanCodes };

/**
 * The frame as sequential Huffman-coded data: quantisation tables to the end-of-image marker. Loses nothing;
 * the codes are the shortest for these very coefficients.
 */
export function encodeJpeg(frame: JpegFrame): Uint8Array {
  const sets = codeSets(frame);
  const out = new BitWriter(1 << 20);
  writeHeaders(out, frame, sets);
  const tables = frame.planes.map((_, index) => elementAt(sets, setOf(index)));
  const predictions = new Int32Array(4);
  walkBlocks(frame, (plane, at, index) => {
    const { dc, ac } = elementAt(tables, index);
    predictions[index] = writeBlock(out, plane.coefficients, at, predictions[index] as number, dc, ac);
  });
  out.flush();
  out.bytes([0xff, 0xd9]);
  return out.result();
}

const setOf = (component: number): number => (component === 0 || component === 3 ? 0 : 1);

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
  const tables = frame.planes.map((_, index) => elementAt(counts, setOf(index)));
  const predictions = new Int32Array(4);
  walkBlocks(frame, (plane, at, index) => {
    const { dc, ac } = elementAt(tables, index);
    predictions[index] = countBlock(plane.coefficients, at, predictions[index] as number, dc, ac);
  });
  return counts.map(({ dc, ac }) => {
    const dcSpec = bestHuffman(dc);
    const acSpec = bestHuffman(ac);
    return { dcSpec, acSpec, dc: codesOf(dcSpec), ac: codesOf(acSpec) };
  });
}

/** Bits needed for a difference or coefficient (T.81, table F.1). */
const sizeOf = (value: number): number => 32 - Math.clz32(value < 0 ? -value : value);

function countBlock(
  coefficients: Int16Array,
  at: number,
  prediction: number,
  dcCounts: Uint32Array,
  acCounts: Uint32Array,
): number {
  const dc = coefficients[at] as number;
  const size = sizeOf(dc - prediction);
  dcCounts[size] = (dcCounts[size] as number) + 1;
  let zeros = 0;
  for (let index = 1; index < 64; index++) {
    const value = coefficients[at + index] as number;
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) acCounts[0xf0] = (acCounts[0xf0] as number) + 1;
    const symbol = (zeros << 4) | sizeOf(value);
    acCounts[symbol] = (acCounts[symbol] as number) + 1;
    zeros = 0;
  }
  if (zeros > 0) acCounts[0] = (acCounts[0] as number) + 1;
  return dc;
}

function writeBlock(
  out: BitWriter,
  coefficients: Int16Array,
  at: number,
  prediction: number,
  dcCodes: HuffmanCodes,
  acCodes: HuffmanCodes,
): number {
  const dc = coefficients[at] as number;
  out.value(dcCodes, sizeOf(dc - prediction), dc - prediction);
  let zeros = 0;
  for (let index = 1; index < 64; index++) {
    const value = coefficients[at + index] as number;
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) out.symbol(acCodes, 0xf0);
    out.value(acCodes, (zeros << 4) | sizeOf(value), value);
    zeros = 0;
  }
  if (zeros > 0) out.symbol(acCodes, 0);
  return dc;
}

function writeHeaders(out: BitWriter, frame: JpegFrame, sets: CodeSet[]): void {
  const wide = frame.planes.some(({ quantisation }) => quantisation.some((step) => step > 255));
  for (const [index, { quantisation }] of frame.planes.entries()) {
    const steps = wide ? [...quantisation].flatMap(word) : [...quantisation];
    out.segment(0xdb, [(wide ? 0x10 : 0) | index, ...steps]);
  }
  const components = frame.planes.flatMap(({ id, h, v }, index) => [id, (h << 4) | v, index]);
  const size = [8, ...word(frame.height), ...word(frame.width), frame.planes.length];
  out.segment(wide ? 0xc1 : 0xc0, [...size, ...components]);
  const used = frame.planes.length > 1 ? sets : sets.slice(0, 1);
  for (const [index, { dcSpec, acSpec }] of used.entries()) {
    out.segment(0xc4, [index, ...dcSpec.counts, ...dcSpec.symbols]);
    out.segment(0xc4, [0x10 | index, ...acSpec.counts, ...acSpec.symbols]);
  }
  const selectors = frame.planes.flatMap(({ id }, index) => [id, setOf(index) * 0x11]);
  out.segment(0xda, [frame.planes.length, ...selectors, 0, 63, 0]);
}

const word = (value: number): [number, number] => [value >> 8, value & 255];

/** Bits into bytes, with the zero that follows each 0xff in entropy-coded data (T.81, F.1.2.3). */
class BitWriter {
  private buffer: Uint8Array;
  private at = 0;
  private held = 0;
  private count = 0;

  constructor(size: number) {
    this.buffer = new Uint8Array(size);
  }

  bytes(values: ArrayLike<number>): void {
    this.reserve(values.length);
    this.buffer.set(values, this.at);
    this.at += values.length;
  }

  segment(marker: number, content: number[]): void {
    this.bytes([0xff, marker, ...word(content.length + 2), ...content]);
  }

  symbol({ codes, lengths }: HuffmanCodes, symbol: number): void {
    this.put(codes[symbol] as number, lengths[symbol] as number);
  }

  /** A symbol whose lower half says how many bits of `value` follow it. */
  value(codes: HuffmanCodes, symbol: number, value: number): void {
    this.symbol(codes, symbol);
    const size = symbol & 15;
    if (size > 0) this.put(value < 0 ? value + (1 << size) - 1 : value, size);
  }

  /** Fills the last byte with ones. */
  flush(): void {
    if (this.count > 0) this.put((1 << (8 - this.count)) - 1, 8 - this.count);
  }

  result(): Uint8Array {
    return this.buffer.subarray(0, this.at);
  }

  private put(bits: number, length: number): void {
    let count = this.count + length;
    const held = (this.held << length) | bits;
    if (count >= 8) {
      if (this.at + 8 > this.buffer.length) this.reserve(8);
      while (count >= 8) {
        count -= 8;
        const byte = (held >>> count) & 255;
        this.buffer[this.at++] = byte;
        if (byte === 255) this.buffer[this.at++] = 0;
      }
    }
    this.held = held & ((1 << count) - 1);
    this.count = count;
  }

  private reserve(size: number): void {
    if (this.at + size <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.at + size));
    larger.set(this.buffer.subarray(0, this.at));
    this.buffer = larger;
  }
}
