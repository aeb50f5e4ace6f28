import { constants, inflateRawSync, inflateSync } from "node:zlib";

/**
 * Unpacks zlib data up to `limit` bytes. Data cut short gives what there is, as other readers do; undefined
 * when nothing can be read or more than the limit would come out.
 */
export function inflate(packed: Buffer, limit: number): Buffer | undefined {
  return (
    attempt(() => inflateSync(packed, { maxOutputLength: limit })) ??
    attempt(() => inflateSync(packed, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH })) ??
    attempt(() =>
      inflateRawSync(packed.subarray(2), { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH }),
    )
  );
}

function attempt(unpack: () => Buffer): Buffer | undefined {
  try {
    return unpack();
  } catch {
    return undefined;
  }
}
