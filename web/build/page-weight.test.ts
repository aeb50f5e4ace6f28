import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const built = join(import.meta.dir, "../../dist/web");
const mostBytes = 150_000;

/** The scripts a browser fetches for these ones: themselves and all they import without being asked to. */
function withImports(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const imports = readFileSync(join(built, name), "utf8").matchAll(
      /(?:from|import)\s*"(?:\/|\.\/)(?:assets\/)?([^"/]+\.js)"/g,
    );
    withImports(
      [...imports].map(([, file]) => `assets/${file}`),
      found,
    );
  }
  return found;
}

test("a visitor's first page loads at most 150 kB of scripts", () => {
  if (!existsSync(built)) throw new Error("The web page is not built. Please run: bun run build:web");
  const index = readFileSync(join(built, "index.html"), "utf8");
  const atStart = [...index.matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map(([, name = ""]) => name);
  const landing = readdirSync(join(built, "assets"))
    .filter((name) => /^landing-page-\w+\.js$/.test(name))
    .map((name) => `assets/${name}`);
  expect([atStart.length, landing.length]).toEqual([2, 1]);
  const bytes = [...withImports([...atStart, ...landing])].map(
    (name) => statSync(join(built, `${name}.br`)).size,
  );
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes);
});
