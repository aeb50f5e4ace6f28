import { AppError } from "../../errors.ts";
import type { ReadAt } from "../read-at.ts";
import { openCompoundFile } from "./sniff-compound.ts";

const passwordProtectedWord = {
  code: "word-password-protected",
  text: "This Word document is password protected. Please remove the password and upload it again.",
};

/** Versions of Word whose documents are read differently. */
export type CompoundWordVersion = "Word 6" | "Word 95" | "Word 97";

export function isCompoundFile(head: Buffer): boolean {
  return head.toString("hex", 0, 8) === "d0cf11e0a1b11ae1";
}

/**
 * The version of Word that wrote an OLE compound file (.doc); undefined if it is not a Word document. Throws AppError
 * if it has a password: an encrypted .docx is a compound file too ([MS-OFFCRYPTO] 2.3.4.4, and 2.2.10 under rights
 * management); a .doc has a flag in its header ([MS-DOC] 2.5.2, fEncrypted).
 */
export async function identifyCompoundWord(readAt: ReadAt): Promise<CompoundWordVersion | undefined> {
  const file = await openCompoundFile(readAt);
  if (file.has("EncryptedPackage") || file.has("\u0009DRMContent"))
    throw AppError.from("unsupported", passwordProtectedWord);
  if (!file.has("WordDocument")) return undefined;
  const block = await file.readHead("WordDocument");
  const header = block.length < 12 ? undefined : block;
  if (header !== undefined && isEncrypted(header)) throw AppError.from("unsupported", passwordProtectedWord);
  // Since Word 97, a document has its tables in a separate stream; older ones have none.
  if (file.has("0Table") || file.has("1Table") || header === undefined) return "Word 97";
  return header.readUInt16LE(2) <= 102 ? "Word 6" : "Word 95";
}

/** The magic number is 0xA5EC since Word 97 and 0xA5DC before; the flag is at the same offset. */
function isEncrypted(header: Buffer): boolean {
  return header[1] === 0xa5 && (header.readUInt16LE(10) & 0x0100) !== 0;
}
