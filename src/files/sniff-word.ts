import { AppError } from "../errors.ts";
import type { ReadAt } from "../read-at.ts";
import { readCompoundDirectory } from "./sniff-compound.ts";

const passwordProtectedWord =
  "This Word document is password protected. Please remove the password and upload it again.";

export function isCompoundFile(head: Buffer): boolean {
  return head.toString("hex", 0, 8) === "d0cf11e0a1b11ae1";
}

/**
 * Whether an OLE compound file is a Word document (.doc). Throws AppError for one with a password: an encrypted
 * .docx is such a file too, a .doc says so in its header ([MS-DOC] 2.5.2, fEncrypted).
 */
export async function holdsCompoundWord(readAt: ReadAt): Promise<boolean> {
  const streams = await readCompoundDirectory(readAt);
  if (streams.has("EncryptedPackage")) throw new AppError("unsupported", passwordProtectedWord);
  const document = streams.get("WordDocument");
  if (!document) return false;
  const header = await readAt(document.offset, 12);
  if (document.inSectors && header.length === 12 && isEncrypted(header))
    throw new AppError("unsupported", passwordProtectedWord);
  return true;
}

function isEncrypted(header: Buffer): boolean {
  const isWord97 = header.readUInt16LE(0) === 0xa5ec;
  return isWord97 && (header.readUInt16LE(10) & 0x0100) !== 0;
}
