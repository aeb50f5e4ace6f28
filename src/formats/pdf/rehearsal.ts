import { deflateSync } from "node:zlib";
import type { Stamp } from "../stamp/stamp.ts";
import { ByteWriter } from "./byte-writer.ts";
import { stampPdf } from "./stamp-pdf.ts";
import { type WrittenObject, writeTableSection } from "./xref-writer.ts";

/** So many rounds it takes until the runtime has compiled what stamping a small document needs. */
export const rehearsalRounds = 50;

const pages = 10;
const stamp: Omit<Stamp, "serialNumber"> = {
  productName: "Rehearsal",
  clientName: "Jane Doe",
  time: 0,
  timeZone: "America/Chicago",
  position: "vertical-right",
};

let document: Buffer | undefined;

/**
 * Stamps a small document of our own in memory and throws the result away. A process that has done so
 * `rehearsalRounds` times stamps its first real document several times faster. Each round takes a few milliseconds.
 */
export function rehearse(round: number): void {
  document ??= sampleDocument();
  const serialNumber = `AT-00000-00000-00000-${String(round).padStart(5, "0")}`;
  stampPdf(document, "0".repeat(64), { ...stamp, serialNumber, time: round * 1000 });
}

function sampleDocument(): Buffer {
  const out = new ByteWriter().text("%PDF-1.7\n");
  const written: WrittenObject[] = [];
  const write = (number: number, body: string) => {
    written.push({ number, generation: 0, offset: out.length });
    out.text(`${number} 0 obj\n${body}\nendobj\n`);
  };
  const numbers = Array.from({ length: pages }, (_, index) => 3 + index * 2);
  write(1, "<< /Type /Catalog /Pages 2 0 R >>");
  write(
    2,
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] >>`,
  );
  for (const number of numbers) {
    const content = deflateSync(`BT /F1 11 Tf 60 700 Td ${"(A line of text) Tj 0 -14 Td ".repeat(40)} ET`);
    const resources = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";
    const rest = `/MediaBox [0 0 612 792] /Resources ${resources} /Contents ${number + 1} 0 R`;
    write(number, `<< /Type /Page /Parent 2 0 R ${rest} >>`);
    const entries = `<< /Length ${content.length} /Filter /FlateDecode >>`;
    write(number + 1, `${entries}\nstream\n${content.toString("latin1")}\nendstream`);
  }
  const start = out.length;
  writeTableSection(out, written, () => out.text(`/Size ${written.length + 1} /Root 1 0 R`));
  return Buffer.from(out.text(`startxref\n${start}\n%%EOF\n`).written());
}
