import { extname } from "node:path";
import { type FileType, fileTypes, fileTypesByExtension, isWordType, mayBePicture } from "../file-types.ts";
import { findPictureType, isPicture } from "../images/picture-check.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import { hasPdfHeader, pdfStartWindow } from "./sniff-pdf.ts";
import { findWordType } from "./sniff-word-type.ts";

/**
 * The type of an uploaded file: that which its name claims if the content is of this type (DOC and DOCX may have the
 * name of the other), otherwise that of a picture, unless its name claims a different kind of file. Undefined for
 * everything else. Reads only the parts it needs, so memory does not grow with the file. Throws AppError `unsupported`
 * with a message for the user for files of a format that is not stamped, for pictures that are too large, and for
 * documents that are damaged or have a password.
 */
export async function sniffFileType(path: string, originalName: string): Promise<FileType | undefined> {
  const type = fileTypesByExtension[extname(originalName).toLowerCase()];
  return withReadAt(path, async (readAt) => {
    const wordType = type !== undefined && isWordType(type) ? await findWordType(path, readAt) : undefined;
    if (wordType !== undefined) return wordType;
    if (type !== undefined && (await contentIs(type, readAt))) return type;
    if (!mayBePicture(originalName) || (type === fileTypes.pdf && (await hidesPdf(readAt)))) return undefined;
    return findPictureType(readAt);
  });
}

/** A picture that is also a PDF, for programs that search for one. */
const hidesPdf = async (readAt: ReadAt): Promise<boolean> =>
  (await readAt(0, pdfStartWindow)).includes("%PDF-");

async function contentIs(type: FileType, readAt: ReadAt): Promise<boolean> {
  if (isWordType(type)) return false;
  if (type === fileTypes.pdf) return hasPdfHeader(await readAt(0, pdfStartWindow));
  return isPicture(type, readAt);
}
