import { create } from "qrcode";

/** A QR code as its modules; `dark` is row by row, without the quiet zone. */
export type QrCode = { size: number; dark: Uint8Array };

/** Error correction M: readable with 15 % of the code lost. */
export function qrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  return { size: modules.size, dark: Uint8Array.from(modules.data, Number) };
}

/** Modules of white that a reader needs on every side (ISO/IEC 18004, 5.3.8). */
export const quietModules = 4;

/** Operators that fill the code with its lower left corner at (x, y), `side` wide without its quiet zone. */
export function drawQrCode(code: QrCode, x: number, y: number, side: number): string {
  const step = side / code.size;
  const quiet = quietModules * step;
  const box = (left: number, bottom: number, width: number, height: number) =>
    `${[left, bottom, width, height].map((value) => value.toFixed(3)).join(" ")} re`;
  const bars: string[] = [];
  for (let row = 0; row < code.size; row++) {
    for (let column = 0; column < code.size; column++) {
      if (!isDark(code, row, column)) continue;
      const first = column;
      while (isDark(code, row, column + 1)) column++;
      bars.push(box(x + first * step, y + side - (row + 1) * step, (column - first + 1) * step, step));
    }
  }
  const white = box(x - quiet, y - quiet, side + 2 * quiet, side + 2 * quiet);
  return `1 g\n${white} f\n0 g\n${bars.join("\n")}\nf\n`;
}

function isDark(code: QrCode, row: number, column: number): boolean {
  return column < code.size && code.dark[row * code.size + column] === 1;
}
