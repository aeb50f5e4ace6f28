import { isDeepStrictEqual } from "node:util";
import { AppError, type Message } from "../../errors.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import { PdfDocument } from "./document.ts";
import { decryptDamagedPdf, decryptPdf, openSecurity } from "./encryption/decrypt-pdf.ts";
import { findLostPages, type LostPages, pagesLost } from "./lost-pages.ts";
import { markObjects, type ObjectMarks } from "./object-marks.ts";
import { type ScannedFile, scanObjects } from "./object-scan.ts";
import { type PageNode, readPageTree } from "./page-tree.ts";
import { appendRepair, rebuild } from "./rebuild.ts";
import { type RecoveredFile, recoverObjects } from "./recover-objects.ts";
import { contradictionsResolved, signedContradicts } from "./resolve-contradictions.ts";
import { hasWholeSignature } from "./whole-signature.ts";

/** Why the stamped copy cannot begin with the original's bytes. */
export type Rewriting = "archive removed" | "decrypted" | "repaired";

const rewritingNotes: Record<Rewriting, Message> = {
  "archive removed": {
    code: "note-archive-removed",
    text: "The original's bytes could not be kept at the beginning of the stamped copy, because another file was hidden behind the PDF; it was removed.",
  },
  decrypted: {
    code: "note-pdf-decrypted",
    text: "The original's bytes could not be kept at the beginning of the stamped copy, because the file was encrypted to restrict its use; the copy is not encrypted and has no such restrictions.",
  },
  repaired: {
    code: "note-pdf-repaired",
    text: "The original's bytes could not be kept at the beginning of the stamped copy, because the file was damaged and had to be repaired.",
  },
};

const countTooHigh: Message = {
  code: "note-page-count-too-high",
  text: "This PDF says that it has more pages ({announced}) than it lists ({found}); those that it lists were stamped.",
};

export type OpenedPdf = {
  document: PdfDocument;
  marks: ObjectMarks;
  pages: PageNode[];
  /** Empty if the document keeps the original's bytes. */
  rewritings: Rewriting[];
  /** The note for the user about each of them. */
  notes: Message[];
  /** The author permits annotations, but no changes to pages. */
  annotationsOnly: boolean;
};

/**
 * Opens a PDF so that it can be appended to; an encrypted one that needs no password is decrypted first, a damaged one
 * repaired. Throws AppError `unsupported` if it needs a password, forbids changes, cannot be repaired or has lost
 * pages.
 */
export function openPdf(original: Buffer): OpenedPdf {
  const bytes = withoutHiddenArchive(original);
  const rewritings: Rewriting[] = bytes === original ? [] : ["archive removed"];
  const { lost, note, announced, ...opened } = openWhole(bytes, rewritings);
  if (lost) throw pagesLost(lost);
  const found = opened.pages.length;
  const notes = [
    ...opened.rewritings.map((rewriting) => rewritingNotes[rewriting]),
    note,
    announced > found ? { ...countTooHigh, params: { announced, found } } : undefined,
  ];
  return { ...opened, notes: notes.filter((one) => one !== undefined) };
}

/**
 * Why the encryption of a file keeps it from being stamped, without decrypting anything. Undefined also for a damaged
 * file: only `openPdf` searches it for its parts.
 */
export function findEncryptionRefusal(original: Buffer): Message | undefined {
  try {
    const document = new PdfDocument(withoutHiddenArchive(original));
    openSecurity(document.xref.trailer, (raw) => document.resolve(raw));
  } catch (error) {
    if (error instanceof AppError) return error;
    if (!(error instanceof BrokenPdf)) throw error;
  }
  return undefined;
}

type Opened = Omit<OpenedPdf, "notes" | "annotationsOnly"> & {
  /** The page count that the document declares. */
  announced: number;
  lost: LostPages | undefined;
  note?: Message;
};

/** The first way to read the file without missing pages, otherwise the last one. */
function openWhole(bytes: Buffer, rewritings: Rewriting[]): Opened & Pick<OpenedPdf, "annotationsOnly"> {
  let incomplete: Opened | undefined;
  let annotationsOnly = false;
  let cause: BrokenPdf | undefined;
  try {
    for (const source of listSources(bytes, rewritings)) {
      annotationsOnly = source.annotationsOnly;
      for (const open of waysToOpen(source)) {
        try {
          const opened = open();
          if (!opened.lost) return { ...opened, annotationsOnly };
          incomplete = opened;
        } catch (error) {
          if (!(error instanceof BrokenPdf)) throw error;
          cause = error;
        }
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenPdf)) throw error;
    cause = error;
  }
  if (incomplete) return { ...incomplete, annotationsOnly };
  throw new AppError("unsupported", "pdf-damaged", "This PDF is damaged or incomplete and cannot be read.", {
    cause,
  });
}

/** `document` is undefined if the cross-reference sections cannot be followed. */
type Source = {
  bytes: Buffer;
  document: PdfDocument | undefined;
  rewritings: Rewriting[];
  annotationsOnly: boolean;
};

/**
 * The file without its encryption: decrypted with the help of its cross-reference sections, then without them, because
 * damaged ones may omit objects, even the one that describes the encryption.
 */
function* listSources(bytes: Buffer, rewritings: Rewriting[]): Generator<Source> {
  const listed = readListed(bytes, rewritings);
  if (listed) yield listed;
  const { plain, annotationsOnly } = decryptDamagedPdf(bytes);
  if (plain) yield withoutSections(plain, [...rewritings, "decrypted"], annotationsOnly);
  else if (!listed) yield withoutSections(bytes, rewritings, annotationsOnly);
}

/** Undefined if the cross-reference sections cannot be followed. */
function readListed(bytes: Buffer, rewritings: Rewriting[]): Source | undefined {
  try {
    const document = new PdfDocument(bytes);
    const { plain, annotationsOnly } = decryptPdf(document);
    if (!plain) return { bytes, document, rewritings, annotationsOnly };
    const decrypted: Rewriting[] = [...rewritings, "decrypted"];
    return { bytes: plain, document: new PdfDocument(plain), rewritings: decrypted, annotationsOnly };
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

const withoutSections = (bytes: Buffer, rewritings: Rewriting[], annotationsOnly: boolean): Source => ({
  bytes,
  document: undefined,
  rewritings,
  annotationsOnly,
});

/** The file unchanged, then repaired with the help of its cross-reference sections, then repaired without them. */
function* waysToOpen({ bytes, document, rewritings }: Source): Generator<() => Opened> {
  if (document?.xref.isAmbiguous || document?.xref.isContradicting)
    yield () => openAmbiguous(bytes, document, rewritings);
  else if (document) yield () => inspect(document, rewritings);
  const scanned = scanObjects(bytes);
  if (document) yield () => openRepaired(bytes, recoverObjects(bytes, scanned, document), rewritings);
  yield () => openRepaired(bytes, recoverObjects(bytes, scanned), rewritings);
}

/**
 * If programs may follow the cross-reference sections differently, or search the file and find other objects, a new
 * list of the objects is appended; a signed file stays unchanged.
 */
function openAmbiguous(bytes: Buffer, document: PdfDocument, rewritings: Rewriting[]): Opened {
  const opened = inspect(document, rewritings);
  const scanned = scanObjects(bytes);
  const listed = recoverObjects(bytes, scanned, document);
  if (!document.xref.isContradicting && findSameObjects(listed, bytes, scanned)) return opened;
  if (hasWholeSignature(document, opened.marks.signatures)) return { ...opened, note: signedContradicts };
  const settled = new PdfDocument(appendRepair(bytes, listed));
  return { ...inspect(settled, rewritings), note: contradictionsResolved };
}

function findSameObjects(listed: RecoveredFile, bytes: Buffer, scanned: ScannedFile): boolean {
  const found = attemptRecovery(bytes, scanned);
  if (!found || found.root.number !== listed.root.number || found.objects.size !== listed.objects.size)
    return false;
  return listed.objects.values().every(({ number, entry }) => {
    const other = found.objects.get(number);
    return other !== undefined && isDeepStrictEqual(entry, other.entry);
  });
}

function attemptRecovery(bytes: Buffer, scanned: ScannedFile): RecoveredFile | undefined {
  try {
    return recoverObjects(bytes, scanned);
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

/** A signed file keeps its bytes: a new list of its objects is appended. Any other is rebuilt, which repairs more. */
function openRepaired(bytes: Buffer, recovered: RecoveredFile, rewritings: Rewriting[]): Opened {
  const signed = rewritings.length === 0 ? openSigned(bytes, recovered) : undefined;
  if (signed) return signed;
  const opened = inspect(new PdfDocument(rebuild(bytes, recovered)), [...rewritings, "repaired"]);
  return {
    ...opened,
    lost: opened.lost ?? findLostPages(opened, recovered),
  };
}

const signedAndRepaired: Message = {
  code: "note-signed-pdf-repaired",
  text: "This signed PDF was damaged. Its bytes are unchanged at the beginning of the stamped copy; a new list of its objects follows them.",
};

function openSigned(bytes: Buffer, recovered: RecoveredFile): Opened | undefined {
  if (!bytes.includes("/ByteRange")) return undefined;
  try {
    const document = new PdfDocument(appendRepair(bytes, recovered));
    const opened = inspect(document, []);
    if (!hasWholeSignature(document, opened.marks.signatures)) return undefined;
    return { ...opened, lost: opened.lost ?? findLostPages(opened, recovered), note: signedAndRepaired };
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

/** Reads every object and every page, so that errors appear here and not in the middle of stamping. */
function inspect(document: PdfDocument, rewritings: Rewriting[]): Opened {
  const marks = markObjects(document);
  const { pages, missing, announced } = readPageTree(document);
  const isLost = missing.length > 0 && announced > pages.length;
  const lost = isLost ? { positions: missing, found: pages.length, total: announced } : undefined;
  return { document, marks, pages, announced, rewritings, lost };
}

/** A ZIP archive after the end of the PDF makes the file valid in two formats; the copy contains only the PDF. */
function withoutHiddenArchive(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf("%%EOF");
  const archive = end < 0 ? -1 : bytes.indexOf("PK\x05\x06", end);
  return archive < 0 ? bytes : bytes.subarray(0, end + 5);
}
