/** Test support: joins pieces into one file, and reads ZIP files. */
import { type Piece, readPieces } from "./pieces.ts";
import { readZip, type ZipEntry } from "./read-zip.ts";

/** All bytes of the pieces; they must be in memory already. */
export function joined(pieces: Piece[]): Uint8Array {
  const small = pieces.filter((piece) => piece instanceof Uint8Array);
  if (small.length !== pieces.length) throw new Error("One of the pieces is not in memory.");
  return Uint8Array.from(Buffer.concat(small));
}

/** The same for pieces that must be read. */
export async function readJoined(pieces: Piece[]): Promise<Uint8Array> {
  return Uint8Array.from(Buffer.concat(await Array.fromAsync(readPieces(pieces))));
}

/** The files of a valid ZIP file. */
export function filesIn(zip: Uint8Array): ZipEntry[] {
  const entries = readZip(zip);
  if ("error" in entries) throw new Error(`This ZIP file is not read: ${entries.error}.`);
  return entries;
}
