import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { scriptsBehind } from "./scripts-behind.ts";

/**
 * The tags that fetch the page's own scripts at once: web/start.ts asks for them only when it knows the language,
 * and nobody is to wait for that.
 */
export async function preloadMain(outdir: string): Promise<string> {
  const names = await readdir(join(outdir, "assets"));
  const main = names.filter((name) => /^main-\w+\.js$/.test(name)).map((name) => `assets/${name}`);
  if (main.length !== 1) throw new Error("The page has no main script to load ahead.");
  return [...scriptsBehind(outdir, main)]
    .map((name) => `<link rel="modulepreload" href="/${name}" crossorigin>`)
    .join("");
}
