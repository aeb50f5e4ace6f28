/** Three rows of three numbers. */
export type Matrix = readonly (readonly [number, number, number])[];
type Vector = readonly [number, number, number];

/** From XYZ relative to D50, the connection space of ICC profiles, to linear sRGB. */
const xyzToSrgb: Matrix = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
];
/** The adaptation of ICC.1, annex E (Bradford), and the white of its connection space. */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const d50: Vector = [0.9642, 1, 0.8249];

/**
 * The share of each primary in each of sRGB's: at most as far from them as in Adobe RGB (1998), or in an old screen
 * with dull colors. Together, the primaries are white.
 */
const limits = { own: [0.65, 1.45], other: [-0.42, 0.3], white: [0.95, 1.05] } as const;

/**
 * Whether programs that ignore these primaries show the same picture as those that apply them. The columns are the XYZ
 * of red, green and blue relative to D50.
 */
export function isOrdinaryMatrix(primaries: Matrix): boolean {
  const within = (value: number, [min, max]: readonly [number, number]) => value >= min && value <= max;
  return multiply(xyzToSrgb, primaries).every(
    (row, place) =>
      row.every((share, index) => within(share, index === place ? limits.own : limits.other)) &&
      within(row[0] + row[1] + row[2], limits.white),
  );
}

type Chromaticity = { x: number; y: number };

/** The XYZ of red, green and blue relative to D50; not finite for impossible primaries. */
export function matrixOfPrimaries(
  white: Chromaticity,
  red: Chromaticity,
  green: Chromaticity,
  blue: Chromaticity,
): Matrix {
  const [r, g, b, w] = [red, green, blue, white].map(({ x, y }): Vector => [x / y, 1, (1 - x - y) / y]) as [
    Vector,
    Vector,
    Vector,
    Vector,
  ];
  const columns = transpose([r, g, b]);
  const scale = apply(invert(columns), w);
  const native = columns.map((row): Vector => [row[0] * scale[0], row[1] * scale[1], row[2] * scale[2]]);
  const [from, to] = [apply(bradford, w), apply(bradford, d50)];
  const adapted = bradford.map((row, index): Vector => {
    const gain = (to[index] ?? 0) / (from[index] ?? 0);
    return [row[0] * gain, row[1] * gain, row[2] * gain];
  });
  return multiply(multiply(invert(bradford), adapted), native);
}

function multiply(a: Matrix, b: Matrix): Matrix {
  const columns = transpose(b);
  return a.map((row): Vector => [dot(row, columns[0]), dot(row, columns[1]), dot(row, columns[2])]);
}

const apply = (matrix: Matrix, vector: Vector): Vector => [
  dot(matrix[0], vector),
  dot(matrix[1], vector),
  dot(matrix[2], vector),
];

const zero: Vector = [0, 0, 0];
const dot = (a: Vector = zero, b: Vector = zero): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const transpose = (matrix: Matrix): Matrix =>
  ([0, 1, 2] as const).map(
    (place): Vector => [matrix[0]?.[place] ?? 0, matrix[1]?.[place] ?? 0, matrix[2]?.[place] ?? 0],
  );

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function invert(matrix: Matrix): Matrix {
  const [a = zero, b = zero, c = zero] = matrix;
  const determinant = dot(a, cross(b, c));
  const columns = [cross(b, c), cross(c, a), cross(a, b)].map(
    ([x, y, z]): Vector => [x / determinant, y / determinant, z / determinant],
  );
  return transpose(columns);
}
