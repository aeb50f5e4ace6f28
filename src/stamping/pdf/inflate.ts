import { constants, inflateRawSync, inflateSync } from "node:zlib";

/** Why data could not be unpacked. */
export type NotUnpacked = "unreadable" | "too large";

/** Whether damaged or shortened data is refused, or gives what there is, as in other readers. */
export type Extent = "whole" | "as far as it goes";

/** No zlib data unpacks to more than this many times its size. */
const largestRatio = 1032;
const zlibHeader = { windowBits: 15 } as const;

/**
 * Unpacks zlib data up to `limit` bytes. Data cut short gives what there is, as other readers do, unless the whole is
 * asked for.
 */
export function inflate(packed: Buffer, limit: number, extent: Extent): Buffer | NotUnpacked {
  const cannotExceed = packed.length * largestRatio < limit;
  const whole = attempt(() =>
    // Faster by half, but without a limit of its own.
    cannotExceed
      ? Buffer.from(Bun.inflateSync(packed as Buffer<ArrayBuffer>, zlibHeader).buffer)
      : inflateSync(packed, { maxOutputLength: limit }),
  );
  if (whole !== "unreadable" || extent === "whole") return whole;
  const asFarAsItGoes = { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH };
  const beginning = attempt(() => inflateSync(packed, asFarAsItGoes));
  return beginning === "unreadable"
    ? attempt(() => inflateRawSync(packed.subarray(2), asFarAsItGoes))
    : beginning;
}

function attempt(unpack: () => Buffer): Buffer | NotUnpacked {
  try {
    return unpack();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ERR_BUFFER_TOO_LARGE" ? "too large" : "unreadable";
  }
}
