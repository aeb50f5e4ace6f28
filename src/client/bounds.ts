import { AppError } from "../errors.ts";

/** Limits on what the client accepts, so that a broken or hostile server fills neither memory nor disk. */

const mebibyte = 1024 * 1024;

/** Several times the size of a hundred documents in JSON. */
export const maxJsonBytes = 8 * mebibyte;

/**
 * The limit for each result of a document of this size: a stamped copy may be several times the original, a small Word
 * document becomes a PDF of up to 200 MiB, and a pack contains all of it.
 */
export const maxResultBytes = (originalBytes: number): number => 5 * originalBytes + 300 * mebibyte;

/** Passes chunks on, and throws AppError `invalid` at the first byte over the limit. */
export async function* atMost(
  server: string,
  maxBytes: number,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new AppError("invalid", "server-sends-too-much", "{server} sent more data than it should have.", {
        params: { server },
      });
    yield chunk;
  }
}
