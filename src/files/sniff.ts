import { extname } from "node:path";
import { messages } from "../documents/documents.schema.ts";
import { AppError } from "../errors.ts";
import { checkPictureSize } from "../stamping/images/picture-limits.ts";
import { pngSignature, readJpegSize, readPngSize } from "../stamping/images/picture-size.ts";
import { type ReadAt, withReadAt } from "../stamping/images/read-at.ts";
import { isTiff, readTiffPages } from "../stamping/images/tiff-pages.ts";
import { holdsPdfStart, pdfStartWindow } from "./sniff-pdf.ts";
import { holdsCompoundWord, isCompoundFile } from "./sniff-word.ts";
import { findWordDocument } from "./sniff-word-package.ts";

export type SniffedFile = { fileType: string; extension: "pdf" | "docx" | "doc" | "jpg" | "png" | "tiff" };

type Kind = SniffedFile["extension"];

const kindsByExtension: Record<string, Kind> = {
  ".pdf": "pdf",
  ".docx": "docx",
  ".doc": "doc",
  ".jpg": "jpg",
  ".jpeg": "jpg",
  ".png": "png",
  ".tif": "tiff",
  ".tiff": "tiff",
};

const fileTypes: Record<Kind, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  doc: "application/msword",
  jpg: "image/jpeg",
  png: "image/png",
  tiff: "image/tiff",
};

/**
 * Decides what an uploaded file is: its content must be of the type its name claims. Reads only the places it
 * needs, so memory does not grow with the file. Throws AppError `unsupported` with a sentence for the user,
 * also for pictures that are too large and for Word documents with a password.
 */
export async function sniffFileType(path: string, originalName: string): Promise<SniffedFile> {
  const kind = kindsByExtension[extname(originalName).toLowerCase()];
  if (kind === undefined) throw unsupportedType();
  const agrees = await withReadAt(path, (readAt) => contentIs(kind, path, readAt));
  if (!agrees) throw unsupportedType();
  return { fileType: fileTypes[kind], extension: kind };
}

async function contentIs(kind: Kind, path: string, readAt: ReadAt): Promise<boolean> {
  const head = await readAt(0, pdfStartWindow);
  switch (kind) {
    case "pdf":
      return holdsPdfStart(head);
    case "doc":
      return isCompoundFile(head) && (await holdsCompoundWord(readAt));
    case "docx":
      if (isCompoundFile(head)) await holdsCompoundWord(readAt);
      return head.toString("latin1", 0, 4) === "PK\u0003\u0004" && (await findWordDocument(path));
    case "jpg":
      if (head.toString("hex", 0, 3) !== "ffd8ff") return false;
      return sizeFits(await readJpegSize(readAt));
    case "png":
      if (!head.subarray(0, 8).equals(pngSignature)) return false;
      return sizeFits(await readPngSize(readAt));
    case "tiff":
      return isTiff(head) && (await readTiffPages(readAt)).length > 0;
  }
}

function sizeFits({ width, height }: { width: number; height: number }): true {
  checkPictureSize(width, height);
  return true;
}

function unsupportedType(): AppError {
  return new AppError("unsupported", messages.unsupportedType);
}
