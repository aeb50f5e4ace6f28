import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { builtFiles, builtFilesStay } from "./built-files.ts";
import { once } from "./once.ts";

type Bytes = Buffer<ArrayBuffer>;

/** Content is read when it is used: most files of the page are never requested. */
export type BuiltFile = {
  read: () => Bytes;
  /** The SHA-256 of the content in hex. */
  hash: () => string;
  type: string;
  /** The name contains a hash of the content, so the file never changes. */
  immutable: boolean;
  encoded: { br?: () => Bytes; gzip?: () => Bytes };
};

/** Every file of the built page by its path, e.g. "/assets/main-1a2b3c.js". */
export type BuiltPage = ReadonlyMap<string, BuiltFile>;

/**
 * Finds the files of the built page once, so that no request path is joined to a folder. The executable contains them,
 * and copies one each time it is used. From source, all are read now, so that a new build does not change the page of a
 * server that runs. Empty if the page was not built.
 */
export function readBuiltPage(files = builtFiles(), filesStay = builtFilesStay): BuiltPage {
  const page = new Map<string, BuiltFile>();
  const reader = (path: string) => (filesStay ? () => readFileSync(path) : fixed(readFileSync(path)));
  for (const [name, path] of files) {
    if (/\.(br|gz)$/.test(name)) continue;
    const read = reader(path);
    const [br, gzip] = [files.get(`${name}.br`), files.get(`${name}.gz`)];
    page.set(name, {
      read,
      hash: once(() => sha256(read())),
      type: Bun.file(name).type,
      immutable: name.startsWith("/assets/"),
      encoded: { ...(br && { br: reader(br) }), ...(gzip && { gzip: reader(gzip) }) },
    });
  }
  return page;
}

/** A file of the page whose content is decided when the server starts. */
export function fileOf(bytes: Bytes, type: string): BuiltFile {
  return { read: fixed(bytes), hash: once(() => sha256(bytes)), type, immutable: false, encoded: {} };
}

const fixed = (bytes: Bytes) => () => bytes;

const sha256 = (bytes: Bytes) => createHash("sha256").update(bytes).digest("hex");
