import { writeSync } from "node:fs";

/** Writes all of `bytes`; one system call may write only a part of them. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
