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

/** The type that a file name claims, by its lower-case extension. The content of a picture may be of another type. */
export const fileTypesByExtension: Record<string, FileType> = {
  ".pdf": fileTypes.pdf,
  ".docx": fileTypes.docx,
  ".doc": fileTypes.doc,
  ".jpg": fileTypes.jpeg,
  ".jpeg": fileTypes.jpeg,
  ".jpe": fileTypes.jpeg,
  ".jfif": fileTypes.jpeg,
  ".png": fileTypes.png,
  ".tif": fileTypes.tiff,
  ".tiff": fileTypes.tiff,
};

/** Extensions of pictures that cannot be stamped; programs also give them to pictures that can. */
const otherPictureExtensions = [
  ".heic",
  ".heif",
  ".hif",
  ".webp",
  ".avif",
  ".gif",
  ".bmp",
  ".dib",
  ".jp2",
  ".jxl",
];

/**
 * The lower-case extension by which people and programs recognize the type; "" if what follows the last dot is no
 * extension, as in "Ms. Smith" and "scan 1.5".
 */
export function typeExtension(name: string): string {
  return /[^/\\](\.[a-z][a-z0-9]{1,4})$/.exec(name.toLowerCase())?.[1] ?? "";
}

/** Whether a file with this name may be a picture: its content decides, unless the name claims something else. */
export function mayBePicture(name: string): boolean {
  const extension = typeExtension(name);
  return extension === "" || extension in fileTypesByExtension || otherPictureExtensions.includes(extension);
}

/** Extensions with which stamped pictures keep their name; the first one is given to the others. */
const pictureExtensions: Record<string, [string, ...string[]]> = {
  [fileTypes.jpeg]: [".jpg", ".jpeg"],
  [fileTypes.png]: [".png"],
};

/** The name with the extension of this type of picture, in place of one that claims another type. */
export function withPictureExtension(name: string, type: string): string {
  const fitting = pictureExtensions[type];
  const extension = typeExtension(name);
  if (!fitting || fitting.includes(extension)) return name;
  return `${extension !== "" && mayBePicture(name) ? name.slice(0, -extension.length) : name}${fitting[0]}`;
}

export function isWordType(fileType: string): fileType is typeof fileTypes.docx | typeof fileTypes.doc {
  return fileType === fileTypes.docx || fileType === fileTypes.doc;
}
