import { closeSync, openSync } from "node:fs";
import { mapFile } from "../../formats/pdf/map-file.ts";
import { writeWhole } from "../../formats/pdf/write-whole.ts";
import { prepareSeal } from "./prepare-seal.ts";
import type { OpenSeal, SealOptions } from "./seal.ts";

/**
 * Appends an open seal to the finished PDF at `path`. Reads what a stranger may have written, so this runs in a
 * child process, which knows no key. The bytes need not be on the disk when this returns: the file is finished, and
 * synchronised, only when both signatures are filled in (fill-seal.ts).
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
