import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { embeddedModules, noticesPath } from "./embedded-modules.ts";
import { compileTarget, type Platform } from "./platforms.ts";
import { readNotices } from "./third-party-notices.ts";

const root = join(import.meta.dir, "../../..");

export type Build = {
  platform: Platform;
  /** The node_modules folder with the packages of native libraries for that platform. */
  packages: string;
  /** The first digits of the commit, which the program states. */
  commit: string | undefined;
  outfile: string;
  /** Bun for that platform; otherwise the Bun that runs this. */
  runtime?: string | undefined;
};

/**
 * Writes an executable: the server, the page, the migrations and the native libraries in one file. The page must be
 * built. Only one build at a time: all of them write the notices to the same path.
 */
export async function buildExecutable({
  platform,
  packages,
  commit,
  outfile,
  runtime,
}: Build): Promise<void> {
  await mkdir(dirname(noticesPath), { recursive: true });
  await writeFile(noticesPath, await readNotices(platform, packages));
  // The bundler adds this ending to programs for Windows if it is missing.
  const fresh = `${outfile}.new${platform === "win32-x64" ? ".exe" : ""}`;
  const { success, logs } = await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    root,
    target: "bun",
    format: "esm",
    minify: { whitespace: true, syntax: true },
    bytecode: true,
    naming: { asset: "[dir]/[name].[ext]" },
    plugins: [embeddedModules(platform, packages)],
    define: {
      BUILD_COMMIT: commit === undefined ? "undefined" : JSON.stringify(commit),
      // The bundler would write the folder of the build here, and builds in two folders would differ. Some libraries
      // look there for parts that the program does not use.
      __dirname: JSON.stringify("/attestamp"),
      __filename: JSON.stringify("/attestamp/library.js"),
    },
    compile: {
      outfile: fresh,
      autoloadDotenv: true,
      autoloadBunfig: false,
      ...(runtime !== undefined && { target: compileTarget(platform), executablePath: runtime }),
    },
  });
  if (!success) throw new AggregateError(logs, "The executable was not built.");
  await requireAscii(fresh);
  await chmod(fresh, 0o755);
  await rename(fresh, outfile);
}

/**
 * The executable keeps the program's source as text: in one byte per character if all of them are ASCII, and otherwise
 * in two, which would make the file 8 MB larger. The bundler escapes other characters except in comments. The call in
 * src/main.ts is found only in the first form.
 */
async function requireAscii(executable: string): Promise<void> {
  const bytes = await readFile(executable);
  if (!bytes.includes("runProgram(process.argv"))
    throw new Error("The program in the executable has a character that is not ASCII.");
}
