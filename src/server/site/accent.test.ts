import { expect, test } from "bun:test";
import fc from "fast-check";
import { buildAccent, contrast, parseColor } from "./accent.ts";

const read = (light: string, dark?: string) => buildAccent({ light, dark });

test("white on black has the highest contrast, and a color has none with itself", () => {
  expect(contrast(parseColor("#fff"), parseColor("#000000"))).toBeCloseTo(21);
  expect(contrast(parseColor("#777"), parseColor("#777777"))).toBe(1);
});

test("a color that is too bright for the light theme is refused with its contrast", () => {
  expect(read("#ffcc00")).toEqual({
    issues: [
      "#ffcc00 is hard to read on the page's light backgrounds: its contrast is 1.2 to 1, and text needs 4.5 to 1. Please choose a darker color.",
    ],
  });
});

test("a color that is too dark for the dark theme is refused, and errors in both themes are reported together", () => {
  expect(read("#7a1f5c", "#7a1f5c")).toEqual({ issues: [expect.stringContaining("dark backgrounds")] });
  const both = read("#eeeeee", "#111111");
  expect("issues" in both && both.issues).toHaveLength(2);
});

test("every accepted color can be read wherever the page uses it, in both themes", () => {
  const part = fc.integer({ min: 0, max: 255 });
  let accepted = 0;
  fc.assert(
    fc.property(part, part, part, (red, green, blue) => {
      const hex = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
      const built = read(hex);
      if ("issues" in built) return;
      accepted += 1;
      const shade = (name: string, theme: "light" | "dark") => parseColor(built.accent[name]?.[theme] ?? "");
      const pairs: [string, "light" | "dark", string[]][] = [
        [
          "--brand",
          "light",
          ["#ffffff", "#f6f2e9", "#fffdf8", "#eee8db", built.accent["--tint"]?.light ?? ""],
        ],
        ["--brand", "dark", ["#0d1a1e", "#142529", "#0a1417", built.accent["--tint"]?.dark ?? ""]],
        ["--brand-strong", "light", ["#fdfaf3", "#f6f2e9", built.accent["--tint"]?.light ?? ""]],
        ["--brand-strong", "dark", ["#06191b", "#142529", built.accent["--tint"]?.dark ?? ""]],
        ["--tint", "light", ["#13272c", "#4d5d61"]],
        ["--tint", "dark", ["#ece6d8", "#a9b6b5"]],
        ["--deep", "light", ["#fdfaf3", "#f7b59f"]],
        ["--deep", "dark", ["#f1ece0", "#f7b59f"]],
      ];
      for (const [name, theme, others] of pairs)
        for (const other of others)
          expect([hex, name, theme, other, contrast(shade(name, theme), parseColor(other)) >= 4.5]).toEqual([
            hex,
            name,
            theme,
            other,
            true,
          ]);
    }),
    { numRuns: 2000, seed: 7 },
  );
  expect(accepted).toBeGreaterThan(200);
});
