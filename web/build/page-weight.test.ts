import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { scriptsBehind } from "./scripts-behind.ts";

const built = join(import.meta.dir, "../../dist/web");
const maxBytes = 150_000;

test("a visitor's first page loads at most 150 kB of scripts", () => {
  if (!existsSync(built)) throw new Error("The web page is not built. Please run: bun run build:web");
  const index = readFileSync(join(built, "index.html"), "utf8");
  const atStart = [...index.matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map(([, name = ""]) => name);
  const asked = readdirSync(join(built, "assets"))
    .filter((name) => /^main-\w+\.js$/.test(name))
    .map((name) => `assets/${name}`);
  expect([atStart.length, asked.length]).toEqual([1, 1]);
  const scripts = [...scriptsBehind(built, [...atStart, ...asked])];
  expect(scripts.filter((name) => name.includes("translation"))).toEqual([]);
  const bytes = scripts.map((name) => statSync(join(built, `${name}.br`)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes);
});
