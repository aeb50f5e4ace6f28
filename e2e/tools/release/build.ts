import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commitOf } from "../../../src/program-info.ts";
import { buildExecutable } from "../../../src/server/executable/build-executable.ts";
import { noticesPath } from "../../../src/server/executable/embedded-modules.ts";
import { type Entry, writeTarGz, writeZip } from "./archive.ts";
import { checkSbom } from "./check-sbom.ts";
import { git } from "./git.ts";
import { packNpmPackage } from "./npm/package.ts";
import { refuseOwnPath } from "./own-path.ts";
import { installPlatformPackages } from "./platform-packages.ts";
import type { ReleasePlatform } from "./platforms.ts";
import { writeSbom } from "./sbom.ts";

const root = join(import.meta.dir, "../../..");
/** Packages of all platforms and the executables; may be deleted at any time. */
const workFolder = join(root, "node_modules/.cache/release");

/** What an operator needs next to the program, from src/server/deployment and the root folder. */
const forServers = [
  ...["attestamp.service", "Caddyfile", "nginx.conf"],
  ...["prometheus-alerts.yaml", "grafana-dashboard.json"],
];

export type BuildOrder = { version: string; platforms: readonly ReleasePlatform[]; out: string };

/**
 * Builds the archives for the platforms, the npm package and the SBOM into `out`, which is emptied. Every file
 * has the time of the commit.
 */
export async function buildRelease({ version, platforms, out }: BuildOrder): Promise<void> {
  const commit = commitOf(root);
  if (commit === undefined)
    throw new Error("A release is built from a commit, and this is no checkout of one.");
  const time = new Date(await git("show", "--no-patch", "--format=%cI", "HEAD"));
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await Bun.$`${process.execPath} run build:web`.cwd(root).quiet();
  const installed: string[] = [root];
  for (const one of platforms) {
    const { platform, name } = one;
    const folder = join(workFolder, name);
    const { packages, runtime } = await installPlatformPackages(one, folder);
    installed.push(join(packages, ".."));
    const outfile = executablePath(one);
    await buildExecutable({ platform, packages, commit, outfile, runtime });
    await refuseOwnPath(outfile);
    const archive = `attestamp-${version}-${name}`;
    const entries = await readEntries(one);
    const isZip = platform === "win32-x64";
    const write = isZip ? writeZip : writeTarGz;
    await writeFile(join(out, `${archive}.${isZip ? "zip" : "tar.gz"}`), await write(archive, entries, time));
    console.log(`built: ${archive}`);
  }
  await rename(await packNpmPackage(out, version), join(out, `attestamp-${version}-npm.tgz`));
  console.log(`built: attestamp-${version}-npm`);
  const sbom = writeSbom({
    version,
    commit,
    time,
    installed,
    platforms: platforms.map(({ platform }) => platform),
  });
  checkSbom(sbom);
  await writeFile(join(out, `attestamp-${version}.cdx.json`), sbom);
}

/** Where the executable for a platform is after a build. */
export function executablePath({ platform, name }: ReleasePlatform): string {
  return join(workFolder, name, platform === "win32-x64" ? "attestamp.exe" : "attestamp");
}

async function readEntries(one: ReleasePlatform): Promise<Entry[]> {
  const entry = async (name: string, path: string) => ({ name, bytes: await readFile(path) });
  const program = executablePath(one);
  const entries: Entry[] = [
    { name: program.slice(program.lastIndexOf("/") + 1), bytes: await readFile(program), isProgram: true },
    await entry("LICENSE", join(root, "LICENSE")),
    await entry("THIRD-PARTY-NOTICES.txt", noticesPath),
  ];
  if (!one.platform.startsWith("linux")) return entries;
  const samples = forServers.map((name) => entry(name, join(root, "src/server/deployment", name)));
  return [
    ...entries,
    await entry("example.env", join(root, ".env.example")),
    ...(await Promise.all(samples)),
  ];
}
