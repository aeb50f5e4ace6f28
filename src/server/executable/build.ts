/** Builds dist/attestamp: the server, the page, the migrations and the native libraries in one file. */
import { chmod, mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commitOf } from "../../program-info.ts";
import { embeddedModules, noticesPath } from "./embedded-modules.ts";
import { readNotices } from "./third-party-notices.ts";

const root = join(import.meta.dir, "../../..");
const outfile = join(root, "dist/attestamp");
const fresh = `${outfile}.new`;

const started = performance.now();
await mkdir(join(root, "dist"), { recursive: true });
await writeFile(noticesPath, await readNotices());
/** A build outside the repository, such as that of the image, is told which commit it builds. */
const commit = process.argv[2] || commitOf(root);
const { success, logs } = await Bun.build({
  entrypoints: [join(root, "src/main.ts")],
  root,
  target: "bun",
  format: "esm",
  minify: { whitespace: true, syntax: true },
  bytecode: true,
  naming: { asset: "[dir]/[name].[ext]" },
  plugins: [embeddedModules],
  define: { BUILD_COMMIT: commit === undefined ? "undefined" : JSON.stringify(commit) },
  compile: { outfile: fresh, autoloadDotenv: true, autoloadBunfig: false },
});
if (!success) throw new AggregateError(logs, "The executable was not built.");
await chmod(fresh, 0o755);
await rename(fresh, outfile);
const megabytes = ((await stat(outfile)).size / 1e6).toFixed(0);
console.log(`Built dist/attestamp (${megabytes} MB) in ${Math.round(performance.now() - started)} ms.`);
