import { type Matrix, matrixOfPrimaries } from "./color-matrix.ts";
import type { CodePoints } from "./heif-file.ts";
import { writeRgbProfile } from "./icc-profile.ts";
import { srgbToLight, type ToneCurve } from "./tone-curve.ts";

const d65 = { x: 0.3127, y: 0.329 };
const television: Matrix = matrixOfPrimaries(
  d65,
  { x: 0.64, y: 0.33 },
  { x: 0.3, y: 0.6 },
  { x: 0.15, y: 0.06 },
);
/** Primaries of ITU-T H.273 that are far from those of television and sRGB: BT.2020, and P3 with two whites. */
const widePrimaries: Record<number, Matrix> = {
  9: matrixOfPrimaries(d65, { x: 0.708, y: 0.292 }, { x: 0.17, y: 0.797 }, { x: 0.131, y: 0.046 }),
  11: matrixOfPrimaries(
    { x: 0.314, y: 0.351 },
    { x: 0.68, y: 0.32 },
    { x: 0.265, y: 0.69 },
    { x: 0.15, y: 0.06 },
  ),
  12: matrixOfPrimaries(d65, { x: 0.68, y: 0.32 }, { x: 0.265, y: 0.69 }, { x: 0.15, y: 0.06 }),
};

/** The brightness of white paper, in candelas per square meter (ITU-R BT.2408), and the largest of the PQ curve. */
const paper = 203;
const brightest = 10_000;
/** Where an ordinary screen begins to show brighter shades darker than they are, as a part of its white. */
const knee = 0.7;

/** What is brighter than white paper, on an ordinary screen. */
const compress = (light: number): number =>
  light <= knee ? light : knee + (1 - knee) * (1 - Math.exp((knee - light) / (1 - knee)));

/** The perceptual quantizer (SMPTE ST 2084). */
const perceptual: ToneCurve = (sample) => {
  const power = sample ** (1 / 78.84375);
  const light = (Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125);
  return compress((light * brightest) / paper);
};

const fromHybrid = (sample: number): number =>
  sample <= 0.5 ? sample ** 2 / 3 : (Math.exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12;
/** The gamma of the system, and the sample of white paper (ITU-R BT.2100 and BT.2408). */
const hybridGamma = 1.2;
const hybridPaper = fromHybrid(0.75) ** hybridGamma;
/** Hybrid log-gamma. */
const hybrid: ToneCurve = (sample) => compress(fromHybrid(sample) ** hybridGamma / hybridPaper);

const otherCurves: Record<number, ToneCurve> = {
  4: (sample) => sample ** 2.2,
  5: (sample) => sample ** 2.8,
  8: (sample) => sample,
};
const hdrCurves: Record<number, ToneCurve> = { 16: perceptual, 18: hybrid };

/** Whether the code points are those of pictures for very bright screens. */
export const isHdr = ({ transfer }: CodePoints): boolean => transfer in hdrCurves;

/** The ICC profile of samples with these code points on an ordinary screen; undefined if they are about sRGB's. */
export function profileOfCodePoints({ primaries, transfer }: CodePoints): Buffer | undefined {
  const matrix = widePrimaries[primaries];
  const curve = hdrCurves[transfer] ?? otherCurves[transfer];
  return matrix || curve ? writeRgbProfile(curve ?? srgbToLight, matrix ?? television) : undefined;
}
