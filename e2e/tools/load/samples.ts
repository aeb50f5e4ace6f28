import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDocx, paragraph } from "../../../src/platform/office/test-word-samples.ts";
import { writePhoto, writeTextPdf } from "../../support/samples.ts";

/** The users' uploads in realistic proportions: mostly short PDFs, some long ones, phone pictures, Word documents. */
export async function writeUploads(folder: string, withWord: boolean): Promise<string[]> {
  const path = (name: string) => join(folder, name);
  await writeTextPdf(path("letter.pdf"), 1);
  await writeTextPdf(path("lease.pdf"), 5);
  await writeTextPdf(path("report.pdf"), 20, true);
  await writePhoto(path("receipt.jpg"), 800, 600);
  await writePhoto(path("kitchen.jpg"), 2016, 1512);
  writeFileSync(path("quote.docx"), makeDocx({ body: paragraph("A quote for the kitchen.").repeat(60) }));
  const names = ["letter.pdf", "receipt.jpg", "lease.pdf", "letter.pdf", "kitchen.jpg", "report.pdf"];
  return [...names, ...(withWord ? ["quote.docx"] : [])].map(path);
}
