import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { thisPlatform } from "../../../src/server/executable/platforms.ts";
import { type ReleasePlatform, systemOf } from "./platforms.ts";

const root = join(import.meta.dir, "../../..");
const runtimes = join(import.meta.dir, "runtimes");

/** What an executable for a platform is made of, besides our own code. */
export type PlatformPackages = {
  /** The node_modules folder with the packages of native libraries. */
  packages: string;
  /** Bun for the platform; undefined: the Bun that runs this. */
  runtime: string | undefined;
};

/**
 * Installs the packages of a platform, and Bun for it, into `folder`. The versions are those of the lock files; Bun
 * checks every package against the hash there, and refuses one that differs. Those of this machine are installed
 * already, so that a release for it needs no network.
 */
export async function installPlatformPackages(
  { platform, runtime }: ReleasePlatform,
  folder: string,
): Promise<PlatformPackages> {
  if (platform === thisPlatform) return { packages: join(root, "node_modules"), runtime: undefined };
  const [product, bun] = [join(folder, "product"), join(folder, "runtime")];
  const { os, cpu, libc } = systemOf(platform);
  const system = [`--os=${os}`, `--cpu=${cpu}`, ...(libc === undefined ? [] : [`--libc=${libc}`])];
  for (const [target, source] of [
    [product, root],
    [bun, runtimes],
  ] as const) {
    await mkdir(target, { recursive: true });
    for (const name of ["package.json", "bun.lock"]) await copyFile(join(source, name), join(target, name));
    const options = ["--frozen-lockfile", "--production", "--ignore-scripts", ...system];
    await Bun.$`${process.execPath} install ${options}`.cwd(target).quiet();
  }
  const program = platform === "win32-x64" ? "bun.exe" : "bun";
  return {
    packages: join(product, "node_modules"),
    runtime: join(bun, "node_modules", runtime, "bin", program),
  };
}
