/** Builds dist/attestamp, the executable for this kind of machine. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { commitOf } from "../../program-info.ts";
import { buildExecutable } from "./build-executable.ts";
import { thisPlatform } from "./platforms.ts";

const root = join(import.meta.dir, "../../..");
const outfile = join(root, "dist/attestamp");

const started = performance.now();
/** A build outside the repository, such as that of the image, is told which commit it builds. */
const commit = process.argv[2] || commitOf(root);
await buildExecutable({ platform: thisPlatform, packages: join(root, "node_modules"), commit, outfile });
const megabytes = ((await stat(outfile)).size / 1e6).toFixed(0);
console.log(`Built dist/attestamp (${megabytes} MB) in ${Math.round(performance.now() - started)} ms.`);
