import { crc32 } from "node:zlib";
import type { LargePiece } from "../../formats/zip/pieces.ts";
import type { FileStore, FoundFile } from "./store.ts";

/** A stored file as a piece of a ZIP file. It is read once for its CRC, and again each time it is written. */
export async function largePiece(files: FileStore, file: FoundFile): Promise<LargePiece> {
  const read = () => files.readPieces(file);
  let crc = 0;
  for await (const chunk of read()) crc = crc32(chunk, crc);
  return { size: file.bytes, crc, read };
}
