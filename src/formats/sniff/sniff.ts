import { extname } from "node:path";
import { type FileType, fileTypes, fileTypesByExtension, mayBePicture } from "../file-types.ts";
import { findPictureType, isPicture } from "../images/picture-check.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import { hasPdfHeader, pdfStartWindow } from "./sniff-pdf.ts";
import { identifyCompoundWord, isCompoundFile } from "./sniff-word.ts";
import { findWordDocument } from "./sniff-word-package.ts";

/**
 * The type of an uploaded file: that which its name claims if the content is of this type, otherwise that of a picture,
 * unless its name claims a different kind of file. Undefined for everything else. Reads only the parts it needs, so
 * memory does not grow with the file. Throws AppError `unsupported` with a message for the user for pictures that are
 * too large or of a format that is not stamped, and for documents that are damaged or have a password.
 */
export async function sniffFileType(path: string, originalName: string): Promise<FileType | undefined> {
  const type = fileTypesByExtension[extname(originalName).toLowerCase()];
  return withReadAt(path, async (readAt) => {
    if (type !== undefined && (await contentIs(type, path, readAt))) return type;
    if (!mayBePicture(originalName) || (type === fileTypes.pdf && (await hidesPdf(readAt)))) return undefined;
    return findPictureType(readAt);
  });
}

/** A picture that is also a PDF, for programs that search for one. */
const hidesPdf = async (readAt: ReadAt): Promise<boolean> =>
  (await readAt(0, pdfStartWindow)).includes("%PDF-");

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
