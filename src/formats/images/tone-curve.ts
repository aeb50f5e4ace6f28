/** Maps a stored sample to light: 0 to 1 each. */
export type ToneCurve = (sample: number) => number;

/** The curve of sRGB (IEC 61966-2-1), and its inverse. */
export const srgbToLight: ToneCurve = (sample) =>
  sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4;
const lightToSrgb = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

/** Levels of 255 by which a shade may move, as with a gamma from 1.8 to 2.5. */
const farthest = 24;
/** Shades below this level are too dark to hide letters in each other. */
const darkest = 64;
/** Levels between two shades whose difference must stay about the same, and by how much that may shrink and grow. */
const stride = 8;
const contrast = { min: 0.5, max: 1.75 };

/**
 * Whether programs that ignore this curve show the same letters as those that apply it: every shade is close to that of
 * sRGB, and neighboring shades stay distinct.
 */
export function isOrdinaryCurve(curve: ToneCurve): boolean {
  const shown = Array.from({ length: 256 }, (_, level) => 255 * lightToSrgb(curve(level / 255)));
  return shown.every((value, level) => {
    if (!(Math.abs(value - level) <= farthest)) return false;
    const before = shown[level - stride];
    if (before === undefined) return true;
    const growth = (value - before) / stride;
    return level < darkest ? growth >= 0 : growth >= contrast.min && growth <= contrast.max;
  });
}
