import { AppError } from "../errors.ts";

/** How much the client takes. A server that is none, or not what it was, fills neither memory nor disk. */

const mebibyte = 1024 * 1024;

/** Several times what a hundred documents are in JSON. */
export const maxJsonBytes = 8 * mebibyte;

/**
 * For each file of a document of so many bytes: a stamped copy may be several times the original, a small Word document
 * becomes a PDF of up to 200 MiB, and a pack has all of it.
 */
export const maxResultBytes = (originalBytes: number): number => 5 * originalBytes + 300 * mebibyte;

/** Hands on what comes, and throws AppError `invalid` in place of the first byte too many. */
export async function* atMost(
  server: string,
  maxBytes: number,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new AppError("invalid", "server-sends-too-much", "{server} sends more than it should.", {
        params: { server },
      });
    yield chunk;
  }
}
