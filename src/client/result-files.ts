import { createHash } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join, parse } from "node:path";
import { writeAll } from "../platform/files/write-all.ts";

/** A downloaded file that still has a hidden name in its destination folder. */
export type LoadedFile = { path: string; name: string };

const longestName = 255;
const utf8 = new TextEncoder();

/** Creates an unused hidden name in the folder. */
export function temporaryPath(folder: string): string {
  return join(folder, `.attestamp-${crypto.randomUUID()}.part`);
}

/** Writes the chunks to `path` and returns their SHA-256 once they are all on disk. */
export async function writeHashed(path: string, body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path, "w", 0o644);
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}

/**
 * Gives the files of one document their final names, all with the same number if one of the names is taken: "name
 * (2).pdf". Never overwrites a file, even if another program creates files at the same time: each name is reserved
 * first. Returns the names.
 */
export function renameTogether(folder: string, files: LoadedFile[]): string[] {
  for (let number = 1; ; number += 1) {
    const names = files.map(({ name }) => numbered(name, number));
    if (!takeAll(names.map((name) => join(folder, name)))) continue;
    files.forEach(({ path }, index) => {
      renameSync(path, join(folder, names[index] ?? ""));
    });
    return names;
  }
}

/** Creates an empty file for each name, or none if one of them exists. */
function takeAll(paths: string[]): boolean {
  const made: string[] = [];
  try {
    for (const path of paths) {
      closeSync(openSync(path, "wx", 0o644));
      made.push(path);
    }
    return true;
  } catch (error) {
    for (const path of made) rmSync(path, { force: true });
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** The name with a number from 2 on, in at most 255 bytes. */
function numbered(name: string, number: number): string {
  const { name: stem, ext } = parse(name);
  const end = number === 1 ? ext : ` (${number})${ext}`;
  let kept = Array.from(stem);
  while (kept.length > 1 && utf8.encode(kept.join("") + end).length > longestName) kept = kept.slice(0, -1);
  return kept.join("") + end;
}
