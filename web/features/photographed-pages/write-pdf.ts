import { PDFDocument } from "pdf-lib";
import type { Layout } from "./paper.ts";

/** A PDF with one JPEG on each page. */
export async function writePdf(
  pages: readonly { jpeg: Blob; layout: Layout }[],
  title: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title, { showInWindowTitleBar: true });
  for (const { jpeg, layout } of pages) {
    const picture = await pdf.embedJpg(await jpeg.arrayBuffer());
    pdf.addPage([layout.page.width, layout.page.height]).drawImage(picture, layout.picture);
  }
  return new Uint8Array(await pdf.save());
}
