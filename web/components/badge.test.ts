import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const palette = readFileSync(join(import.meta.dir, "../styles/palette.css"), "utf8");
const badge = readFileSync(join(import.meta.dir, "badge.tsx"), "utf8");
const themes = ["light", "dark"] as const;

/** The color of a token in one theme, "#rrggbb". */
function color(name: string, theme: (typeof themes)[number]): string {
  const pair = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(palette);
  const found = theme === "light" ? pair?.[1] : pair?.[2];
  if (!found) throw new Error(`palette.css gives --${name} no color in the ${theme} theme.`);
  return found;
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("the text of every badge is readable in both themes: a contrast of at least 4.5 to 1", () => {
  const tones = [...badge.matchAll(/(\w+): "bg-([\w-]+) text-([\w-]+)"/g)];
  expect(tones.length).toBeGreaterThanOrEqual(7);
  for (const [, tone, background = "", text = ""] of tones) {
    for (const theme of themes) {
      const ratio = contrast(color(background, theme), color(text, theme));
      expect([tone, theme, ratio >= 4.5 ? "readable" : ratio]).toEqual([tone, theme, "readable"]);
    }
  }
});

/** The hue in degrees: 0 red, 60 yellow, 120 green. */
function hue(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(hex.slice(start, start + 2), 16),
  );
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

test("red, orange, yellow and green badges have these colors in both themes", () => {
  const ranges = { bad: [0, 15], orange: [20, 38], yellow: [45, 65], good: [90, 165] } as const;
  for (const [tone, [from, to]] of Object.entries(ranges)) {
    for (const theme of themes) {
      const found = hue(color(`${tone}-tint`, theme));
      expect([tone, theme, found >= from && found <= to ? "right" : found]).toEqual([tone, theme, "right"]);
    }
  }
});
