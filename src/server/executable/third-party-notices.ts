import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Platform, thisPlatform } from "./platforms.ts";

const root = join(import.meta.dir, "../../..");
/** The bundler's entry points for the server, the page and the page of evidence packs. */
const entryPoints: { target: Bun.Target; files: string[] }[] = [
  { target: "bun", files: ["src/main.ts"] },
  {
    target: "browser",
    files: [
      "web/start.ts",
      "web/verify-worker.ts",
      "web/hash-worker.ts",
      "web/straighten-worker.ts",
      "web/offline/verify.ts",
    ],
  },
];
/** Packages that no import leads to, because the build copies them. */
const copiedPackages = ["tailwindcss", "@fontsource/source-serif-4", "@fontsource-variable/source-sans-3"];

type Notice = { name: string; version: string; license: string; text: string };

/**
 * The license of this program, followed by name, version and license text of every package in it. From source, the
 * packages are found by bundling the program; the executable contains the text of its own build (embedded-modules.ts).
 * `nativePackages` is the node_modules folder with the packages for the platform.
 */
export async function readNotices(
  platform: Platform = thisPlatform,
  nativePackages: string = join(root, "node_modules"),
): Promise<string> {
  bundledPackages ??= findBundledPackages();
  const folders = [...(await bundledPackages), ...findNativePackages(platform, nativePackages)];
  return [
    readFileSync(join(root, "LICENSE"), "utf8").trim(),
    formatNotices(folders),
    formatNotice(runtimeNotice),
  ].join("\n\n\n");
}

/** Name, version and license text of the packages in these folders, sorted by name. */
export function formatNotices(folders: string[]): string {
  const notices = folders.map(readNotice).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return ["Software in Attestamp by other authors\n", ...notices.map(formatNotice)].join("\n\n\n");
}

/** The same for every platform. */
let bundledPackages: Promise<Set<string>> | undefined;

/** Windows needs only the first: it contains the libraries that the others have in a second package. */
function findNativePackages(platform: Platform, nativePackages: string): string[] {
  const names = [`sharp-${platform}`, `sharp-libvips-${platform}`];
  return names.map((name) => join(nativePackages, "@img", name)).filter((folder) => existsSync(folder));
}

/** The folder of each package from which the bundler takes code, styles or files. */
async function findBundledPackages(): Promise<Set<string>> {
  const folders = new Set(copiedPackages.map((name) => join(root, "node_modules", name)));
  for (const { target, files } of entryPoints) {
    const { metafile } = await Bun.build({
      entrypoints: files.map((file) => join(root, file)),
      root,
      target,
      metafile: true,
    });
    for (const input of Object.keys(metafile?.inputs ?? {})) {
      const [folder] = /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input) ?? [];
      // The bundler's paths are relative to the working directory.
      if (folder) folders.add(resolve(folder));
    }
  }
  return folders;
}

function readNotice(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version, license, text: readLicenseText(folder) };
}

/** The license files of a package; if it has none, the license section of its readme. */
function readLicenseText(folder: string): string {
  const names = readdirSync(folder);
  const files = names.filter((name) => /^(licen[cs]e|copying|notice|copyright)/i.test(name)).toSorted();
  if (files.length > 0)
    return files.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
  const readme = names.find((name) => /^readme/i.test(name));
  const text = readme ? readFileSync(join(folder, readme), "utf8") : "";
  const section = text.split(/^(?=#)/m).find((part) => /^#+ *licen[cs]/i.test(part));
  return ["The package contains no license file.", section?.trim()].filter(Boolean).join("\n\n");
}

/** The executable contains the runtime, which is not among our packages. */
const runtimeNotice: Notice = {
  name: "bun",
  version: Bun.version,
  license: "MIT",
  text: `Bun runs this program. Bun itself is under the MIT license and contains JavaScriptCore and other libraries, some
of them under the GNU LGPL version 2. Their licenses, and how to relink them: <https://bun.com/docs/project/license>.`,
};

function formatNotice({ name, version, license, text }: Notice): string {
  const heading = `${name} ${version} (${license})`;
  return `${heading}\n${"-".repeat(heading.length)}\n\n${text}`;
}
