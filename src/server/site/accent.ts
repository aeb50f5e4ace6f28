import type { Accent } from "../../features/config.ts";

/** A color in sRGB, each component from 0 to 255. */
type Color = readonly [red: number, green: number, blue: number];

/** The operator's choice: one color, or one for each theme. */
type AccentChoice = { light: string; dark?: string | undefined };

/** WCAG 2.2, 1.4.3: text of normal size. */
const textContrast = 4.5;
/** A dark shade that we choose ourselves is easy to read. */
const easyContrast = 7;

/** The backgrounds and texts in web/styles/palette.css that appear with the accent color. */
const light = {
  backgrounds: ["#ffffff", "#f6f2e9", "#fffdf8", "#eee8db"].map(parseColor),
  card: parseColor("#fffdf8"),
  onDeep: parseColor("#fdfaf3"),
};
const dark = {
  backgrounds: ["#000000", "#0d1a1e", "#142529", "#0a1417"].map(parseColor),
  card: parseColor("#142529"),
  onDeep: parseColor("#f1ece0"),
};
const sealOnDeep = parseColor("#f7b59f");
const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];

/**
 * The accent's shades for both themes (web/styles/palette.css). Without a dark color, the light one is brightened until
 * it is easy to read on dark. Otherwise, the messages that say why a color is not readable.
 */
export function buildAccent(choice: AccentChoice): { accent: Accent } | { issues: string[] } {
  const brand = parseColor(choice.light);
  const darkBrand = choice.dark === undefined ? brighten(brand) : parseColor(choice.dark);
  const issues = [
    findIssue(brand, light.backgrounds, "light", "a darker"),
    findIssue(darkBrand, dark.backgrounds, "dark", "a brighter"),
  ].filter((issue) => issue !== undefined);
  if (issues.length > 0) return { issues };
  const deep = darken(brand, light.onDeep);
  const darkDeep = darken(mix(brand, dark.card, 0.5), dark.onDeep);
  return {
    accent: {
      "--brand": pair(brand, darkBrand),
      "--brand-strong": pair(mix(brand, black, 0.3), mix(darkBrand, white, 0.35)),
      "--tint": pair(tint(brand, light.card), tint(darkBrand, dark.card)),
      "--deep": pair(deep, darkDeep),
      "--deep-line": pair(mix(deep, white, 0.2), mix(darkDeep, white, 0.15)),
    },
  };
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Color, other: Color): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

/** A color as #rrggbb or #rgb. */
export function parseColor(text: string): Color {
  const digits = text.slice(1);
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const part = (at: number) => Number.parseInt(wide.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function findIssue(color: Color, backgrounds: Color[], theme: string, other: string): string | undefined {
  const lowest = Math.min(...backgrounds.map((background) => contrast(color, background)));
  if (lowest >= textContrast) return undefined;
  const measured = Math.floor(lowest * 10) / 10;
  return `${format(color)} is hard to read on the page's ${theme} backgrounds: its contrast is ${measured} to 1, and text needs ${textContrast} to 1. Please choose ${other} color.`;
}

function brighten(color: Color): Color {
  const backgrounds = [...dark.backgrounds, tint(color, dark.card)];
  return until(color, white, (shade) =>
    backgrounds.every((background) => contrast(shade, background) >= easyContrast),
  );
}

/** A background for light text and the red of the seal. */
function darken(color: Color, text: Color): Color {
  return until(
    color,
    black,
    (shade) => contrast(shade, text) >= easyContrast && contrast(shade, sealOnDeep) >= textContrast,
  );
}

/** The color, mixed with as little of the other one as necessary; the other color alone would be enough. */
function until(color: Color, other: Color, isEnough: (shade: Color) => boolean): Color {
  for (let share = 0; share < 1; share += 0.04) {
    const shade = mix(color, other, share);
    if (isEnough(shade)) return shade;
  }
  return other;
}

/** A background tinted with the color, on which the color is still readable. */
function tint(color: Color, card: Color): Color {
  for (let share = 0.12; share > 0; share -= 0.02) {
    const shade = mix(card, color, share);
    if (contrast(color, shade) >= textContrast) return shade;
  }
  return card;
}

function mix([red, green, blue]: Color, [otherRed, otherGreen, otherBlue]: Color, share: number): Color {
  const between = (one: number, other: number) => Math.round(one + (other - one) * share);
  return [between(red, otherRed), between(green, otherGreen), between(blue, otherBlue)];
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const format = (color: Color) => `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
const pair = (one: Color, other: Color) => ({ light: format(one), dark: format(other) });
