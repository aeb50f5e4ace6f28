/** A kind of machine on which an executable runs, as the packages with native libraries name it. */
export type Platform = `linux-${Arch}` | `linuxmusl-${Arch}` | `darwin-${Arch}` | "win32-x64";
type Arch = "x64" | "arm64";

/** The kind of this machine. Only Linux with glibc, macOS and Windows build an executable. */
export const thisPlatform = `${process.platform}-${process.arch}` as Platform;

/** How the bundler names the platform. */
export function compileTarget(platform: Platform): Bun.Build.CompileTarget {
  const [system, arch] = platform.split("-") as [string, Arch];
  if (system === "linuxmusl") return `bun-linux-${arch}-musl`;
  return platform === "win32-x64" ? "bun-windows-x64" : `bun-${system as "linux" | "darwin"}-${arch}`;
}
