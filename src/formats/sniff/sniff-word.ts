import { AppError } from "../../errors.ts";
import type { ReadAt } from "../read-at.ts";
import { openCompoundFile } from "./sniff-compound.ts";

const passwordProtectedWord = {
  code: "word-password-protected",
  text: "This Word document is password protected. Please remove the password and upload it again.",
};

/** Versions of Word whose documents differ in how they are read. */
export type CompoundWordVersion = "Word 6" | "Word 95" | "Word 97";

export function isCompoundFile(head: Buffer): boolean {
  return head.toString("hex", 0, 8) === "d0cf11e0a1b11ae1";
}

/**
 * Which version of Word wrote an OLE compound file (.doc); undefined for one that is no Word document. Throws AppError
 * for one with a password: an encrypted .docx is a compound file too ([MS-OFFCRYPTO] 2.3.4.4, and 2.2.10 for one under
 * rights management), a .doc says so in its header ([MS-DOC] 2.5.2, fEncrypted).
 */
export async function identifyCompoundWord(readAt: ReadAt): Promise<CompoundWordVersion | undefined> {
  const file = await openCompoundFile(readAt);
  if (file.has("EncryptedPackage") || file.has("\u0009DRMContent"))
    throw AppError.from("unsupported", passwordProtectedWord);
  if (!file.has("WordDocument")) return undefined;
  const block = await file.readHead("WordDocument");
  const header = block.length < 12 ? undefined : block;
  if (header !== undefined && isEncrypted(header)) throw AppError.from("unsupported", passwordProtectedWord);
  // From Word 97 on, a document has its tables in a stream of their own; older ones have none.
  if (file.has("0Table") || file.has("1Table") || header === undefined) return "Word 97";
  return header.readUInt16LE(2) <= 102 ? "Word 6" : "Word 95";
}

/** The magic number is 0xA5EC from Word 97 on and 0xA5DC before; the flag is in the same place. */
function isEncrypted(header: Buffer): boolean {
  return header[1] === 0xa5 && (header.readUInt16LE(10) & 0x0100) !== 0;
}
