import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readNotices } from "./third-party-notices.ts";

const root = join(import.meta.dir, "../../..");
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

test("the notices list every package of the product with its version, license and license text", async () => {
  const notices = await readNotices();
  expect(notices).toStartWith(readFileSync(join(root, "LICENSE"), "utf8").trim());
  const { dependencies } = readJson("package.json");
  const native = readdirSync(join(root, "node_modules/@img")).map((name) => `@img/${name}`);
  const folders = [...Object.keys(dependencies), ...native, "tailwindcss", "react-is", "@oslojs/crypto"];
  for (const folder of folders) {
    const { name, version, license } = readJson(`node_modules/${folder}/package.json`);
    expect(notices).toContain(`\n${name} ${version} (${license})\n`);
  }
  expect(notices).toContain(readFileSync(join(root, "node_modules/hono/LICENSE"), "utf8").trim());
  expect(notices).toContain("SIL OPEN FONT LICENSE");
  expect(notices).not.toContain("(undefined)");
});

test("a package without a license file is listed with its readme's statement, such as the libraries in libvips", async () => {
  const notices = await readNotices();
  const libvips = notices.split("\n\n\n").find((part) => part.startsWith("@img/sharp-libvips-"));
  expect(libvips).toContain("The package contains no license file.");
  expect(libvips).toMatch(/\| librsvg +\| LGPLv3/);
});

test("packages only for building or testing are not in the notices", async () => {
  const notices = await readNotices();
  for (const name of ["typescript", "@biomejs/biome", "playwright", "knip", "drizzle-kit"]) {
    expect(notices).not.toContain(`\n${name} `);
  }
});
