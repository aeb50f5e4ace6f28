import { AppError } from "../../errors.ts";
import { realDisk } from "../files/disk.ts";
import { writeAll } from "../files/write-all.ts";
import { conversionMessages } from "./converter.ts";
import { ConversionFailed } from "./office.ts";

export const largestPdfBytes = 200 * 1024 * 1024;
const tailBytes = 1024;

/**
 * Writes a PDF to a new file and flushes it to disk. Does not trust LibreOffice: throws ConversionFailed unless the
 * bytes begin and end like a PDF, and AppError `unsupported` beyond the size limit. After either, nothing is left at
 * `output`.
 */
export async function savePdf(
  chunks: AsyncIterable<Uint8Array>,
  output: string,
  disk = realDisk,
): Promise<void> {
  const file = await disk.open(output, "wx+", 0o600);
  try {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > largestPdfBytes) throw AppError.from("unsupported", conversionMessages.tooLarge);
      await writeAll(file, chunk);
    }
    await file.sync();
    const head = Buffer.alloc(5);
    await file.read(head, 0, head.length, 0);
    const tail = Buffer.alloc(Math.min(tailBytes, size));
    await file.read(tail, 0, tail.length, size - tail.length);
    if (head.toString("latin1") !== "%PDF-" || !/startxref\s+\d+\s+%%EOF\s*$/.test(tail.toString("latin1"))) {
      throw new ConversionFailed("LibreOffice did not write a complete PDF.");
    }
  } catch (error) {
    await disk.remove(output);
    throw error;
  } finally {
    await file.close();
  }
}
