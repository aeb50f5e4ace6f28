import { closeSync, openSync } from "node:fs";
import { mapFile } from "../../formats/pdf/map-file.ts";
import { writeWhole } from "../../formats/pdf/write-whole.ts";
import { prepareSeal } from "./prepare-seal.ts";
import type { OpenSeal, SealOptions } from "./seal.ts";

/**
 * Appends an unsigned seal to the finished PDF at `path`. It parses untrusted bytes, so it runs in a child process that
 * has no key. The bytes need not be on disk when this returns: the file is completed and synced after both signatures
 * are filled in (fill-seal.ts).
 */
export function appendSeal(path: string, options: SealOptions): OpenSeal {
  const { appended, ...open } = prepareSeal(mapFile(path), options);
  const file = openSync(path, "a");
  try {
    writeWhole(file, appended);
  } finally {
    closeSync(file);
  }
  return open;
}
