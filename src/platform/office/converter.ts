/** Whether Word documents can be taken right now; if not, a sentence for the user that names the remedy. */
export type Availability = { available: true } | { available: false; sentence: string };

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

const remedy = "Please save the document as PDF and upload that.";

/** What a user reads about a Word document; `remedy` is what they can do themselves. */
export const conversionMessages = {
  notConvertible: `This Word document could not be turned into a PDF. ${remedy}`,
  tooSlow: `Processing took too long. ${remedy}`,
  tooLarge: `This Word document becomes too large a PDF. ${remedy}`,
  tooManyPages: (most: number) =>
    `This Word document has more than ${most.toLocaleString("en-US")} pages. Please split it and upload the parts.`,
  off: `Word documents are turned off on this server. ${remedy}`,
  preparing: "Word documents will be accepted in a moment: this server is still looking for LibreOffice.",
  installing:
    "Word documents will be accepted in a few minutes: LibreOffice is being installed on this server.",
  missing: (command: string) =>
    `Word documents are not accepted yet: the operator of this server has to install LibreOffice (${command}). ${remedy}`,
  notThere: (path: string) =>
    `Word documents are not accepted: the operator of this server set CONVERTER to ${path}, and LibreOffice Writer is not there. ${remedy}`,
  closed: "The server is stopping. Please try again in a moment.",
} as const;
