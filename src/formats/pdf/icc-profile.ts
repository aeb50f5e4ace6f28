/** ICC profiles that are made of tone curves and a matrix (ICC.1:2022, 8.3.3 and 8.4.3). */
const headerLength = 128;
const maxTags = 100;
const maxCurve = 4096;
/** The tone curves that devices and working spaces have: linear to somewhat above 2.6, that of digital cinema. */
const gammas = { min: 0.9, max: 3 };
const curveTolerance = 0.12;
const columnTolerance = 0.06;
/** The white of every profile: D50. */
const white = [0.9642, 1, 0.8249];
const spaces: Record<string, number> = { GRAY: 1, "RGB ": 3, CMYK: 4 };

/**
 * The number of components that a profile is for; undefined if its header or its list of tags is not that of a profile
 * that programs use.
 */
export function countProfileComponents(profile: Buffer): number | undefined {
  if (profile.length < headerLength + 4 || profile.toString("latin1", 36, 40) !== "acsp") return undefined;
  const connection = profile.toString("latin1", 20, 24);
  if (connection !== "XYZ " && connection !== "Lab ") return undefined;
  return spaces[profile.toString("latin1", 16, 20)];
}

/**
 * True if a profile of curves and a matrix changes colors only slightly, as those of real devices do. False also for a
 * profile with tables: what these do has to be tried.
 */
export function isPlainProfile(profile: Buffer): boolean {
  const components = countProfileComponents(profile);
  const tags = readTags(profile);
  if ([...tags.keys()].some((tag) => /^[AB]2[AB]|^gamt$|^D2B|^B2D/.test(tag))) return false;
  if (components === 1) return isPlainCurve(tags.get("kTRC"));
  if (components !== 3) return false;
  const columns = ["rXYZ", "gXYZ", "bXYZ"].map((tag) => readXyz(tags.get(tag)));
  const sum = [0, 1, 2].map((axis) =>
    columns.reduce((total, column) => total + (column[axis] ?? Number.NaN), 0),
  );
  const isWhite = sum.every((value, axis) => Math.abs(value - (white[axis] ?? 0)) < columnTolerance);
  const isBright = columns.every(([, luminance = Number.NaN]) => luminance > 0);
  return isWhite && isBright && ["rTRC", "gTRC", "bTRC"].every((tag) => isPlainCurve(tags.get(tag)));
}

function readTags(profile: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = Math.min(maxTags, profile.readUInt32BE(headerLength));
  for (let at = headerLength + 4; at + 12 <= profile.length && tags.size < count; at += 12) {
    const start = profile.readUInt32BE(at + 4);
    tags.set(
      profile.toString("latin1", at, at + 4),
      profile.subarray(start, start + profile.readUInt32BE(at + 8)),
    );
  }
  return tags;
}

function readXyz(tag: Buffer | undefined): number[] {
  if (!tag || tag.length < 20) return [];
  return [0, 1, 2].map((axis) => tag.readInt32BE(8 + axis * 4) / 65_536);
}

/** True if the curve follows a power with a usual exponent. */
function isPlainCurve(tag: Buffer | undefined): boolean {
  const kind = tag?.toString("latin1", 0, 4);
  if (!tag || tag.length < 12) return false;
  if (kind === "para") return isPlainParametric(tag);
  if (kind !== "curv") return false;
  const count = tag.readUInt32BE(8);
  if (count === 0) return true;
  if (count > maxCurve || tag.length < 12 + count * 2) return false;
  if (count === 1) return isPlainGamma(tag.readUInt16BE(12) / 256);
  const values = Array.from({ length: count }, (_, index) => tag.readUInt16BE(12 + index * 2) / 65_535);
  return followsPower((input) => values[Math.round(input * (count - 1))] ?? Number.NaN);
}

function isPlainParametric(tag: Buffer): boolean {
  const type = tag.readUInt16BE(8);
  const numbers = Array.from({ length: Math.trunc((tag.length - 12) / 4) }, (_, index) =>
    tag.readInt32BE(12 + index * 4),
  ).map((value) => value / 65_536);
  const [g = Number.NaN, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  if (type === 0) return isPlainGamma(g);
  if (type === 3) return followsPower((x) => (x >= d ? (a * x + b) ** g : c * x));
  return type === 4 && followsPower((x) => (x >= d ? (a * x + b) ** g + e : c * x + f));
}

const isPlainGamma = (gamma: number): boolean => gamma >= gammas.min && gamma <= gammas.max;

function followsPower(curve: (input: number) => number): boolean {
  const inputs = Array.from({ length: 65 }, (_, index) => index / 64);
  const gamma = Math.log(curve(0.5)) / Math.log(0.5);
  if (!isPlainGamma(gamma)) return false;
  return inputs.every((input) => Math.abs(curve(input) - input ** gamma) < curveTolerance);
}
