import { BrokenPdf } from "./broken-pdf.ts";

export type Predictor = { kind: number; colors: number; bits: number; columns: number };

/** Undoes a PNG predictor (ISO 32000-2, 7.4.4.4); only kinds 1 and 10 to 15 are supported. */
export function undoPredictor(data: Buffer, { kind, colors, bits, columns }: Predictor): Buffer {
  if (kind <= 1) return data;
  const pixel = Math.max(1, (colors * bits) >> 3);
  const width = (colors * bits * columns + 7) >> 3;
  if (kind < 10 || width < 1 || width > 1 << 24) throw new BrokenPdf("this predictor is not known");
  const rows = Math.floor(data.length / (width + 1));
  const plain = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (width + 1)] ?? 0;
    undoRow(plain, row * width, data, row * (width + 1) + 1, { filter, width, pixel });
  }
  return plain;
}

type Row = { filter: number; width: number; pixel: number };

function undoRow(plain: Buffer, to: number, data: Buffer, from: number, { filter, width, pixel }: Row): void {
  for (let column = 0; column < width; column++) {
    const left = column >= pixel ? (plain[to + column - pixel] ?? 0) : 0;
    const up = to >= width ? (plain[to + column - width] ?? 0) : 0;
    const upLeft = column >= pixel && to >= width ? (plain[to + column - width - pixel] ?? 0) : 0;
    plain[to + column] = (data[from + column] ?? 0) + predicted(filter, left, up, upLeft);
  }
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) throw new BrokenPdf("this row filter is not known");
  const guess = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
