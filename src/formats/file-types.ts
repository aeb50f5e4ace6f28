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
