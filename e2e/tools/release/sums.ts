import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A file of a release. */
export type Artifact = { name: string; bytes: number; sha256: string };

/** The files in a folder, by name. */
export async function listArtifacts(folder: string): Promise<Artifact[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const sha256 = createHash("sha256")
        .update(await readFile(path))
        .digest("hex");
      return { name, bytes: (await stat(path)).size, sha256 };
    }),
  );
}

/** Writes SHA256SUMS of what was built into a folder, in the format of sha256sum, and returns its path. */
export async function writeSums(folder: string): Promise<string> {
  const path = join(folder, "SHA256SUMS");
  const artifacts = (await listArtifacts(folder)).filter(({ name }) => name.startsWith("attestamp-"));
  await writeFile(path, artifacts.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(""));
  return path;
}
