import type { Message } from "../../errors.ts";
import { changesAccepted } from "../../formats/word/change-notes.ts";
import type { UsedText } from "../../formats/word/used-text.ts";

/** Whether Word documents are accepted right now; if not, a message for the user that names the remedy. */
export type Availability = { available: true } | { available: false; refusal: Message };

export type ConvertOptions = {
  /** The document's name, for documents that print their own file name. */
  name?: string;
  /**
   * The account of the document. A LibreOffice only ever sees the documents of one account; a document without an
   * account gets its own.
   */
  account?: string;
  /**
   * Whether the document contains only text and images, as found by `prepareWordPackage` in a child process. Only after
   * such a document does the same LibreOffice convert the account's next one.
   */
  isPlain?: boolean;
  /** Whether the document has equations, which not every LibreOffice can draw. */
  hasEquations?: boolean;
  /** Whether the document has tracked changes, which not every LibreOffice can accept. */
  tracksChanges?: boolean;
  signal?: AbortSignal;
};

export type Conversion = {
  /** What the PDF shows differently. */
  notes: Message[];
  /** The fonts that the text asked for, except where only signs replace it; undefined if LibreOffice does not say. */
  fonts?: string[];
};

/** Turns Word documents (DOC and DOCX) into PDF. */
export type Converter = {
  availability(): Availability;
  /**
   * Converts the Word document `input` to the PDF `output`, which must not exist yet; after a refusal nothing is left
   * there. Throws AppError `unsupported` if the document cannot be converted and `unavailable` if there is no
   * converter; rejects with the signal's reason if it aborts. The caller has checked a DOCX with `prepareWordPackage`
   * in a child.
   */
  convert(input: string, output: string, options?: ConvertOptions): Promise<Conversion>;
  /**
   * Notes about fonts and characters of a document that this machine lacks; `embedded` are the fonts of the converted
   * PDF. None if the machine does not tell.
   */
  noteFonts(text: UsedText, embedded: string[]): Promise<Message[]>;
  /** Ends every process of the converter. Running conversions are refused. */
  close(): Promise<void>;
};

/** Notes about tracked changes of Word documents. */
export const changeNotes = {
  accepted: changesAccepted,
  shown: {
    code: "note-word-changes-shown",
    text: "This document has tracked changes that could not be accepted; the stamped copy shows deleted text next to the new text.",
  },
} as const;

/** The note of a document whose equations LibreOffice cannot draw. */
export const equationsLeftOut: Message = {
  code: "note-word-equations-left-out",
  text: "This document has equations, which this server cannot draw; the stamped copy shows nothing in their places.",
};

/** Messages for users about Word documents. */
export const conversionMessages = {
  notConvertible: {
    code: "word-not-convertible",
    text: "Couldn't convert this document to PDF. Please save the document as PDF and upload that.",
  },
  tooSlow: {
    code: "word-conversion-too-slow",
    text: "Processing took too long. Please save the document as PDF and upload that.",
  },
  tooLarge: {
    code: "word-pdf-too-large",
    text: "As a PDF, this document would be too large. Please save the document as PDF and upload that.",
  },
  tooManyPages: (max: number) => ({
    code: "word-too-many-pages",
    text: "This document has more than {pages} pages. Please split it and upload the parts.",
    params: { pages: max.toLocaleString("en-US") },
  }),
  off: {
    code: "word-turned-off",
    text: "Word documents are turned off on this server. Please save the document as PDF and upload that.",
  },
  preparing: {
    code: "word-converter-starting",
    text: "Word documents will be accepted in a moment: this server is still looking for LibreOffice.",
  },
  installing: {
    code: "word-converter-installing",
    text: "Word documents will be accepted in a few minutes: LibreOffice is being installed on this server.",
  },
  missing: (command: string) => ({
    code: "word-converter-missing",
    text: "Word documents are not accepted yet: the operator of this server has to install LibreOffice ({command}). Please save the document as PDF and upload that.",
    params: { command },
  }),
  notThere: (path: string) => ({
    code: "word-converter-not-found",
    text: "Word documents are not accepted: the operator of this server set CONVERTER to {path}, and LibreOffice Writer is not there. Please save the document as PDF and upload that.",
    params: { path },
  }),
  closed: { code: "server-stopping", text: "The server is stopping. Please try again in a moment." },
} as const;
