import { AppError } from "../../errors.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import { PdfDocument } from "./document.ts";
import { decryptDamagedPdf, decryptPdf } from "./encryption/decrypt-pdf.ts";
import { markObjects, type ObjectMarks } from "./object-marks.ts";
import { listPages, type PageNode } from "./page-tree.ts";
import { rebuild } from "./rebuild.ts";

/** Why the stamped copy cannot begin with the original's own bytes. */
export type Rewriting = "archive removed" | "decrypted" | "repaired";

const rewritingNotes: Record<Rewriting, string> = {
  "archive removed":
    "The original's bytes could not be kept at the beginning of the stamped copy, because another file was hidden behind the PDF; it was removed.",
  decrypted:
    "The original's bytes could not be kept at the beginning of the stamped copy, because the file was encrypted to restrict its use; the copy is not encrypted and has no such restrictions.",
  repaired:
    "The original's bytes could not be kept at the beginning of the stamped copy, because the file was damaged and had to be repaired.",
};

export type OpenedPdf = {
  document: PdfDocument;
  marks: ObjectMarks;
  pages: PageNode[];
  /** Empty when the document stands on the original's own bytes. */
  rewritings: Rewriting[];
  /** What the user must know about each. */
  notes: string[];
};

/**
 * Opens a PDF so that it can be appended to; an encrypted one that needs no password is decrypted first, a damaged one
 * rebuilt. Throws AppError `unsupported` when it needs a password, forbids changes or is past repair.
 */
export function openPdf(original: Buffer): OpenedPdf {
  const bytes = withoutHiddenArchive(original);
  const rewritings: Rewriting[] = bytes === original ? [] : ["archive removed"];
  const opened = openSound(bytes, rewritings) ?? openDamaged(bytes, rewritings);
  return { ...opened, notes: opened.rewritings.map((rewriting) => rewritingNotes[rewriting]) };
}

type Opened = Omit<OpenedPdf, "notes">;

/** Undefined when the file is damaged. */
function openSound(bytes: Buffer, rewritings: Rewriting[]): Opened | undefined {
  try {
    const document = new PdfDocument(bytes);
    const plain = decryptPdf(document);
    if (!plain) return inspect(document, rewritings);
    return inspect(new PdfDocument(plain), [...rewritings, "decrypted"]);
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

function openDamaged(bytes: Buffer, rewritings: Rewriting[]): Opened {
  try {
    const plain = decryptDamagedPdf(bytes);
    const all: Rewriting[] = plain ? [...rewritings, "decrypted", "repaired"] : [...rewritings, "repaired"];
    return inspect(new PdfDocument(rebuild(plain ?? bytes)), all);
  } catch (error) {
    if (!(error instanceof BrokenPdf)) throw error;
    throw new AppError("unsupported", "This PDF is damaged or incomplete and cannot be read.", {
      cause: error,
    });
  }
}

/** Touches every object and every page, so that whatever is wrong shows here and not half-way through stamping. */
function inspect(document: PdfDocument, rewritings: Rewriting[]): Opened {
  const marks = markObjects(document);
  return { document, marks, pages: listPages(document), rewritings };
}

/** A ZIP archive behind the end of the PDF makes the file two things at once; the copy carries the PDF alone. */
function withoutHiddenArchive(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf("%%EOF");
  const archive = end < 0 ? -1 : bytes.indexOf("PK\x05\x06", end);
  return archive < 0 ? bytes : bytes.subarray(0, end + 5);
}
