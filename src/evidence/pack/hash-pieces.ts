import { createHash } from "node:crypto";
import { type Piece, readPieces } from "../../formats/zip/pieces.ts";

/**
 * Lower-case hex SHA-256 of pieces, large ones read little by little. Rejects with the signal's reason. Server only.
 */
export async function hashPieces(pieces: Piece[], signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of readPieces(pieces)) {
    signal?.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest("hex");
}
