import { constants, inflateRawSync, inflateSync } from "node:zlib";

/** Why data could not be decompressed. */
export type NotUnpacked = "unreadable" | "too large";

/**
 * Whether truncated data is rejected, or decompressed as far as possible, as in other readers. From damaged data,
 * salvaging returns what precedes the damage.
 */
export type Extent = "whole" | "as far as it goes" | "salvaged";

/** The maximum compression ratio of zlib data. */
const largestRatio = 1032;
const zlibHeader = { windowBits: 15 } as const;

/**
 * Decompresses zlib data up to `limit` bytes. Truncated data gives what there is, as in other readers, unless the whole
 * is required.
 */
export function inflate(packed: Buffer, limit: number, extent: Extent): Buffer | NotUnpacked {
  const cannotExceed = packed.length * largestRatio < limit;
  const whole = attempt(() =>
    // Bun.inflateSync is one and a half times as fast, but has no output limit.
    cannotExceed
      ? Buffer.from(Bun.inflateSync(packed as Buffer<ArrayBuffer>, zlibHeader).buffer)
      : inflateSync(packed, { maxOutputLength: limit }),
  );
  if (whole !== "unreadable" || extent === "whole") return whole;
  const asFarAsItGoes = { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH };
  const beginning = attempt(() => inflateSync(packed, asFarAsItGoes));
  if (beginning !== "unreadable") return beginning;
  const withoutHeader = packed.subarray(2);
  const raw = attempt(() => inflateRawSync(withoutHeader, asFarAsItGoes));
  return raw === "unreadable" && extent === "salvaged" ? salvage(withoutHeader, limit) : raw;
}

/** What the longest undamaged prefix decompresses to: its readable part stays readable when it is truncated. */
function salvage(packed: Buffer, limit: number): Buffer | NotUnpacked {
  const options = { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH };
  let readable = 0;
  let unreadable = packed.length;
  let plain: Buffer | NotUnpacked = "unreadable";
  while (unreadable - readable > 1) {
    const middle = (readable + unreadable) >> 1;
    const beginning = attempt(() => inflateRawSync(packed.subarray(0, middle), options));
    if (beginning === "too large") return beginning;
    if (beginning === "unreadable") unreadable = middle;
    else {
      readable = middle;
      plain = beginning;
    }
  }
  return plain === "unreadable" || plain.length > 0 ? plain : "unreadable";
}

function attempt(unpack: () => Buffer): Buffer | NotUnpacked {
  try {
    return unpack();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ERR_BUFFER_TOO_LARGE" ? "too large" : "unreadable";
  }
}
