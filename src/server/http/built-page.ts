import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { builtFiles } from "./built-files.ts";

export type BuiltFile = {
  bytes: Buffer<ArrayBuffer>;
  type: string;
  sha256: string;
  /** The name contains a hash of the content, so the file never changes. */
  immutable: boolean;
  encoded: { br?: Buffer<ArrayBuffer>; gzip?: Buffer<ArrayBuffer> };
};

/** Every file of the built page by its path, e.g. "/assets/main-1a2b3c.js". */
export type BuiltPage = ReadonlyMap<string, BuiltFile>;

/**
 * Reads the whole built page (a few hundred kilobytes) once, so that requests never touch the disk and no request path
 * is joined to a folder. Empty if the page was not built.
 */
export function readBuiltPage(files = builtFiles()): BuiltPage {
  const page = new Map<string, BuiltFile>();
  for (const [name, path] of files) {
    if (/\.(br|gz)$/.test(name)) continue;
    const bytes = readFileSync(path);
    page.set(name, {
      bytes,
      type: Bun.file(name).type,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      immutable: name.startsWith("/assets/"),
      encoded: { ...encoded("br", files.get(`${name}.br`)), ...encoded("gzip", files.get(`${name}.gz`)) },
    });
  }
  return page;
}

function encoded(encoding: "br" | "gzip", path: string | undefined): BuiltFile["encoded"] {
  return path === undefined ? {} : { [encoding]: readFileSync(path) };
}
