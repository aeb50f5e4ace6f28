import { AppError } from "../errors.ts";
import { readCompoundDirectory } from "../files/sniff-compound.ts";
import { holdsCompoundWord, isCompoundFile } from "../files/sniff-word.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import { conversionMessages } from "./converter.ts";

/** LibreOffice's name for the reader of a format. Named outright, so that it never guesses another one. */
export type WordFilter = "MS Word 2007 XML" | "MS Word 97" | "MS Word 95" | "MS WinWord 6.0";

/**
 * Which kind of Word document a file is, by its content alone. Throws AppError `unsupported` for one that is
 * password protected and for anything that is no Word document.
 */
export async function identifyWordFile(path: string): Promise<WordFilter> {
  return withReadAt(path, async (readAt) => {
    const head = await readAt(0, 8);
    if (head.toString("latin1", 0, 4) === "PK\u0003\u0004") return "MS Word 2007 XML";
    if (isCompoundFile(head) && (await holdsCompoundWord(readAt))) return filterOfVersion(readAt);
    throw new AppError("unsupported", conversionMessages.notConvertible);
  });
}

/** The version number `nFib` of the file information block ([MS-DOC] 2.5.2): 101 is Word 6, 103 and 104 are Word 95. */
async function filterOfVersion(readAt: ReadAt): Promise<WordFilter> {
  const document = (await readCompoundDirectory(readAt)).get("WordDocument");
  const block = document?.inSectors ? await readAt(document.offset, 4) : Buffer.alloc(0);
  const version = block.length === 4 ? block.readUInt16LE(2) : Number.POSITIVE_INFINITY;
  if (version <= 102) return "MS WinWord 6.0";
  return version <= 104 ? "MS Word 95" : "MS Word 97";
}
