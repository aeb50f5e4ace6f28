import { crc32, joinedCrc32 } from "./crc32.ts";

/** Bytes that are read when they are wanted, as often as they are; how many they are is known before. */
export type LargePiece = { size: number; crc: number; read: () => AsyncIterable<Uint8Array> };

/** A part of a file that is about to be written: in memory, or too large for it. */
export type Piece = Uint8Array | LargePiece;

const isSmall = (piece: Piece): piece is Uint8Array => piece instanceof Uint8Array;

const sizeOfOne = (piece: Piece) => (isSmall(piece) ? piece.length : piece.size);

/** Bytes of the pieces together. */
export const getSize = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + sizeOfOne(piece), 0);

/** The check sum of the pieces one behind the other. Reads no large one. */
export function crcOf(pieces: Piece[]): number {
  return pieces.reduce((crc, piece) => {
    return joinedCrc32(crc, isSmall(piece) ? crc32(piece) : piece.crc, sizeOfOne(piece));
  }, 0);
}

/** The bytes of the pieces, large ones little by little. */
export async function* readPieces(pieces: Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (isSmall(piece)) yield piece;
    else yield* piece.read();
  }
}
