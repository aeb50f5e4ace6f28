/** [a b c d e f] in PDF notation: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** Applies first `inner`, then `outer`. */
export function combine(inner: Matrix, outer: Matrix): Matrix {
  const a = inner[0];
  const b = inner[1];
  const c = inner[2];
  const d = inner[3];
  const p = outer[0];
  const q = outer[1];
  const r = outer[2];
  const s = outer[3];
  return [
    a * p + b * r,
    a * q + b * s,
    c * p + d * r,
    c * q + d * s,
    inner[4] * p + inner[5] * r + outer[4],
    inner[4] * q + inner[5] * s + outer[5],
  ];
}

/** A number without exponent, precise enough for pages from 1 to 2,000,000,000 points. */
export function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const text = value.toFixed(Math.abs(value) < 0.01 ? 10 : 5);
  return text.replace(/\.?0+$/, "").replace(/^-0$/, "0");
}

/** Writes numbers with spaces in between, and remembers the latest: the stamp is in the same place on most pages. */
function rememberingLatest<Numbers extends readonly number[]>(): (numbers: Numbers) => string {
  let latest: { numbers: readonly number[]; text: string } = { numbers: [], text: "" };
  return (numbers) => {
    if (latest.numbers.length === 0 || numbers.some((value, index) => value !== latest.numbers[index]))
      latest = { numbers, text: numbers.map(numberText).join(" ") };
    return latest.text;
  };
}

export const matrixText = rememberingLatest<Matrix>();

/** Left, bottom, right and top. */
export type Bounds = readonly [number, number, number, number];

export const boundsText = rememberingLatest<Bounds>();

/** The bounding box of a box transformed by a matrix. */
export function transformBounds([left, bottom, right, top]: Bounds, matrix: Matrix): Bounds {
  const [a, b, c, d, e, f] = matrix;
  const x1 = a * left + c * bottom + e;
  const y1 = b * left + d * bottom + f;
  const x2 = a * right + c * top + e;
  const y2 = b * right + d * top + f;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** True if two boxes touch or overlap. */
export const meets = (a: Bounds, b: Bounds): boolean =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
