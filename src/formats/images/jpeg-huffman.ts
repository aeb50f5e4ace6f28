import { damagedPicture } from "./picture-limits.ts";

/** Code lengths and symbols as in a DHT segment: 16 counts, then the symbols by length (T.81, B.2.4.2). */
export type HuffmanSpec = { counts: Uint8Array; symbols: Uint8Array };

/** For every 16-bit lookahead: the length of its first code in the upper byte, the symbol in the lower byte. */
export type HuffmanLookup = Uint16Array;

/** The code and its length for every symbol (0: the symbol has no code). */
export type HuffmanCodes = { codes: Uint16Array; lengths: Uint8Array };

/** Thrown when a table has no code for a symbol. */
export class MissingCode extends Error {}

export function buildLookup({ counts, symbols }: HuffmanSpec): HuffmanLookup {
  const lookup = new Uint16Array(65_536);
  let at = 0;
  let index = 0;
  for (let length = 1; length <= 16; length++) {
    for (let left = counts[length - 1] ?? 0; left > 0; left--) {
      const next = at + (65_536 >> length);
      if (next > 65_536) throw damagedPicture();
      lookup.fill((length << 8) | (symbols[index++] ?? 0), at, next);
      at = next;
    }
  }
  return lookup;
}

export function buildCodes({ counts, symbols }: HuffmanSpec): HuffmanCodes {
  const codes = new Uint16Array(256);
  const lengths = new Uint8Array(256);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length++) {
    for (let left = counts[length - 1] ?? 0; left > 0; left--) {
      const symbol = symbols[index++] ?? 0;
      codes[symbol] = code++;
      lengths[symbol] = length;
    }
    code <<= 1;
  }
  return { codes, lengths };
}

/**
 * The table itself if it has a code for each of the symbols, otherwise one that has. There, all symbols keep their
 * codes except for the rarest, which share the longest codes with the new ones.
 */
export function withCodesFor(spec: HuffmanSpec, needed: number[]): HuffmanSpec {
  const { lengths } = buildCodes(spec);
  const missing = needed.filter((symbol) => lengths[symbol] === 0);
  if (missing.length === 0) return spec;
  // Codes are assigned in the order of the symbols, so those that keep theirs are the first.
  const counts = Uint8Array.from(spec.counts);
  let rare = missing.length;
  let free = spec.counts.reduce((left, count, index) => left - count * (32_768 >> index), 65_536);
  for (let length = 16; length > 0; length--) {
    // The code of all ones stays unused (T.81, annex C).
    while (free <= rare && countOf(counts, length) > 0) {
      counts[length - 1] = countOf(counts, length) - 1;
      free += 65_536 >> length;
      rare++;
    }
  }
  let length = 16;
  while (countOf(counts, length) === 0 && free >> (17 - length) > rare) length--;
  counts[length - 1] = countOf(counts, length) + rare;
  return { counts, symbols: Uint8Array.from([...spec.symbols, ...missing]) };
}

const countOf = (counts: Uint8Array, length: number): number => counts[length - 1] ?? 0;

/** The symbols with a code in the first table and another one in the second. */
export function changedSymbols(before: HuffmanCodes, after: HuffmanCodes): Uint8Array {
  return before.lengths.map((length, symbol) => {
    const isSame = length === after.lengths[symbol] && before.codes[symbol] === after.codes[symbol];
    return length > 0 && !isSame ? 1 : 0;
  });
}

/** The optimal code with at most 16 bits for these symbol frequencies (T.81, K.2). */
export function bestHuffman(frequencies: Uint32Array): HuffmanSpec {
  const counts = limitLengths(countLengths(codeLengths(frequencies)));
  const present = Array.from(frequencies.keys()).filter((symbol) => (frequencies[symbol] ?? 0) > 0);
  const byFrequency = present.sort((a, b) => (frequencies[b] ?? 0) - (frequencies[a] ?? 0));
  return { counts: Uint8Array.from(counts.slice(1)), symbols: Uint8Array.from(byFrequency) };
}

type Tree = { weight: number; symbols: number[] };

/** Code length of each symbol; the last entry is a reserved symbol, so that the code of all ones stays unused. */
function codeLengths(frequencies: Uint32Array): number[] {
  const lengths = new Array<number>(frequencies.length + 1).fill(0);
  let trees: Tree[] = [{ weight: 0, symbols: [frequencies.length] }];
  for (const [symbol, weight] of frequencies.entries())
    if (weight > 0) trees.push({ weight, symbols: [symbol] });
  while (trees.length > 1) {
    trees.sort((a, b) => a.weight - b.weight);
    const [first, second, ...others] = trees;
    const symbols = [...(first?.symbols ?? []), ...(second?.symbols ?? [])];
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
    trees = [{ weight: (first?.weight ?? 0) + (second?.weight ?? 0), symbols }, ...others];
  }
  return lengths;
}

function countLengths(lengths: number[]): number[] {
  const counts = new Array<number>(Math.max(17, ...lengths.map((length) => length + 1))).fill(0);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] ?? 0) + 1;
  return counts;
}

/** Limits codes to 16 bits by lengthening others, then removes the reserved code (T.81, figure K.3). */
function limitLengths(counts: number[]): number[] {
  const at = (length: number) => counts[length] ?? 0;
  for (let length = counts.length - 1; length > 16; length--) {
    while (at(length) > 0) {
      let shorter = length - 2;
      while (at(shorter) === 0) shorter--;
      counts[length] = at(length) - 2;
      counts[length - 1] = at(length - 1) + 1;
      counts[shorter + 1] = at(shorter + 1) + 2;
      counts[shorter] = at(shorter) - 1;
    }
  }
  let longest = 16;
  while (longest > 0 && at(longest) === 0) longest--;
  counts[longest] = Math.max(0, at(longest) - 1);
  return counts.slice(0, 17);
}
