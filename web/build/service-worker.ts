import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "bun";
import { scriptsBehind } from "./scripts-behind.ts";

/** Files that are loaded only when needed, possibly without a connection; the stylesheet is that of the toaster. */
const laterFiles = /^(queue-card|shared-files-page|toaster|translation)-\w+\.js$|^styles-\w+\.css$/;

/** Writes service-worker.js. The server writes its release (src/server/http/installed-app.ts). */
export async function writeServiceWorker(outdir: string): Promise<void> {
  const names = (await readdir(join(outdir, "assets"))).filter((name) => laterFiles.test(name));
  if (names.length !== 5) throw new Error("The files that the service worker keeps are not built.");
  const files = [
    ...scriptsBehind(
      outdir,
      names.map((name) => `assets/${name}`),
    ),
  ].map((path) => `/${path}`);
  const { outputs } = await build({
    entrypoints: [join(import.meta.dir, "../service-worker.ts")],
    minify: true,
    target: "browser",
    format: "iife",
    define: { shellFiles: JSON.stringify(files) },
  });
  const code = await outputs[0]?.text();
  if (!code?.includes("RELEASE")) throw new Error("The service worker has no place for its release.");
  await Bun.write(join(outdir, "service-worker.js"), code);
}
