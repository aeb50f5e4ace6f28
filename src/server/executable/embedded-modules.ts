import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { BunPlugin } from "bun";
import { builtFiles } from "../http/built-files.ts";
import type { Platform } from "./platforms.ts";

const root = join(import.meta.dir, "../../..");
/** Written by the build before it creates the executable. */
export const noticesPath = join(root, "dist/THIRD-PARTY-NOTICES.txt");
const packages = join(root, "node_modules");

/**
 * Modules that embed what the program reads from its own folder when it runs from source: the built page, the
 * migrations, the native libraries for a platform, and WebAssembly; and a library without a comment. Each replaces a
 * module with the same exports. `nativePackages` is the
 * node_modules folder with the packages for that platform.
 */
export const embeddedModules = (platform: Platform, nativePackages: string): BunPlugin => ({
  name: "embedded modules",
  setup(build) {
    const unused = new Set<string>();
    const replace = (filter: RegExp, contents: (path: string) => string) => {
      unused.add(filter.source);
      build.onLoad({ filter }, ({ path }) => {
        unused.delete(filter.source);
        return { contents: contents(path), loader: "js" };
      });
    };
    // If the module was moved, the executable would try to read a folder that it does not have.
    build.onEnd(() => {
      if (unused.size > 0) throw new Error(`No module of the program matches ${[...unused].join(", ")}.`);
    });
    replace(/\/src\/server\/http\/built-files\.ts$/, builtFilesModule);
    replace(/\/db\/migrations-folder\.ts$/, migrationsModule);
    replace(/\/src\/server\/executable\/third-party-notices\.ts$/, noticesModule);
    replace(/\/src\/platform\/native-builds\.ts$/, () => nativeBuildsModule(platform, nativePackages));
    replace(/\/better-sqlite3\/lib\/index\.js$/, () => databaseModule(platform));
    replace(/\/sharp\/dist\/sharp\.mjs$/, () => imageModule(platform, nativePackages));
    replace(/\/mupdf\/dist\/mupdf\.js$/, pageDrawingModule);
    replace(/\/harfbuzzjs\/dist\/index\.mjs$/, shapingModule);
    replace(/\/otpauth\/dist\/[^/]+$/, withoutNotice);
  },
});

function builtFilesModule(): string {
  const files = [...builtFiles()];
  if (files.length === 0) throw new Error("The web page is not built. Please run: bun run build:web");
  const entries = files.map(([name], index) => `[${JSON.stringify(name)}, file${index}]`);
  return `${writeImports(files.map(([, path]) => path))}
    export const builtFiles = () => new Map([${entries}]);
    export const builtFilesStay = true;`;
}

function noticesModule(): string {
  return `${writeImports([noticesPath])}
    export const readNotices = () => Bun.file(file0).text();`;
}

/** Every file keeps its name and folder inside the executable (`naming` in build-executable.ts). */
function migrationsModule(): string {
  const folder = join(root, "db/migrations");
  const scripts = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".sql"));
  const paths = ["meta/_journal.json", ...scripts].map((name) => join(folder, name));
  return `import { dirname } from "node:path";
    ${writeImports(paths)}
    const all = [${paths.map((_, index) => `file${index}`)}];
    export const migrationsFolder = dirname(dirname(all[0]));`;
}

function nativeBuildsModule(platform: Platform, nativePackages: string): string {
  const builds = [[databaseLibrary(platform)], imageLibraries(platform, nativePackages)].map(buildName);
  return `export const nativeBuilds = [${builds}];`;
}

const databaseLibrary = (platform: Platform) =>
  join(packages, "better-sqlite3/prebuilds", `${platform}.node`);

function databaseModule(platform: Platform): string {
  const library = databaseLibrary(platform);
  const part = (name: string) => JSON.stringify(join(packages, "better-sqlite3/lib", name));
  return `${writeImports([library])}
    import createDatabase from ${part("database.js")};
    import SqliteError from ${part("sqlite-error.js")};
    import { loadNativePart } from ${JSON.stringify(join(import.meta.dir, "native-part.ts"))};
    const library = { source: file0, path: "better-sqlite3.node" };
    const Database = createDatabase(() => loadNativePart(${buildName([library])}, library), false);
    Database.SqliteError = SqliteError;
    export { SqliteError };
    export default Database;`;
}

/** The library for images, and those that it needs. */
function imageLibraries(platform: Platform, nativePackages: string): [string, ...string[]] {
  const folder = join(nativePackages, `@img/sharp-${platform}/lib`);
  const library = findFiles(folder, /\.node$/)[0];
  const needed = platform.startsWith("win32-")
    ? findFiles(folder, /\.dll$/)
    : findFiles(join(nativePackages, `@img/sharp-libvips-${platform}/lib`), /\.(so|dylib)\b/);
  return [library, ...needed];
}

/** The library locates the others by their relative paths, so all keep theirs. */
function imageModule(platform: Platform, nativePackages: string): string {
  const [library, ...needed] = imageLibraries(platform, nativePackages);
  const placed = (path: string, index: number) =>
    `{ source: file${index}, path: ${JSON.stringify(join(basename(dirname(dirname(path))), "lib", basename(path)))} }`;
  const others = needed.map((path, index) => placed(path, index + 1));
  return `${writeImports([library, ...needed])}
    import { loadNativePart } from ${JSON.stringify(join(import.meta.dir, "native-part.ts"))};
    export default loadNativePart(${buildName([library, ...needed])}, ${placed(library, 0)}, [${others}]);`;
}

/** The library looks for its WebAssembly file in its own folder; Emscripten's `locateFile` overrides that. */
function shapingModule(): string {
  const folder = join(packages, "harfbuzzjs/dist");
  const source = readFileSync(join(folder, "index.mjs"), "utf8");
  const start = "createHarfBuzz()";
  if (!source.includes(start)) throw new Error(`harfbuzzjs does not start with ${start}.`);
  const located = source.replace(start, "createHarfBuzz({ locateFile: () => file0 })");
  return `${writeImports([join(folder, "harfbuzz.wasm")])}\n${located}`;
}

/** The same, for the library that draws pages. */
function pageDrawingModule(): string {
  const folder = join(packages, "mupdf/dist");
  const source = readFileSync(join(folder, "mupdf.js"), "utf8");
  const start = 'libmupdf_wasm(globalThis["$libmupdf_wasm_Module"])';
  if (!source.includes(start)) throw new Error(`mupdf does not start with ${start}.`);
  const located = source.replace(start, "libmupdf_wasm({ locateFile: () => file0 })");
  return `${writeImports([join(folder, "mupdf-wasm.wasm")])}\n${located}`;
}

/**
 * A library without the comment about its license, which the bundler would keep; THIRD-PARTY-NOTICES.txt has it.
 * The rest of the program is ASCII already (`requireAscii` in build-executable.ts).
 */
function withoutNotice(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/^\/\/!.*$/gm, "");
}

function writeImports(paths: string[]): string {
  return paths
    .map((path, index) => `import file${index} from ${JSON.stringify(path)} with { type: "file" };`)
    .join("\n");
}

function findFiles(folder: string, pattern: RegExp): [string, ...string[]] {
  const [first, ...more] = readdirSync(folder)
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => join(folder, name));
  if (first === undefined) throw new Error(`${folder} contains no library.`);
  return [first, ...more];
}

/** A name derived from the bytes of the files. */
function buildName(paths: string[]): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const path of paths) hash.update(readFileSync(path));
  return JSON.stringify(hash.digest("hex").slice(0, 16));
}
