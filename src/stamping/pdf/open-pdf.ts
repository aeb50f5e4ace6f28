import { AppError } from "../../errors.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import { PdfDocument } from "./document.ts";
import { markObjects, type ObjectMarks } from "./object-marks.ts";
import { listPages, type PageNode } from "./page-tree.ts";
import { rebuild } from "./rebuild.ts";

const originalNotKept =
  "The original's bytes could not be kept at the beginning of the stamped copy, because the file was damaged and had to be repaired.";
const appendixRemoved =
  "The original's bytes could not be kept at the beginning of the stamped copy, because another file was hidden behind the PDF; it was removed.";

export type OpenedPdf = {
  document: PdfDocument;
  marks: ObjectMarks;
  pages: PageNode[];
  /** Undefined when the document stands on the original's own bytes; else a sentence that says why it does not. */
  rewritten: string | undefined;
};

/**
 * Opens a PDF so that it can be appended to; a damaged one is rebuilt first.
 * Throws AppError `unsupported` when it is encrypted or past repair.
 */
export function openPdf(original: Buffer): OpenedPdf {
  const bytes = withoutHiddenArchive(original);
  const rewritten = bytes === original ? undefined : appendixRemoved;
  try {
    return { ...inspect(bytes), rewritten };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  try {
    const rebuilt = rebuild(bytes);
    if (rebuilt.encrypted) throw passwordProtected();
    return { ...inspect(rebuilt.bytes), rewritten: originalNotKept };
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new AppError("unsupported", "This PDF is damaged or incomplete and cannot be read.", {
      cause: error,
    });
  }
}

/** Touches every object and every page, so that whatever is wrong shows here and not half-way through stamping. */
function inspect(bytes: Buffer): Omit<OpenedPdf, "rewritten"> {
  const document = new PdfDocument(bytes);
  if (document.xref.encrypted) throw passwordProtected();
  const marks = markObjects(document);
  return { document, marks, pages: listPages(document) };
}

function isDamage(error: unknown): boolean {
  return error instanceof BrokenPdf;
}

function passwordProtected(): AppError {
  return new AppError(
    "unsupported",
    "This PDF is password protected. Please remove the password and upload it again.",
  );
}

/** A ZIP archive behind the end of the PDF makes the file two things at once; the copy carries the PDF alone. */
function withoutHiddenArchive(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf("%%EOF");
  const archive = end < 0 ? -1 : bytes.indexOf("PK\x05\x06", end);
  return archive < 0 ? bytes : bytes.subarray(0, end + 5);
}
