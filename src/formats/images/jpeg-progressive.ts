import { elementAt } from "./element-at.ts";
import type { BitReader } from "./jpeg-bits.ts";
import type { HuffmanLookup } from "./jpeg-huffman.ts";
import type { JpegScan } from "./jpeg-parts.ts";
import { type BlockDecoder, getTable, type ScanDecoder } from "./jpeg-scan-decoder.ts";
import { damagedPicture } from "./picture-limits.ts";

/** Progressive DCT: each scan adds a band of coefficients or one more bit of them (T.81, annex G). */
export function progressiveDecoder(scan: JpegScan): ScanDecoder {
  if (scan.spectralStart === 0) return scan.approximationHigh === 0 ? firstDc(scan) : nextDc(scan);
  if (scan.components.length !== 1) throw damagedPicture();
  const table = getTable(scan, scan.components[0]?.ac ?? 4);
  return scan.approximationHigh === 0 ? firstAc(scan, table) : nextAc(scan, table);
}

function firstDc(scan: JpegScan): ScanDecoder {
  const tables = scan.components.map(({ dc }) => getTable(scan, dc));
  const predictions = new Int32Array(4);
  const block: BlockDecoder = (reader, coefficients, at, component) => {
    const size = reader.symbol(elementAt(tables, component)) & 15;
    const prediction = (predictions[component] as number) + reader.signed(size);
    predictions[component] = prediction;
    coefficients[at] = prediction << scan.approximationLow;
  };
  return { block, restart: () => predictions.fill(0) };
}

function nextDc(scan: JpegScan): ScanDecoder {
  const block: BlockDecoder = (reader, coefficients, at) => {
    if (reader.bits(1)) coefficients[at] = (coefficients[at] as number) | (1 << scan.approximationLow);
  };
  return { block, restart: () => {} };
}

function firstAc(scan: JpegScan, table: HuffmanLookup): ScanDecoder {
  let emptyBlocks = 0;
  const block: BlockDecoder = (reader, coefficients, at) => {
    if (emptyBlocks > 0) {
      emptyBlocks--;
      return;
    }
    for (let index = scan.spectralStart; index <= scan.spectralEnd; index++) {
      const symbol = reader.symbol(table);
      const run = symbol >> 4;
      const size = symbol & 15;
      if (size === 0 && run < 15) {
        emptyBlocks = (1 << run) - 1 + (run > 0 ? reader.bits(run) : 0);
        return;
      }
      index += run;
      if (size === 0) continue;
      if (index > 63) throw damagedPicture();
      coefficients[at + index] = reader.signed(size) << scan.approximationLow;
    }
  };
  return {
    block,
    restart: () => {
      emptyBlocks = 0;
    },
  };
}

function nextAc(scan: JpegScan, table: HuffmanLookup): ScanDecoder {
  const bit = 1 << scan.approximationLow;
  let emptyBlocks = 0;
  const block: BlockDecoder = (reader, coefficients, at) => {
    let index = scan.spectralStart;
    while (emptyBlocks === 0 && index <= scan.spectralEnd) {
      const symbol = reader.symbol(table);
      const run = symbol >> 4;
      const size = symbol & 15;
      if (size > 1) throw damagedPicture();
      if (size === 0 && run < 15) {
        emptyBlocks = (1 << run) + (run > 0 ? reader.bits(run) : 0);
        break;
      }
      const value = size === 0 ? 0 : reader.bits(1) ? bit : -bit;
      index = refine(reader, coefficients, at, index, scan.spectralEnd, run, bit);
      if (value !== 0) {
        if (index > scan.spectralEnd) throw damagedPicture();
        coefficients[at + index] = value;
      }
      index++;
    }
    if (emptyBlocks > 0) {
      refine(reader, coefficients, at, index, scan.spectralEnd, 64, bit);
      emptyBlocks--;
    }
  };
  return {
    block,
    restart: () => {
      emptyBlocks = 0;
    },
  };
}

/** Adds one bit to each nonzero coefficient while skipping `zeros` zero coefficients; returns the next position. */
function refine(
  reader: BitReader,
  coefficients: Int16Array,
  at: number,
  from: number,
  end: number,
  zeros: number,
  bit: number,
): number {
  let left = zeros;
  let index = from;
  for (; index <= end; index++) {
    const value = coefficients[at + index] as number;
    if (value === 0) {
      if (left === 0) break;
      left--;
    } else if (reader.bits(1) && (Math.abs(value) & bit) === 0) {
      coefficients[at + index] = value > 0 ? value + bit : value - bit;
    }
  }
  return index;
}
