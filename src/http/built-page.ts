import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type BuiltFile = {
  bytes: Buffer<ArrayBuffer>;
  type: string;
  sha256: string;
  /** Its name carries a hash of its content, so that it never changes. */
  immutable: boolean;
  encoded: { br?: Buffer<ArrayBuffer>; gzip?: Buffer<ArrayBuffer> };
};

/** Every file of the built page by its path, e.g. "/assets/main-1a2b3c.js". */
export type BuiltPage = ReadonlyMap<string, BuiltFile>;

const builtPageFolder = join(import.meta.dir, "../../dist/web");

/**
 * Reads the whole built page (a few hundred kilobytes) once, so that a request touches no disk and no
 * path of a request is ever joined to a folder. Empty when the page was not built.
 */
export function readBuiltPage(folder = builtPageFolder): BuiltPage {
  const files = new Map<string, BuiltFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll("\\", "/");
    const bytes = readFileSync(path);
    files.set(name, {
      bytes,
      type: Bun.file(path).type,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      immutable: name.startsWith("/assets/"),
      encoded: { ...sibling("br", `${path}.br`), ...sibling("gzip", `${path}.gz`) },
    });
  }
  return files;
}

function sibling(encoding: "br" | "gzip", path: string): BuiltFile["encoded"] {
  return existsSync(path) ? { [encoding]: readFileSync(path) } : {};
}
