import { join } from "node:path";
import { writePhoto, writeTextPdf } from "../support/samples.ts";

/** What the users upload, as it comes: mostly short PDFs, some long ones, pictures of a telephone. */
export async function writeUploads(folder: string): Promise<string[]> {
  const path = (name: string) => join(folder, name);
  await writeTextPdf(path("letter.pdf"), 1);
  await writeTextPdf(path("lease.pdf"), 5);
  await writeTextPdf(path("report.pdf"), 20, true);
  await writePhoto(path("receipt.jpg"), 800, 600);
  await writePhoto(path("kitchen.jpg"), 2016, 1512);
  return ["letter.pdf", "receipt.jpg", "lease.pdf", "letter.pdf", "kitchen.jpg", "report.pdf"].map(path);
}
