import { AppError, type Message } from "../../errors.ts";
import { fileTypes } from "../file-types.ts";
import type { ReadAt } from "../read-at.ts";
import { identifyCompoundWord, isCompoundFile } from "./sniff-word.ts";
import { findWordDocument } from "./sniff-word-package.ts";

type WordType = typeof fileTypes.doc | typeof fileTypes.docx;

/** Formats that Word opens whatever the extension, and by what they begin with. */
const otherFormats: [name: string, start: RegExp][] = [
  ["RTF", /^\{\\rtf/],
  ["Word XML", /<(?:\w+:)?(?:wordDocument|package)\s[^>]*schemas\.microsoft\.com\/office\//],
  ["MHTML", /^MIME-Version:|\bContent-Type:\s*multipart\/related\b/i],
  ["HTML", /^(?:<!--[\s\S]{0,200}?-->\s*|<\?xml[^>]{0,200}\?>\s*)?<(?:!DOCTYPE\s+html|html)\b/i],
  ["OpenDocument", /^PK[\s\S]{28}mimetypeapplication\/vnd\.oasis\.opendocument\.text/],
];
const longestStart = 4_096;

const otherWordFormat = (format: string): Message => ({
  code: "word-other-format",
  text: "The content of this file is {format}, although its name is that of a Word document. Please open it in Word, save it as .docx and upload that.",
  params: { format },
});

/**
 * The type of a file whose name claims a Word document: programs and people give DOC and DOCX the name of the other.
 * Undefined if it is neither. Throws AppError `unsupported` for one with a password, and for formats that Word opens
 * under these names, with what to do.
 */
export async function findWordType(path: string, readAt: ReadAt): Promise<WordType | undefined> {
  const start = await readAt(0, longestStart);
  if (isCompoundFile(start))
    return (await identifyCompoundWord(readAt)) === undefined ? undefined : fileTypes.doc;
  const text = start.toString("latin1").replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, "");
  const [format] = otherFormats.find(([, pattern]) => pattern.test(text)) ?? [];
  if (format !== undefined) throw AppError.from("unsupported", otherWordFormat(format));
  const isPackage = text.startsWith("PK\u0003\u0004") && (await findWordDocument(path));
  return isPackage ? fileTypes.docx : undefined;
}
