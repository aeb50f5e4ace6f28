/** MIME types of the supported documents. */
export const fileTypes = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  doc: "application/msword",
  jpeg: "image/jpeg",
  png: "image/png",
  tiff: "image/tiff",
} as const;
export type FileType = (typeof fileTypes)[keyof typeof fileTypes];

export type PictureType = typeof fileTypes.jpeg | typeof fileTypes.png | typeof fileTypes.tiff;

/** The types that can be stamped; Word documents are converted to PDF first. */
export type StampableType = typeof fileTypes.pdf | PictureType;

/** The types of stamped copies: those that every browser displays. */
export const stampedTypes = [fileTypes.pdf, fileTypes.jpeg, fileTypes.png] as const;
export type StampedType = (typeof stampedTypes)[number];

/** The type of a collection: its original is a list of files, which is never uploaded as a document. */
export const collectionFileType = "application/vnd.attestamp.collection";

/** The type that a file name claims, by its lower-case extension. */
export const fileTypesByExtension: Record<string, FileType> = {
  ".pdf": fileTypes.pdf,
  ".docx": fileTypes.docx,
  ".doc": fileTypes.doc,
  ".jpg": fileTypes.jpeg,
  ".jpeg": fileTypes.jpeg,
  ".png": fileTypes.png,
  ".tif": fileTypes.tiff,
  ".tiff": fileTypes.tiff,
};

export function isWordType(fileType: string): boolean {
  return fileType === fileTypes.docx || fileType === fileTypes.doc;
}
