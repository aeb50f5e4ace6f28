import { compileTarget, type Platform } from "../../../src/server/executable/platforms.ts";

/** A platform of a release. */
export type ReleasePlatform = {
  platform: Platform;
  /** Its name for people, in the names of archives. */
  name: string;
  /** The package with Bun for it, in runtimes/package.json. */
  runtime: string;
};

/** Every platform of a release, in the order of its archives. */
export const releasePlatforms: readonly ReleasePlatform[] = (
  [
    ["linux-x64", "linux-x64"],
    ["linux-arm64", "linux-arm64"],
    ["linuxmusl-x64", "linux-x64-musl"],
    ["linuxmusl-arm64", "linux-arm64-musl"],
    ["darwin-arm64", "macos-arm64"],
    ["darwin-x64", "macos-x64"],
    ["win32-x64", "windows-x64"],
  ] as const
).map(([platform, name]) => ({
  platform,
  name,
  runtime: `@oven/${compileTarget(platform).replace("arm64", "aarch64")}`,
}));

/** Operating system, processor and C library as package managers name them. */
export function systemOf(platform: Platform): { os: string; cpu: string; libc?: string } {
  const [system = "", cpu = ""] = platform.split("-");
  if (system === "linuxmusl") return { os: "linux", cpu, libc: "musl" };
  return system === "linux" ? { os: "linux", cpu, libc: "glibc" } : { os: system, cpu };
}
