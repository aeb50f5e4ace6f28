import { isRegular, isWhite, sign } from "./characters.ts";
import type { Raw } from "./values.ts";

/** Parts of a value that programs may read differently, found in one pass over its bytes. */
export type Contradictions = {
  /** A dictionary in it may repeat a key: Ghostscript uses the first entry, most others the last. */
  repeatsKey: boolean;
  /** It has a reference with a generation other than 0. */
  hasGeneration: boolean;
};

const letterR = "R".charCodeAt(0);
const digitZero = "0".charCodeAt(0);
/** The keys of one dictionary are compared pairwise up to this number, and in a set above it. */
const maxCompared = 16;

/**
 * Finds contradictions by comparing hashes of the keys, without parsing values, because it runs over every object of
 * every document. It may report a repeated key that does not exist, but never misses one.
 */
export function findContradictions({ bytes, start, end }: Raw): Contradictions {
  const found: Contradictions = { repeatsKey: false, hasGeneration: false };
  const open: (OpenDict | undefined)[] = [];
  /** Undefined inside an array and at the top level. */
  let inside: OpenDict | undefined;
  let previous = -1;
  for (let at = start; at < end; ) {
    const code = bytes[at] ?? 0;
    if (isWhite(code)) at++;
    else if (code === sign.percent) at = endOfComment(bytes, at, end);
    else if (code === sign.slash) {
      const nameEnd = endOfRegular(bytes, at + 1, end);
      if (inside && !inside.expectsValue) {
        found.repeatsKey ||= inside.addKey(hashName(bytes, at + 1, nameEnd));
        inside.expectsValue = true;
      } else if (inside) inside.expectsValue = false;
      at = nameEnd;
    } else if (code === sign.openArray || (code === sign.less && bytes[at + 1] === sign.less)) {
      if (inside) inside.expectsValue = false;
      open.push(inside);
      inside = code === sign.less ? new OpenDict() : undefined;
      at += code === sign.less ? 2 : 1;
    } else if (code === sign.closeArray || code === sign.greater) {
      inside = open.pop();
      at += code === sign.greater ? 2 : 1;
    } else {
      if (inside) inside.expectsValue = false;
      const tokenEnd = endOfToken(bytes, at, end);
      if (code === letterR && tokenEnd === at + 1 && previous !== digitZero) found.hasGeneration = true;
      previous = tokenEnd === at + 1 ? code : -1;
      at = tokenEnd;
    }
  }
  return found;
}

/** A dictionary that is still open. */
class OpenDict {
  expectsValue = false;
  #keys: number[] | Set<number> = [];

  /** True if the key occurred before. */
  addKey(hash: number): boolean {
    const keys = this.#keys;
    if (keys instanceof Set) {
      const isKnown = keys.has(hash);
      keys.add(hash);
      return isKnown;
    }
    if (keys.includes(hash)) return true;
    keys.push(hash);
    if (keys.length > maxCompared) this.#keys = new Set(keys);
    return false;
  }
}

function endOfRegular(bytes: Buffer, at: number, end: number): number {
  let position = at;
  while (position < end && isRegular(bytes[position])) position++;
  return position;
}

/** Escaped and unescaped letters in a name give the same hash. */
function hashName(bytes: Buffer, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) {
    let code = bytes[at] ?? 0;
    if (code === sign.hash && at + 2 < end) {
      const escaped = Number.parseInt(bytes.toString("latin1", at + 1, at + 3), 16);
      if (!Number.isNaN(escaped)) {
        code = escaped;
        at += 2;
      }
    }
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  return hash;
}

/** The end of a string or a run of regular characters. */
function endOfToken(bytes: Buffer, at: number, end: number): number {
  const code = bytes[at];
  if (code === sign.openString) return endOfString(bytes, at, end);
  if (code === sign.less) {
    const close = bytes.indexOf(sign.greater, at);
    return close < 0 ? end : close + 1;
  }
  return Math.max(endOfRegular(bytes, at, end), at + 1);
}

function endOfComment(bytes: Buffer, at: number, end: number): number {
  let position = at;
  while (position < end && bytes[position] !== sign.lineFeed && bytes[position] !== sign.carriageReturn)
    position++;
  return position;
}

function endOfString(bytes: Buffer, at: number, end: number): number {
  let depth = 0;
  for (let position = at; position < end; position++) {
    const code = bytes[position];
    if (code === sign.backslash) position++;
    else if (code === sign.openString) depth++;
    else if (code === sign.closeString && --depth === 0) return position + 1;
  }
  return end;
}
