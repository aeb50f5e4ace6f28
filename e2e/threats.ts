/**
 * `bun run test:threats [ID…]`: runs the tests whose names contain a threat tag. `bun run test:threats C D1` selects a
 * section and one threat. Exits with 1 if a test fails or a threat does not exist.
 */

import { ensureTools } from "./support/tools.ts";
import { readTags, readTestNames } from "./test-tags.ts";

const wanted = process.argv.slice(2);
const ids = readTags()
  .filter((tag) => tag.startsWith("threat "))
  .map((tag) => tag.slice("threat ".length))
  .filter((id) => wanted.length === 0 || wanted.includes(id) || wanted.includes(id.charAt(0)));
if (ids.length === 0) {
  console.error(`There is no threat ${wanted.join(" or ")}; docs/threats.md lists them.`);
  process.exit(1);
}

const pattern = `\\[threat (?:${ids.join("|")})\\]`;
const tagged = readTestNames().filter(({ name }) => new RegExp(pattern).test(name));
const files = [...new Set(tagged.map(({ file }) => file))];
const inBrowser = (file: string) => file.endsWith(".e2e.ts");
const unitTests = files.filter((file) => !inBrowser(file)).map((file) => `./${file}`);
const browserTests = files.filter(inBrowser).map((file) => `/${file.replaceAll(".", "\\.")}$`);

await ensureTools();
const results = [
  await run(["bun", "test", "--timeout", "120000", "--parallel=2", "--no-isolate", "-t", pattern], unitTests),
  await run(
    ["bunx", "--bun", "playwright", "test", "-c", "e2e/playwright.config.ts", "--retries=0", "-g", pattern],
    browserTests,
  ),
];
console.log(`\n${ids.length} threats, ${tagged.length} tests: ${results.every(Boolean) ? "pass" : "FAIL"}`);
process.exit(results.every(Boolean) ? 0 : 1);

async function run(command: string[], files: string[]): Promise<boolean> {
  if (files.length === 0) return true;
  return (await Bun.spawn([...command, ...files], { stdio: ["ignore", "inherit", "inherit"] }).exited) === 0;
}
