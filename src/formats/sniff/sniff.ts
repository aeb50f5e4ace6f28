import { extname } from "node:path";
import { acceptedTypes, type FileType, fileTypes, isWordType, mayBePicture } from "../file-types.ts";
import { findPictureType, isPicture } from "../images/picture-check.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import { hasPdfHeader, pdfStartWindow } from "./sniff-pdf.ts";
import { findTextEncoding, isOpenDocumentText, isRichText } from "./sniff-text.ts";
import { findWordType } from "./sniff-word-type.ts";

/**
 * The type of an uploaded file: that which its name claims if the content is of this type (DOC and DOCX may have the
 * name of the other), otherwise that of a picture, unless its name claims a different kind of file. Undefined for
 * everything else. `extraTypes`: the setting EXTRA_TYPES. Reads only the parts it needs, so memory does not grow with
 * the file. Throws AppError `unsupported` with a message for the user for files of a format that is not stamped, for
 * pictures that are too large, and for documents that are damaged or have a password.
 */
export async function sniffFileType(
  path: string,
  originalName: string,
  extraTypes: boolean,
): Promise<FileType | undefined> {
  const type = acceptedTypes(extraTypes)[extname(originalName).toLowerCase()];
  return withReadAt(path, async (readAt) => {
    // Older programs also name rich text .doc.
    if (extraTypes && type === fileTypes.doc && isRichText(await readAt(0, 5))) return fileTypes.rtf;
    const wordType = type !== undefined && isWordType(type) ? await findWordType(path, readAt) : undefined;
    if (wordType !== undefined) return wordType;
    if (type !== undefined && (await contentIs(type, path, readAt))) return type;
    if (!mayBePicture(originalName) || (type === fileTypes.pdf && (await hidesPdf(readAt)))) return undefined;
    return findPictureType(readAt, extraTypes);
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
    case fileTypes.odt:
      return isOpenDocumentText(head, path);
    case fileTypes.rtf:
      return isRichText(head);
    case fileTypes.txt:
      return (await findTextEncoding(readAt)) !== undefined;
    case fileTypes.jpeg:
    case fileTypes.png:
    case fileTypes.tiff:
      return isPicture(type, readAt);
    default:
      // findWordType and findPictureType recognize them, whatever their name.
      return false;
  }
}
