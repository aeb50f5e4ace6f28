import type { Message } from "../../errors.ts";

/** Whether Word documents can be taken right now; if not, what the user is told, with the remedy. */
export type Availability = { available: true } | { available: false; refusal: Message };

export type ConvertOptions = {
  /** The document's name as its owner knows it: printed where a document prints its own file name. */
  name?: string;
  /**
   * Whose document it is. One LibreOffice only ever sees the documents of one account; a document without an
   * account gets one for itself.
   */
  account?: string;
  /**
   * Whether the document holds nothing but text and pictures, found by `checkWordPackage` in a process of ours. Only
   * after such a document does the same LibreOffice serve its account's next one.
   */
  isPlain?: boolean;
  signal?: AbortSignal;
};

/** Turns Word documents (DOC and DOCX) into PDF. */
export type Converter = {
  availability(): Availability;
  /**
   * Writes the PDF of the Word document `input` to `output`, which must not exist yet. Nothing is left there
   * after a refusal. Throws AppError `unsupported` for a document that cannot be turned into a PDF and
   * `unavailable` when there is no converter; rejects with the signal's reason when it is aborted. The package
   * of a DOCX was already checked for bombs and traps (`checkWordPackage`), in a process that may die of it.
   */
  convert(input: string, output: string, options?: ConvertOptions): Promise<void>;
  /** Ends every process the converter started. Conversions still running are refused. */
  close(): Promise<void>;
};

/** What a user reads about a Word document. */
export const conversionMessages = {
  notConvertible: {
    code: "word-not-convertible",
    text: "This Word document could not be turned into a PDF. Please save the document as PDF and upload that.",
  },
  tooSlow: {
    code: "word-conversion-too-slow",
    text: "Processing took too long. Please save the document as PDF and upload that.",
  },
  tooLarge: {
    code: "word-pdf-too-large",
    text: "This Word document becomes too large a PDF. Please save the document as PDF and upload that.",
  },
  tooManyPages: (max: number) => ({
    code: "word-too-many-pages",
    text: "This Word document has more than {pages} pages. Please split it and upload the parts.",
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
