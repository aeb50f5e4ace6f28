import { beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { scriptsBehind } from "./scripts-behind.ts";

const root = join(import.meta.dir, "../..");
const built = join(root, "dist/web");

/** A new clone has no pages yet; they take a few seconds. */
beforeAll(async () => {
  if (existsSync(built)) return;
  const build = Bun.spawn([process.execPath, "web/build.ts"], { cwd: root, stdout: "ignore" });
  expect(await build.exited).toBe(0);
}, 600_000);

test("a visitor's first page loads at most 132 kB of scripts", () => {
  const scripts = [...scriptsBehind(built, [...scriptsInPage(), ...findBuilt(/^main-\w+\.js$/, 1)])];
  expect(scripts.filter((name) => /translation|toaster/.test(name))).toEqual([]);
  expect(countBytes(scripts)).toBeLessThanOrEqual(132_000);
});

test("the page that opens from a serial number loads at most 151 kB of scripts before anything is chosen there", () => {
  const scripts = [...scriptsInPage(), ...findBuilt(/^(main|verify-page)-\w+\.js$/, 2)];
  expect(countBytes(scriptsBehind(built, scripts))).toBeLessThanOrEqual(151_000);
});

test("a visitor's first page, with its forms, fonts and picture, is at most 230 kB, and 267 kB in Spanish", () => {
  const forms = findBuilt(/^(login|register|serial-number)-form-\w+\.js$/, 3);
  const scripts = [...scriptsInPage(), ...findBuilt(/^main-\w+\.js$/, 1), ...forms];
  const fonts = [...readPage().matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)].map(([, name = ""]) => name);
  expect(fonts).toHaveLength(2);
  const page = new Set([...scriptsBehind(built, scripts), ...fonts]);
  const english = findBuilt(/^sample-certificate-\w+-en\.avif$/, 1);
  expect(countBytes(page.union(new Set(english)))).toBeLessThanOrEqual(230_000);
  const translation = scriptsBehind(built, findBuilt(/^translation-\w+\.js$/, 1));
  const spanish = new Set([...translation, ...findBuilt(/^sample-certificate-\w+-es\.avif$/, 1)]);
  expect(countBytes(page.union(spanish))).toBeLessThanOrEqual(267_000);
});

test("the library that writes PDFs is loaded by no page before it has photographed pages", () => {
  const pages = findBuilt(/^(main|dashboard-page|photographed-pages-page|queue-card)-\w+\.js$/, 4);
  const writers = [...findBuilt(/^write-pdf-\w+\.js$/, 1)];
  const loaded = scriptsBehind(built, [...scriptsInPage(), ...pages]);
  const hasLibrary = (name: string) => readFileSync(join(built, name), "utf8").includes("embedJpg");
  expect(writers.filter(hasLibrary)).toEqual(writers);
  expect([...loaded].filter((name) => writers.includes(name))).toEqual([]);
  expect(readPage()).not.toContain(writers[0] ?? "");
});

function readPage(): string {
  return readFileSync(join(built, "index.html"), "utf8");
}

function scriptsInPage(): string[] {
  const names = [...readPage().matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map(([, name = ""]) => name);
  expect(names).toHaveLength(1);
  return names;
}

function findBuilt(pattern: RegExp, count: number): string[] {
  const names = readdirSync(join(built, "assets")).filter((name) => pattern.test(name));
  expect(names).toHaveLength(count);
  return names.map((name) => `assets/${name}`);
}

/** As the server sends them: compressed, unless they already are. */
function countBytes(names: Iterable<string>): number {
  return [...names]
    .map((name) => join(built, name))
    .map((path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size)
    .reduce((sum, size) => sum + size, 0);
}
