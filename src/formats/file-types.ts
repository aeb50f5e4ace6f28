/** MIME types of the supported documents. */
export const fileTypes = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  doc: "application/msword",
  jpeg: "image/jpeg",
  png: "image/png",
  tiff: "image/tiff",
  odt: "application/vnd.oasis.opendocument.text",
  rtf: "application/rtf",
  txt: "text/plain",
  heic: "image/heic",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  bmp: "image/bmp",
} as const;
export type FileType = (typeof fileTypes)[keyof typeof fileTypes];

/** What people call the formats, in every language. */
export const formatNames: Record<FileType, string> = {
  [fileTypes.pdf]: "PDF",
  [fileTypes.docx]: "DOCX",
  [fileTypes.doc]: "DOC",
  [fileTypes.jpeg]: "JPEG",
  [fileTypes.png]: "PNG",
  [fileTypes.tiff]: "TIFF",
  [fileTypes.odt]: "ODT",
  [fileTypes.rtf]: "RTF",
  [fileTypes.txt]: "TXT",
  [fileTypes.heic]: "HEIC",
  [fileTypes.webp]: "WebP",
  [fileTypes.avif]: "AVIF",
  [fileTypes.gif]: "GIF",
  [fileTypes.bmp]: "BMP",
};

/** Pictures that become a JPEG or PNG when they are stamped. */
const convertedPictureTypes = [
  fileTypes.heic,
  fileTypes.webp,
  fileTypes.avif,
  fileTypes.gif,
  fileTypes.bmp,
] as const;
export type ConvertedPictureType = (typeof convertedPictureTypes)[number];

export function isConvertedPicture(fileType: string): fileType is ConvertedPictureType {
  return convertedPictureTypes.some((type) => type === fileType);
}

export const pictureTypes = [
  fileTypes.jpeg,
  fileTypes.png,
  fileTypes.tiff,
  ...convertedPictureTypes,
] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Documents that LibreOffice turns into a PDF, which is stamped. */
export const officeTypes = [
  fileTypes.docx,
  fileTypes.doc,
  fileTypes.odt,
  fileTypes.rtf,
  fileTypes.txt,
] as const;
export type OfficeType = (typeof officeTypes)[number];

/** The types that can be stamped; the others are converted to PDF first. */
export type StampableType = typeof fileTypes.pdf | PictureType;

/** The types of stamped copies: those that every browser displays. */
export const stampedTypes = [fileTypes.pdf, fileTypes.jpeg, fileTypes.png] as const;
export type StampedType = (typeof stampedTypes)[number];

/** The type of a collection: its original is a list of files, which is never uploaded as a document. */
export const collectionFileType = "application/vnd.attestamp.collection";

/** The types that every server accepts, by their lower-case extensions. */
const specifiedTypes: Record<string, FileType> = {
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

/** Pictures that are accepted only with EXTRA_TYPES=on; programs also give these extensions to other pictures. */
const extraPictures: Record<string, FileType> = {
  ".heic": fileTypes.heic,
  ".heif": fileTypes.heic,
  ".hif": fileTypes.heic,
  ".webp": fileTypes.webp,
  ".avif": fileTypes.avif,
  ".gif": fileTypes.gif,
  ".bmp": fileTypes.bmp,
  ".dib": fileTypes.bmp,
};

const allTypes: Record<string, FileType> = {
  ...specifiedTypes,
  ".odt": fileTypes.odt,
  ".rtf": fileTypes.rtf,
  ".txt": fileTypes.txt,
  ...extraPictures,
};

/**
 * The types that a server accepts, with the setting EXTRA_TYPES, by the lower-case extensions that claim them. The
 * content of a picture may be of another type. `hasOffice`: whether it can convert those that need LibreOffice.
 */
export function acceptedTypes(extraTypes: boolean, hasOffice = true): Record<string, FileType> {
  const types = extraTypes ? allTypes : specifiedTypes;
  if (hasOffice) return types;
  return Object.fromEntries(Object.entries(types).filter(([, type]) => !isOfficeType(type)));
}

/** The accepted type that a name claims; undefined if it claims none, or one that is not accepted. */
export const claimedType = (name: string, extraTypes: boolean): FileType | undefined =>
  acceptedTypes(extraTypes)[typeExtension(name)];

/** Extensions of pictures that no server accepts. */
const otherPictureExtensions = [".jp2", ".jxl"];

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
  return (
    extension === "" ||
    extension in specifiedTypes ||
    extension in extraPictures ||
    otherPictureExtensions.includes(extension)
  );
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

export function isOfficeType(fileType: string): fileType is OfficeType {
  return officeTypes.some((type) => type === fileType);
}
