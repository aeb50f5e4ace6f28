import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { palette } from "./letter-look.ts";

const web = join(import.meta.dir, "../../../web");

test("emails have the colors of the pages", () => {
  const css = readFileSync(join(web, "styles/palette.css"), "utf8");
  for (const [name, { light, dark }] of Object.entries(palette)) {
    expect(css).toContain(`${name}: light-dark(${light}, ${dark});`);
  }
});

test("the seal in emails is the one of the browser's tab", async () => {
  const readPixels = (picture: string, density: number) =>
    sharp(picture, { density }).resize(108, 108).flatten({ background: "#ffffff" }).raw().toBuffer();
  const drawn = await readPixels(join(web, "static/icon.svg"), (72 * 108) / 64);
  const kept = await readPixels(join(import.meta.dir, "seal.png"), 72);
  expect(kept.length).toBe(drawn.length);
  const differences = kept.map((value, index) => Math.abs(value - (drawn[index] ?? 0)));
  expect(differences.reduce((sum, one) => sum + one, 0) / kept.length).toBeLessThan(4);
});
