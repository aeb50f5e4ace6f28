import { crc32 } from "node:zlib";
import { unzipSync, zipSync } from "fflate";
import type { Random } from "./random.ts";

/**
 * A copy of a document with some flipped bits, sometimes truncated or with a piece moved. Half of the Word packages and
 * PNG files get valid checksums again, so that the code behind those is tested as well.
 */
export function mutate(document: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const behindChecksums = random(2) === 0;
  if (behindChecksums && startsWith(document, "PK")) return mutatePart(document, random);
  const mutant = damage(document, random);
  if (behindChecksums && startsWith(document, "\x89PNG")) mendChecksums(mutant);
  return mutant;
}

const startsWith = (document: Uint8Array, text: string) =>
  Buffer.from(document.subarray(0, text.length)).equals(Buffer.from(text, "latin1"));

function damage(bytes: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const mutant = new Uint8Array(bytes);
  if (mutant.length === 0) return mutant;
  for (let flips = 2 ** random(6); flips > 0; flips -= 1) flipBit(mutant, random);
  if (random(12) === 0)
    mutant.copyWithin(random(mutant.length), random(mutant.length), random(mutant.length));
  return random(12) === 0 ? mutant.slice(0, random(mutant.length)) : mutant;
}

function flipBit(bytes: Uint8Array, random: Random): void {
  const at = random(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
}

/** Damages one part of a package and packs it again. */
function mutatePart(document: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(document);
  const names = Object.keys(parts);
  const name = names[random(names.length)] ?? "";
  return new Uint8Array(zipSync({ ...parts, [name]: damage(parts[name] ?? new Uint8Array(), random) }));
}

/** Recomputes the checksum of each chunk of a PNG, as far as its lengths can be followed. */
function mendChecksums(bytes: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(bytes.buffer);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return;
    view.setUint32(end - 4, crc32(bytes.subarray(at + 4, end - 4)));
    at = end;
  }
}
