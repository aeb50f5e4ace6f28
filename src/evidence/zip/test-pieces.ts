/** Test support: pieces as one file. */
import { type Piece, readPieces } from "./pieces.ts";

/** All bytes of the pieces; they must be in memory already. */
export function joined(pieces: Piece[]): Uint8Array {
  const small = pieces.filter((piece) => piece instanceof Uint8Array);
  if (small.length !== pieces.length) throw new Error("One of the pieces is not in memory.");
  return Uint8Array.from(Buffer.concat(small));
}

/** The same for pieces that have to be read. */
export async function readJoined(pieces: Piece[]): Promise<Uint8Array> {
  return Uint8Array.from(Buffer.concat(await Array.fromAsync(readPieces(pieces))));
}
