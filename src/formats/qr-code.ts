import { create } from "qrcode/lib/core/qrcode.js";

/** The modules of a QR code; `dark` is row by row, without the quiet zone. */
export type QrCode = { size: number; dark: Uint8Array };

/**
 * One of the eight patterns that keep a code from having large areas of one color. To try all of them costs a document
 * more processor time than the rest of the code, and statements gain nothing by it: hashes and a signature are most of
 * each.
 */
const maskPattern = 3;

/**
 * Error correction L: a printed code suffers most from coarse printing and faxing, and larger modules help more against
 * those. One segment of bytes: to search for the shortest mix of modes takes as long as the rest of a certificate.
 * `capitals` are a second segment, at the end of the text: digits, capital letters and hyphens take a third less room
 * there.
 */
export function qrCode(text: string, capitals = ""): QrCode {
  const second = capitals === "" ? [] : [{ data: capitals, mode: "alphanumeric" as const }];
  const segments = [{ data: text, mode: "byte" as const }, ...second];
  const { modules } = create(segments, { errorCorrectionLevel: "L", maskPattern });
  return { size: modules.size, dark: modules.data };
}

/** The quiet zone that a reader needs on every side, in modules (ISO/IEC 18004, 5.3.8). */
export const quietModules = 4;

/** Operators that draw the code with its lower left corner at (x, y), `side` wide without its quiet zone. */
export function drawQrCode(code: QrCode, x: number, y: number, side: number): string {
  const step = (side / code.size).toFixed(5);
  const bars = listBars(code).map(
    ({ row, column, length }) => `${column} ${code.size - 1 - row} ${length} 1 re`,
  );
  const whole = code.size + 2 * quietModules;
  const white = `-${quietModules} -${quietModules} ${whole} ${whole} re`;
  // Operators in whole modules take a third of the bytes that fractional points would.
  const scale = `${step} 0 0 ${step} ${x.toFixed(3)} ${y.toFixed(3)} cm`;
  return `q ${scale}\n1 g\n${white} f\n0 g\n${bars.join("\n")}\nf Q\n`;
}

/** The dark modules, those next to each other in a row as one bar. */
export function listBars(code: QrCode): { row: number; column: number; length: number }[] {
  const bars: { row: number; column: number; length: number }[] = [];
  for (let row = 0; row < code.size; row++) {
    for (let column = 0; column < code.size; column++) {
      if (!isDark(code, row, column)) continue;
      const first = column;
      while (isDark(code, row, column + 1)) column++;
      bars.push({ row, column: first, length: column - first + 1 });
    }
  }
  return bars;
}

function isDark(code: QrCode, row: number, column: number): boolean {
  return column < code.size && code.dark[row * code.size + column] === 1;
}
