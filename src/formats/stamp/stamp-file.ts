import { stampImageFile } from "../images/stamp-image-file.ts";
import { stampPdfFile } from "../pdf/stamp-pdf-file.ts";
import type { Stamp, StampOutcome } from "./stamp.ts";

export type StampFileInput = {
  /** Absolute path of the document to stamp. It is only read. */
  input: string;
  /** Absolute path to write; must not exist or be empty. After a refusal nothing is left there. */
  output: string;
  fileType: StampableType;
  /** Lower-case hex SHA-256 of the input, as counted at upload. */
  sha256: string;
  stamp: Stamp;
  /** Bytes to keep free in a stamped JPEG or PNG for its content credentials. */
  reservedBytes?: number;
};

/** The types an engine can stamp; Word documents arrive here as the PDF they were converted to. */
export type StampableType = "application/pdf" | "image/png" | "image/jpeg" | "image/tiff";

/**
 * Stamps one file on disk. Throws AppError `unsupported` with a sentence for the user when the document
 * cannot be stamped (encrypted, broken, too many pages…). Runs in a child process with limits.
 */
export async function stampFile(job: StampFileInput): Promise<StampOutcome> {
  const { fileType } = job;
  return fileType === "application/pdf" ? stampPdfFile(job) : stampImageFile({ ...job, fileType });
}
