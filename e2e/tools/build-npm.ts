/** `bun run build:npm`: writes the npm package, as a release packs it, into dist/npm. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeNpmPackage } from "./release/npm/package.ts";

const root = join(import.meta.dir, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
await writeNpmPackage(join(root, "dist/npm"), version);
console.log(`Built the npm package attestamp ${version} in dist/npm.`);
