import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stampColors } from "../../../../src/formats/stamp/stamp.ts";

const palette = readFileSync(join(import.meta.dir, "../../../styles/palette.css"), "utf8");

test("the preview of the stamp has the stamp's colors, which are those of the light theme", () => {
  const hex = (color: readonly number[]) => `#${Buffer.from(color).toString("hex")}`;
  expect(palette).toContain(`--tint: light-dark(${hex(stampColors.tint)},`);
  expect(palette).toContain(`--brand: light-dark(${hex(stampColors.ink)},`);
});
