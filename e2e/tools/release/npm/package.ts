import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { formatNotices } from "../../../../src/server/executable/third-party-notices.ts";
import { describeApi } from "../../../../src/server/http/openapi/describe.ts";
import { refuseOwnPath } from "../own-path.ts";
import { writeOperationTypes } from "./operation-types.ts";

const root = join(import.meta.dir, "../../../..");
const cache = join(root, "node_modules/.cache");
const sdk = "src/client/sdk.ts";
const program = "src/server/cli/client-program.ts";

/**
 * Writes the npm package `attestamp` into the folder `out`, which is emptied: SDK and command line for Node and Bun,
 * bundled from the client's own sources, with types, readme and licenses. It has no dependencies and runs no scripts
 * when it is installed. Two builds of one commit give the same bytes.
 */
export async function writeNpmPackage(out: string, version: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, "bin"), { recursive: true });
  const packages = await bundle(join(out, "dist"));
  await writeTypes(join(out, "types"));
  const start = "#!/usr/bin/env node\nimport '../dist/client-program.js';\n";
  await writeFile(join(out, "bin/attestamp.js"), start, { mode: 0o755 });
  await writeFile(join(out, "package.json"), `${JSON.stringify(manifest(version), null, 2)}\n`);
  await writeFile(join(out, "THIRD-PARTY-NOTICES.txt"), formatNotices(packages));
  await copyFile(join(root, "LICENSE"), join(out, "LICENSE"));
  await copyFile(join(import.meta.dir, "README.md"), join(out, "README.md"));
}

/** Writes the package and packs it as npm does. Returns the path of the archive in the folder `to`. */
export async function packNpmPackage(to: string, version: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "npm-package-"));
  try {
    await writeNpmPackage(folder, version);
    const packed = await Bun.$`npm pack --silent --ignore-scripts --pack-destination ${resolve(to)}`
      .cwd(folder)
      .text();
    return join(resolve(to), packed.trim());
  } finally {
    await rm(folder, { recursive: true });
  }
}

const manifest = (version: string) => ({
  name: "attestamp",
  version,
  description: "Stamp documents, attest files and verify both: SDK and command line for an Attestamp server.",
  keywords: ["timestamp", "attestation", "pdf", "rfc3161", "evidence"],
  license: "AGPL-3.0-only",
  type: "module",
  engines: { node: ">=20.3" },
  bin: { attestamp: "bin/attestamp.js" },
  exports: { ".": { types: "./types/client/sdk.d.ts", default: "./dist/sdk.js" } },
  types: "./types/client/sdk.d.ts",
  files: ["bin", "dist", "types", "THIRD-PARTY-NOTICES.txt"],
});

/** Returns the folders of the packages that it took code from. */
async function bundle(outdir: string): Promise<string[]> {
  const { metafile, outputs } = await Bun.build({
    entrypoints: [join(root, sdk), join(root, program)],
    root,
    outdir,
    target: "node",
    format: "esm",
    splitting: true,
    minify: true,
    metafile: true,
    naming: { entry: "[name].js", chunk: "[name]-[hash].js" },
    define: { "Bun.isStandaloneExecutable": "true" },
  });
  for (const { path } of outputs) {
    await refuseOwnPath(path);
    const needed = /\bBun\.\w+|"bun:\w+"|\bimport\.meta\.dir\b/.exec(await readFile(path, "utf8"));
    if (needed) throw new Error(`${relative(outdir, path)} needs Bun: ${needed[0]}`);
  }
  const inputs = Object.keys(metafile?.inputs ?? {});
  const folders = inputs.flatMap((input) => /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  // The bundler's paths are relative to the working directory.
  return [...new Set(folders.map((folder) => resolve(folder)))];
}

/** The declarations that the SDK's own need, with the types of the API's calls. */
async function writeTypes(out: string): Promise<void> {
  const scratch = await mkdtemp(join(cache, "npm-types-"));
  try {
    const settings = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        emitDeclarationOnly: true,
        declaration: true,
        incremental: false,
        rootDir: join(root, "src"),
        outDir: scratch,
        typeRoots: [join(root, "node_modules/@types")],
      },
      files: [join(root, sdk)],
      include: [],
    };
    const tsconfig = join(scratch, "tsconfig.json");
    await writeFile(tsconfig, JSON.stringify(settings));
    await Bun.$`${process.execPath} x tsc --project ${tsconfig}`.cwd(root).quiet();
    const calls = writeOperationTypes(
      describeApi({
        origin: "https://attestamp.example",
        productName: "Attestamp",
        extraTypes: true,
        converter: "auto",
        rateLimitFactor: 1,
      }),
    );
    await writeFile(join(scratch, "client/operations.d.ts"), calls);
    await copyDeclarations(scratch, out);
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function copyDeclarations(from: string, to: string): Promise<void> {
  const names = new Set(["client/sdk.d.ts"]);
  for (const name of names) {
    const text = await readFile(join(from, name), "utf8");
    const library = /from "([^."][^"]*)"/.exec(text)?.[1];
    if (library) throw new Error(`The SDK's types need ${library}, by ${name}.`);
    for (const [, path = ""] of text.matchAll(/from "(\.[^"]+)\.ts"/g))
      names.add(`${join(dirname(name), path)}.d.ts`);
    const target = join(to, name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text.replace(/from "(\.[^"]+)\.ts"/g, 'from "$1.js"'));
  }
}
