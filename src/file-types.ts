/** MIME types of the documents the product takes. */
export const fileTypes = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  doc: "application/msword",
  jpeg: "image/jpeg",
  png: "image/png",
  tiff: "image/tiff",
} as const;
export type FileType = (typeof fileTypes)[keyof typeof fileTypes];
