import { fileTypes, type StampableType } from "./file-types.ts";
import { stampPdfFile } from "./pdf/stamp-pdf-file.ts";
import type { Stamp, StampOutcome } from "./stamp/stamp.ts";

export type StampFileInput = {
  /** Absolute path of the document to stamp, which is only read. */
  input: string;
  /** Absolute path to write; it must not exist or must be empty. After a refusal nothing is left there. */
  output: string;
  fileType: StampableType;
  /** Lower-case hex SHA-256 of the input, computed during the upload. */
  sha256: string;
  stamp: Stamp;
  /** Bytes to reserve in a stamped JPEG or PNG for its content credentials. */
  reservedBytes?: number;
};

/**
 * Stamps one file on disk. Throws AppError `unsupported` with a sentence for the user if the document cannot be stamped
 * (encrypted, broken, too many pages…). Runs in a child process with limits.
 */
export async function stampFile(job: StampFileInput): Promise<StampOutcome> {
  const { fileType } = job;
  if (fileType === fileTypes.pdf) return stampPdfFile(job);
  // The libraries for pictures are loaded with the first one.
  const { stampImageFile } = await import("./images/stamp-image-file.ts");
  return stampImageFile({ ...job, fileType });
}
