import { basename, join } from "node:path";
import { build } from "bun";

/**
 * Writes the script that verifies files in a worker, a separate file that only the verification page loads. Returns its
 * address.
 */
export async function writeVerifyWorker(outdir: string): Promise<string> {
  const { outputs } = await build({
    entrypoints: [join(import.meta.dir, "../verify-worker.ts")],
    outdir,
    minify: true,
    target: "browser",
    format: "iife",
    naming: "assets/[name]-[hash].[ext]",
  });
  const [script] = outputs;
  if (!script) throw new Error("The script that verifies files was not built.");
  return `/assets/${basename(script.path)}`;
}
