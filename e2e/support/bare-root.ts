import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Start } from "./product.ts";

const executable = join(import.meta.dir, "../../dist/attestamp");
/** The Debian packages with the only libraries that the executable needs: glibc and libstdc++. */
const packages = ["libc6", "libgcc-s1", "libstdc++6"];

/**
 * A root folder with the executable and the libraries of glibc and libstdc++: no shell, no /tmp, no certificates, no
 * other program. Only the network is the machine's. Created with bubblewrap.
 */
export async function inBareRoot(): Promise<Start> {
  const root = mkdtempSync(join(tmpdir(), "attestamp-root-"));
  for (const path of await libraries()) {
    const target = join(root, path.replace(/^\/usr/, ""));
    mkdirSync(join(target, ".."), { recursive: true });
    copyFileSync(realpathSync(path), target);
  }
  mkdirSync(join(root, "lib64"), { recursive: true });
  copyFileSync(realpathSync("/lib64/ld-linux-x86-64.so.2"), join(root, "lib64/ld-linux-x86-64.so.2"));
  cpSync(executable, join(root, "attestamp"));
  mkdirSync(join(root, "data"));
  const view = ["--bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--chdir", "/", "--die-with-parent"];
  return {
    command: ["bwrap", ...view, "/attestamp", "serve"],
    dataDir: join(root, "data"),
    dataDirInside: "/data",
  };
}

async function libraries(): Promise<string[]> {
  const listing = await Bun.$`dpkg -L ${packages}`.text();
  return listing.split("\n").filter((path) => /^\/(usr\/)?lib\/[^/]+-linux-gnu\/[^/]+\.so[.\d]*$/.test(path));
}
