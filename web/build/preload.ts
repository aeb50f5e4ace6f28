import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { scriptsBehind } from "./scripts-behind.ts";

/**
 * The tags that preload a script of the page with all its imports: `name` is its name in the build without the hash.
 * Scripts that the page already loads are left out.
 */
export async function preloadTags(outdir: string, name: string): Promise<string> {
  const page = await Bun.file(join(outdir, "index.html")).text();
  const files = await readdir(join(outdir, "assets"));
  const found = files.filter((file) => /^(.+)-\w+\.js$/.exec(file)?.[1] === name);
  if (found.length !== 1) throw new Error(`The page has no script ${name} to load ahead.`);
  return [...scriptsBehind(outdir, [`assets/${found[0]}`])]
    .filter((path) => !page.includes(`"/${path}"`))
    .map((path) => `<link rel="modulepreload" href="/${path}" crossorigin>`)
    .join("");
}
