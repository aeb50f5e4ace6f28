import { deflateSync } from "node:zlib";
import type { Stamp } from "../stamp/stamp.ts";
import { ByteWriter } from "./byte-writer.ts";
import { stampPdf } from "./stamp-pdf.ts";
import { type WrittenObject, writeTableSection } from "./xref-writer.ts";

/**
 * Rounds until a process stamps its first document as fast as after more rounds (docs/performance.md); the runtime goes
 * on to compile while it works.
 */
export const pdfWarmUpRounds = 40;

const pages = 10;
const stamp: Omit<Stamp, "serialNumber"> = {
  productName: "Rehearsal",
  clientName: "Jane Doe",
  time: 0,
  timeZone: "America/Chicago",
  position: "vertical-right",
  origin: "http://localhost",
  qrCode: "auto",
};

let document: Buffer | undefined;

/**
 * Stamps a small built-in document in memory and discards the result. After `pdfWarmUpRounds` calls, a process stamps
 * its first real document several times faster. Each call takes a few milliseconds.
 */
export function warmUpPdf(round: number): void {
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
  const font = 3 + pages * 2;
  write(font, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [index, number] of numbers.entries()) {
    const content = deflateSync(pageContent(index));
    const resources = `<< /Font << /F1 ${font} 0 R >> /XObject << >> /ExtGState << >> >>`;
    const contents = index % 2 === 0 ? `${number + 1} 0 R` : `[ ${number + 1} 0 R ]`;
    const rest = `/MediaBox [0 0 612 792] /Resources ${resources} /Contents ${contents} /Annots [ ]`;
    write(number, `<< /Type /Page /Parent 2 0 R ${rest} >>`);
    const entries = `<< /Length ${content.length} /Filter /FlateDecode >>`;
    write(number + 1, `${entries}\nstream\n${content.toString("latin1")}\nendstream`);
  }
  const start = out.length;
  writeTableSection(out, written, () => out.text(`/Size ${written.length + 1} /Root 1 0 R`));
  return Buffer.from(out.text(`startxref\n${start}\n%%EOF\n`).written());
}

/**
 * Lines of text as different programs write them, from the top to the bottom of the page, and a frame around them. On
 * the last page the stamp's default place is taken, so that the search for another one runs too.
 */
function pageContent(index: number): string {
  const sentence = `Page ${index + 1} of a letter that is as long and as wide as most letters are, with (a few) words.`;
  const hexadecimal = Buffer.from(sentence, "latin1").toString("hex");
  const literal = sentence.replace(/[()]/g, "\\$&");
  const lines = [
    `<${hexadecimal}> Tj`,
    `(${literal}) Tj`,
    `[(${literal.slice(0, 40)}) -250 (of it) 12.5 (all)] TJ`,
  ];
  const text = Array.from({ length: 36 }, (_, line) => `${lines[line % lines.length]}\nT*\n`).join("");
  const frame = "q 1 0 0 1 0 0 cm 0.5 w 54 40 490 700 re S 54 700 m 544 700 l S Q\n";
  const moved = "BT 0.2 0.2 0.6 rg /F1 9 Tf 1 0 0 1 54 30 Tm (At the foot) Tj 40 0 Td (of the page) Tj ET\n";
  const atEdge = index === pages - 1 ? "0.4 g 570 300 30 200 re f\n" : "";
  return `q\n0 g BT /F1 10 Tf 18 TL 1 0 0 1 60 720 Tm\n${text}ET\nQ\n${frame}${moved}${atEdge}`;
}
