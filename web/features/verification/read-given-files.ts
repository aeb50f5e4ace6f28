import { isPdf } from "../../../src/evidence/judge/pdf/standing.ts";
import type { GivenFile } from "../../../src/evidence/judge/subject.ts";
import { isZip } from "../../../src/evidence/zip/zip-directory.ts";
import { hashFile } from "./hash-file.ts";

/** Time-stamps, receipts and statements are smaller. */
const smallBytes = 65_536;
/** Larger PDFs and ZIP files are compared by their fingerprint alone. */
const mostHeldBytes = 256 * 1024 * 1024;
const headBytes = 1024;

/**
 * Files as they are judged: with their bytes where something may stand in them, else by their fingerprint.
 * `onPercent` gets whole numbers. Names the first file that cannot be read.
 */
export async function readGivenFiles(
  files: File[],
  onPercent: (percent: number) => void,
): Promise<GivenFile[] | { unreadable: string }> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const given: GivenFile[] = [];
  let before = 0;
  for (const file of files) {
    const part = (percent: number) => (total === 0 ? 0 : (before + (file.size * percent) / 100) / total);
    try {
      given.push(await readGivenFile(file, (percent) => onPercent(Math.floor(part(percent) * 100))));
    } catch {
      return { unreadable: file.name };
    }
    before += file.size;
  }
  return given;
}

async function readGivenFile(file: File, onPercent: (percent: number) => void): Promise<GivenFile> {
  const { name } = file;
  if (await isHeld(file)) return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
  return { name, sha256: await hashFile(file, onPercent) };
}

async function isHeld(file: File): Promise<boolean> {
  if (file.size <= smallBytes) return true;
  if (file.size > mostHeldBytes) return false;
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  return isPdf(head) || isZip(head);
}
