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
   * Converts one document; one at a time. Resolves to whether another document may be given to this office.
   * Throws AppError `unsupported` for a document it refuses and OfficeDied when it ended in the middle.
   */
  convert(job: OfficeJob): Promise<{ reusable: boolean }>;
  /** Resolves when the office has ended, for whatever reason. */
  ended: Promise<void>;
  /** Lets it close by itself when it is between documents, and kills it when it does not. */
  end(): Promise<void>;
  /** Kills it with everything it started, at once. */
  kill(): Promise<void>;
};

/** LibreOffice ended before it had answered: it crashed, ran into a limit, or was killed. */
export class OfficeDied extends Error {}
