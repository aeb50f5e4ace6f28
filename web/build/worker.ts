import { basename, join } from "node:path";
import { build } from "bun";

/**
 * Writes a script that runs in a worker, as a separate file that is loaded only by the pages that need it. Returns its
 * address.
 */
export async function writeWorker(
  outdir: string,
  name: "verify-worker" | "hash-worker" | "straighten-worker",
): Promise<string> {
  const { outputs } = await build({
    entrypoints: [join(import.meta.dir, `../${name}.ts`)],
    outdir,
    minify: true,
    target: "browser",
    format: "iife",
    naming: "assets/[name]-[hash].[ext]",
  });
  const [script] = outputs;
  if (!script) throw new Error(`${name} was not built.`);
  return `/assets/${basename(script.path)}`;
}
