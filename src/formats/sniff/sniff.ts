import { extname } from "node:path";
import { type FileType, fileTypes, fileTypesByExtension } from "../file-types.ts";
import { isPicture } from "../images/picture-check.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import { hasPdfHeader, pdfStartWindow } from "./sniff-pdf.ts";
import { identifyCompoundWord, isCompoundFile } from "./sniff-word.ts";
import { findWordDocument } from "./sniff-word-package.ts";

/**
 * The type of an uploaded file: its content must match the type that its name claims, otherwise undefined. Reads only
 * the parts it needs, so memory does not grow with the file. Throws AppError `unsupported` with a message for the user
 * for pictures that are too large and for documents that are damaged or have a password.
 */
export async function sniffFileType(path: string, originalName: string): Promise<FileType | undefined> {
  const type = fileTypesByExtension[extname(originalName).toLowerCase()];
  if (type === undefined) return undefined;
  const agrees = await withReadAt(path, (readAt) => contentIs(type, path, readAt));
  return agrees ? type : undefined;
}

async function contentIs(type: FileType, path: string, readAt: ReadAt): Promise<boolean> {
  const head = await readAt(0, pdfStartWindow);
  switch (type) {
    case fileTypes.pdf:
      return hasPdfHeader(head);
    case fileTypes.doc:
      return isCompoundFile(head) && (await identifyCompoundWord(readAt)) !== undefined;
    case fileTypes.docx:
      if (isCompoundFile(head)) await identifyCompoundWord(readAt);
      return head.toString("latin1", 0, 4) === "PK\u0003\u0004" && (await findWordDocument(path));
    default:
      return isPicture(type, readAt);
  }
}
