import { Inflate } from "fflate";

const feed = 16 * 1024;

/**
 * Inflates raw deflate data (RFC 1951) to at most `max` bytes; undefined for more, and for invalid data. Stops as soon
 * as the limit is exceeded, so that a bomb cannot exhaust memory. Runs in browsers.
 */
export function inflate(packed: Uint8Array, max: number): Uint8Array | undefined {
  const bytes = new Uint8Array(max);
  let length = 0;
  let isWhole = false;
  const stream = new Inflate((chunk, isLast) => {
    if (length + chunk.length <= max) bytes.set(chunk, length);
    length += chunk.length;
    isWhole ||= isLast;
  });
  try {
    for (let at = 0; at < packed.length && length <= max; at += feed) {
      stream.push(packed.subarray(at, at + feed), at + feed >= packed.length);
    }
  } catch {
    return undefined;
  }
  return isWhole && length <= max ? bytes.subarray(0, length) : undefined;
}

/** The same for zlib data (RFC 1950); its checksum is not verified. */
export function inflateZlib(packed: Uint8Array, max: number): Uint8Array | undefined {
  return inflate(packed.subarray(2, -4), max);
}
