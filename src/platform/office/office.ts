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

/** What became of the changes that a document tracks: `shown` means deleted text next to the new. */
export const trackedChanges = ["none", "accepted", "shown"] as const;
type TrackedChanges = (typeof trackedChanges)[number];

/** A font that a document asked for, and those that its text is shown in. */
export type ShownFont = [font: string, shown: string[]];

/** What a conversion did besides the PDF; undefined where LibreOffice does not say. */
export type Converted = { changes?: TrackedChanges; fonts?: ShownFont[] };

/** One running LibreOffice. */
export type Office = {
  /**
   * Converts one document at a time. Throws ConversionFailed if there is no PDF, and AppError `unsupported` if the
   * document exceeds a limit. After either, nothing is left at the output.
   */
  convert(job: OfficeJob): Promise<Converted>;
  /** The processor time that it has used; undefined where the system does not tell. */
  processorMs(): number | undefined;
  /** Resolves when the office has ended. */
  ended: Promise<void>;
  /** Asks it to close between documents, and kills it if it does not. */
  end(): Promise<void>;
  /** Kills it and everything it started. */
  kill(): Promise<void>;
};

/** LibreOffice refused the document, ended while converting it, or wrote something that is not a PDF. */
export class ConversionFailed extends Error {}
