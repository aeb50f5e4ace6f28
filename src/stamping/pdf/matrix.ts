/** [a b c d e f] as a PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** First `inner`, then `outer`. */
export function combine(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [p, q, r, s, t, u] = outer;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

/** A number without exponent, with enough digits for pages from 1 to 2,000,000,000 points. */
export function numberText(value: number): string {
  const text = value.toFixed(Math.abs(value) < 0.01 ? 10 : 5);
  return text.replace(/\.?0+$/, "").replace(/^-0$/, "0");
}

export const matrixText = (matrix: Matrix): string => matrix.map(numberText).join(" ");
