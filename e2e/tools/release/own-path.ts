import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dir, "../../..");

/** Throws if a program contains the path of this checkout: a build in another folder would have other bytes. */
export async function refuseOwnPath(outfile: string): Promise<void> {
  const bytes = await readFile(outfile);
  const at = bytes.indexOf(join(root, "node_modules/"));
  if (at < 0) return;
  const end = bytes.indexOf(0, at);
  throw new Error(
    `${outfile} contains a path of this machine: ${bytes.subarray(at, Math.min(end, at + 200))}`,
  );
}
