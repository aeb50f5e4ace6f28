import { crc32, joinedCrc32 } from "./crc32.ts";

/** Bytes that are read on demand, possibly several times; their size is known in advance. */
export type LargePiece = { size: number; crc: number; read: () => AsyncIterable<Uint8Array> };

/** A part of a file to be written: in memory, or too large for it. */
export type Piece = Uint8Array | LargePiece;

const isSmall = (piece: Piece): piece is Uint8Array => piece instanceof Uint8Array;

const sizeOfOne = (piece: Piece) => (isSmall(piece) ? piece.length : piece.size);

/** The total size of the pieces in bytes. */
export const getSize = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + sizeOfOne(piece), 0);

/** The CRC-32 of the concatenated pieces. Does not read large ones. */
export function computeCrc(pieces: Piece[]): number {
  return pieces.reduce((crc, piece) => {
    return joinedCrc32(crc, isSmall(piece) ? crc32(piece) : piece.crc, sizeOfOne(piece));
  }, 0);
}

/** The bytes of the pieces; large ones are streamed. */
export async function* readPieces(pieces: Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (isSmall(piece)) yield piece;
    else yield* piece.read();
  }
}
