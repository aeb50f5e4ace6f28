import { inflateSync } from "node:zlib";
import { isOrdinaryMatrix, type Matrix, matrixOfPrimaries } from "./color-matrix.ts";
import { isOrdinaryCicp, isOrdinaryProfile, writeRgbProfile } from "./icc-profile.ts";
import type { PngChunk, PngFile } from "./png-chunks.ts";
import { isOrdinaryCurve, srgbToLight } from "./tone-curve.ts";

/** What a PNG says about its colors. */
export type PngColors = {
  /** The chunks with which all programs show the same picture. */
  kept: PngChunk[];
  /** The ICC profile with which the samples become sRGB, if they have to be converted. */
  conversion?: Buffer;
  /** Whether all programs show the same picture, including those that ignore some of the chunks or all. */
  isSettled: boolean;
};

/** Far more than any profile of a camera, screen or printer. */
const maxProfile = 4_000_000;

/** Other values are invalid, and decoders ignore them. */
const validGamma = { min: 16, max: 625_000_000 };
/** The primaries of sRGB as a cHRM chunk. */
const srgbPrimaries = Buffer.from(
  [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000].flatMap((value) => [
    0,
    value >> 16,
    (value >> 8) & 255,
    value & 255,
  ]),
);

/** One of the ways to describe colors: whether they are ordinary, and how to convert them if they are not. */
type Description = { chunks: PngChunk[]; isOrdinary: boolean; profile?: Buffer };

/**
 * Decides which color chunks the stamped copy keeps. If each of them describes ordinary colors, all are kept. If not,
 * only those that take precedence are, or the samples are converted with them.
 */
export function settleColors({ colors, hasUnsoundColors }: PngFile): PngColors {
  const descriptions = describeColors(colors);
  const isSettled = !hasUnsoundColors && descriptions.every(({ isOrdinary }) => isOrdinary);
  if (isSettled) return { kept: colors, isSettled };
  const first = descriptions.find(({ isOrdinary, profile }) => isOrdinary || profile);
  if (first?.isOrdinary) return { kept: first.chunks, isSettled };
  return { kept: [], isSettled, ...(first?.profile ? { conversion: first.profile } : {}) };
}

/** In order of precedence (W3C PNG, third edition, 4.3). */
function describeColors(colors: PngChunk[]): Description[] {
  const find = (type: string) => colors.filter((chunk) => chunk.type === type);
  return [
    ...find("cICP").map((chunk) => ({ chunks: [chunk], isOrdinary: isOrdinaryCicp(chunk.data) })),
    ...find("iCCP").map(describeProfile),
    ...find("sRGB").map((chunk) => ({ chunks: [chunk], isOrdinary: true })),
    ...describeGamma(find("gAMA"), find("cHRM")),
  ];
}

function describeProfile(chunk: PngChunk): Description {
  const profile = unpackProfile(chunk.data);
  if (!profile) return { chunks: [chunk], isOrdinary: false };
  return { chunks: [chunk], isOrdinary: isOrdinaryProfile(profile), profile };
}

/** Undefined for a profile that is damaged or far too large. */
function unpackProfile(data: Buffer): Buffer | undefined {
  // After its name and a zero byte, the method of compression, and the compressed profile.
  const packed = data.subarray(data.indexOf(0) + 2);
  try {
    return inflateSync(packed, { maxOutputLength: maxProfile });
  } catch {
    return undefined;
  }
}

function describeGamma([gamma]: PngChunk[], [primaries]: PngChunk[]): Description[] {
  if (!gamma && !primaries) return [];
  const value = gamma?.data.length === 4 ? gamma.data.readUInt32BE() : 0;
  const isValid = value >= validGamma.min && value <= validGamma.max;
  const curve = isValid ? (sample: number) => sample ** (100_000 / value) : srgbToLight;
  const stated = primaries && readPrimaries(primaries.data);
  const matrix = stated ?? readPrimaries(srgbPrimaries);
  const chunks = [gamma, primaries].filter((chunk) => chunk !== undefined);
  const isOrdinary =
    (!gamma || (isValid && isOrdinaryCurve(curve))) &&
    (!primaries || (stated !== undefined && isOrdinaryMatrix(stated)));
  return [{ chunks, isOrdinary, ...(matrix ? { profile: writeRgbProfile(curve, matrix) } : {}) }];
}

/** The largest value that a profile's numbers can have, with a margin. */
const largestPrimary = 30_000;

/** Undefined for primaries that span no colors. */
function readPrimaries(data: Buffer): Matrix | undefined {
  if (data.length !== 32) return undefined;
  const point = (at: number) => ({
    x: data.readUInt32BE(at) / 100_000,
    y: data.readUInt32BE(at + 4) / 100_000,
  });
  const matrix = matrixOfPrimaries(point(0), point(8), point(16), point(24));
  return matrix.flat().every((value) => Math.abs(value) < largestPrimary) ? matrix : undefined;
}
