import { isOrdinaryMatrix, type Matrix } from "./color-matrix.ts";
import { isOrdinaryCurve, type ToneCurve } from "./tone-curve.ts";

const headerSize = 128;
const maxTags = 100;
/** More steps than any device has; a longer table could hide one between those that are checked. */
const maxSteps = 4_096;
/** Tags that describe the colors a second time, with tables: programs differ in which of the two they apply. */
const secondDescription = /^(A2B|B2A|D2B|B2D|MS0)/;

/**
 * Whether an ICC profile (ICC.1, versions 2 and 4) is one with which programs that apply it and programs that ignore it
 * show the same picture and the same stamp: gray, or three primaries and their curves, no farther from sRGB than Adobe
 * RGB (1998) is. False for tables, other color spaces and anything unexpected.
 */
export function isOrdinaryProfile(profile: Buffer): boolean {
  const tags = readTags(profile);
  if (!tags) return false;
  const curves = (names: string[]) =>
    names.every((name) => {
      const curve = readCurve(tags.get(name));
      return curve !== undefined && isOrdinaryCurve(curve);
    });
  switch (iccColorSpace(profile)) {
    case "GRAY":
      return curves(["kTRC"]);
    case "RGB ":
      return curves(["rTRC", "gTRC", "bTRC"]) && isOrdinaryMatrix(readMatrix(tags));
    default:
      return false;
  }
}

/** The signature of the color space whose samples the profile describes, such as "RGB ", "GRAY" or "CMYK". */
export const iccColorSpace = (profile: Buffer): string => profile.toString("latin1", 16, 20);

type Tags = Map<string, Buffer>;

/** Undefined for a profile that programs read differently. */
function readTags(profile: Buffer): Tags | undefined {
  if (profile.length < headerSize + 4 || profile.toString("latin1", 36, 40) !== "acsp") return undefined;
  const [size, count] = [profile.readUInt32BE(0), profile.readUInt32BE(headerSize)];
  const isKnown =
    [2, 4].includes(profile[8] ?? 0) &&
    /^(mntr|scnr|prtr|spac)$/.test(profile.toString("latin1", 12, 16)) &&
    profile.toString("latin1", 20, 24) === "XYZ ";
  if (!isKnown || size > profile.length || count > maxTags || headerSize + 4 + 12 * count > size)
    return undefined;
  const tags: Tags = new Map();
  for (let at = headerSize + 4; at < headerSize + 4 + 12 * count; at += 12) {
    const name = profile.toString("latin1", at, at + 4);
    const [start, length] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)];
    if (start + length > size || tags.has(name) || secondDescription.test(name)) return undefined;
    tags.set(name, profile.subarray(start, start + length));
  }
  const codePoints = tags.get("cicp");
  return codePoints && !isOrdinaryCicp(codePoints.subarray(8)) ? undefined : tags;
}

/** Code points of ITU-T H.273: the primaries of sRGB and Display P3, and the curves of sRGB and of television. */
const ordinaryPrimaries = [1, 12];
const ordinaryTransfers = [1, 6, 13, 14, 15];

/** Whether these code points (ITU-T H.273) describe ordinary RGB samples of the full range. */
export function isOrdinaryCicp(codes: Buffer): boolean {
  const [primaries = 0, transfer = 0, matrix, fullRange] = codes;
  return (
    codes.length === 4 &&
    ordinaryPrimaries.includes(primaries) &&
    ordinaryTransfers.includes(transfer) &&
    matrix === 0 &&
    fullRange === 1
  );
}

const fixed = (data: Buffer, at: number): number => data.readInt32BE(at) / 65_536;

function readMatrix(tags: Tags): Matrix {
  const columns = ["rXYZ", "gXYZ", "bXYZ"].map((name) => {
    const data = tags.get(name);
    const isXyz = data && data.length >= 20 && data.toString("latin1", 0, 4) === "XYZ ";
    return [8, 12, 16].map((at) => (isXyz ? fixed(data, at) : Number.NaN));
  });
  return [0, 1, 2].map((row) => columns.map((column) => column[row])) as unknown as Matrix;
}

/** Undefined for a missing or unknown curve (ICC.1, 10.6 and 10.18). */
function readCurve(data: Buffer = Buffer.alloc(0)): ToneCurve | undefined {
  if (data.length < 12) return undefined;
  switch (data.toString("latin1", 0, 4)) {
    case "curv":
      return readCurveTable(data);
    case "para":
      return readParametricCurve(data);
    default:
      return undefined;
  }
}

function readCurveTable(data: Buffer): ToneCurve | undefined {
  const steps = data.readUInt32BE(8);
  if (steps > maxSteps || 12 + 2 * steps > data.length) return undefined;
  if (steps === 0) return (sample) => sample;
  if (steps === 1) return (sample) => sample ** (data.readUInt16BE(12) / 256);
  const value = (step: number) => data.readUInt16BE(12 + 2 * step) / 65_535;
  const isRising = Array.from({ length: steps - 1 }, (_, step) => value(step) <= value(step + 1));
  if (isRising.includes(false)) return undefined;
  return (sample) => {
    const place = sample * (steps - 1);
    const step = Math.min(Math.floor(place), steps - 2);
    return value(step) + (value(step + 1) - value(step)) * (place - step);
  };
}

const parametersByType = [1, 3, 4, 5, 7];

function readParametricCurve(data: Buffer): ToneCurve | undefined {
  const type = data.readUInt16BE(8);
  const count = parametersByType[type];
  if (count === undefined || 12 + 4 * count > data.length) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => fixed(data, 12 + 4 * index));
  const [gamma = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  const power = (sample: number) => Math.max(0, a * sample + b) ** gamma;
  switch (type) {
    case 0:
      return power;
    case 1:
      return (sample) => (a * sample + b >= 0 ? power(sample) : 0);
    case 2:
      return (sample) => (a * sample + b >= 0 ? power(sample) : 0) + c;
    default:
      return (sample) => (sample >= d ? power(sample) + e : c * sample + f);
  }
}

/** Steps of a written curve. */
const writtenSteps = 4_096;

/**
 * A profile (ICC.1, version 2) for RGB samples with this curve and these primaries. It has what a decoder needs to
 * convert the samples, and no more.
 */
export function writeRgbProfile(curve: ToneCurve, primaries: Matrix): Buffer {
  const toneCurve = Buffer.alloc(12 + 2 * writtenSteps);
  toneCurve.write("curv", "latin1");
  toneCurve.writeUInt32BE(writtenSteps, 8);
  for (let step = 0; step < writtenSteps; step++)
    toneCurve.writeUInt16BE(Math.round(65_535 * curve(step / (writtenSteps - 1))), 12 + 2 * step);
  const column = (place: 0 | 1 | 2) => writeXyz(primaries.map((row) => row[place]));
  const description = Buffer.alloc(104);
  description.write("desc", "latin1");
  description.writeUInt32BE(1, 8);
  const tags: [string, Buffer][] = [
    ["desc", description],
    ["wtpt", writeXyz([0.9642, 1, 0.8249])],
    ["rXYZ", column(0)],
    ["gXYZ", column(1)],
    ["bXYZ", column(2)],
    ["rTRC", toneCurve],
    ["gTRC", toneCurve],
    ["bTRC", toneCurve],
  ];
  return writeTags(2, tags);
}

/** The profile of sRGB (ICC.1, version 4; IEC 61966-2-1): half a kilobyte, because its curve is a formula. */
export function writeSrgbProfile(): Buffer {
  const text = (content: string): Buffer => {
    const head = Buffer.alloc(28);
    head.write("mluc", "latin1");
    for (const [index, value] of [1, 12].entries()) head.writeUInt32BE(value, 8 + 4 * index);
    head.write("enUS", 16, "latin1");
    head.writeUInt32BE(content.length * 2, 20);
    head.writeUInt32BE(head.length, 24);
    return Buffer.concat([head, Buffer.from(content, "utf16le").swap16()]);
  };
  const curve = writeNumbers("para", [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045], 12);
  curve.writeUInt16BE(3, 8);
  const adaptation = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168];
  return writeTags(4, [
    ["desc", text("sRGB")],
    ["cprt", text("No copyright, use freely")],
    ["wtpt", writeXyz([0.9642, 1, 0.8249])],
    ["chad", writeNumbers("sf32", adaptation, 8)],
    ["rXYZ", writeXyz([0.43604, 0.22249, 0.01392])],
    ["gXYZ", writeXyz([0.38512, 0.7169, 0.09706])],
    ["bXYZ", writeXyz([0.14305, 0.06061, 0.71393])],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ]);
}

const writeXyz = (values: number[]): Buffer => writeNumbers("XYZ ", values, 8);

/** A tag of fixed-point numbers that begin at `start`. */
function writeNumbers(type: string, values: number[], start: number): Buffer {
  const data = Buffer.alloc(start + 4 * values.length);
  data.write(type, "latin1");
  for (const [index, value] of values.entries())
    data.writeInt32BE(Math.round(value * 65_536), start + 4 * index);
  return data;
}

/** Tags with the same content share it. */
function writeTags(version: number, tags: [string, Buffer][]): Buffer {
  const head = Buffer.alloc(headerSize + 4 + 12 * tags.length);
  head[8] = version;
  head.write("mntrRGB XYZ ", 12, "latin1");
  head.write("acsp", 36, "latin1");
  for (const [index, value] of [0.9642, 1, 0.8249].entries())
    head.writeInt32BE(Math.round(value * 65_536), 68 + 4 * index);
  head.writeUInt32BE(tags.length, headerSize);
  const places = new Map<Buffer, number>();
  let size = head.length;
  for (const [index, [name, data]] of tags.entries()) {
    const at = headerSize + 4 + 12 * index;
    const place = places.get(data) ?? size;
    head.write(name, at, "latin1");
    head.writeUInt32BE(place, at + 4);
    head.writeUInt32BE(data.length, at + 8);
    if (!places.has(data)) size += padded(data.length);
    places.set(data, place);
  }
  head.writeUInt32BE(size, 0);
  const contents = [...places.keys()].map((data) => Buffer.concat([data], padded(data.length)));
  return Buffer.concat([head, ...contents]);
}

/** Tags begin at a multiple of four bytes. */
const padded = (length: number): number => (length + 3) & ~3;
