import type { WordFilter } from "./word-file.ts";

export type OfficeJob = {
  /** Absolute path of the Word document; it is only read. */
  input: string;
  /** Absolute path of the PDF to write; must not exist. */
  output: string;
  filter: WordFilter;
  /** A plain file name, for documents that print their own. */
  name: string;
};

/** One running LibreOffice. */
export type Office = {
  /**
   * Converts one document; one at a time. Throws ConversionFailed when no PDF came of it and AppError
   * `unsupported` for a document that is beyond a limit. After either, nothing is left at the output.
   */
  convert(job: OfficeJob): Promise<void>;
  /** Resolves when the office has ended, for whatever reason. */
  ended: Promise<void>;
  /** Lets it close by itself when it is between documents, and kills it when it does not. */
  end(): Promise<void>;
  /** Kills it with everything it started, at once. */
  kill(): Promise<void>;
};

/** LibreOffice refused the document, ended in the middle of it, or wrote something that is no PDF. */
export class ConversionFailed extends Error {}
