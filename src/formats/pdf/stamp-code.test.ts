import { expect, test } from "bun:test";
import type { Stamp } from "../stamp/stamp.ts";
import { defaultResources, onePage, pdfWithTable, unpacked } from "./test-documents.ts";
import { signedPdf } from "./test-signing.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { changedRegion, inFolder, readPicture, runTool } from "./test-tools.ts";

const origin = "https://stamps.example.org";
const record = `${origin}/verify/${defaultStamp.serialNumber}`;

const byPoppler = (...options: string[]) => ["pdftoppm", ...options, "-singlefile", "-png", "in.pdf", "out"];
const byMuPdf = (dpi: string) => [
  "mutool",
  "draw",
  "-q",
  "-r",
  dpi,
  "-c",
  "gray",
  "-o",
  "out.png",
  "in.pdf",
  "1",
];
const prints = {
  "90 dpi, by poppler": byPoppler("-r", "90", "-gray"),
  "90 dpi, by MuPDF": byMuPdf("90"),
  "150 dpi, by poppler": byPoppler("-r", "150", "-gray"),
  "150 dpi, by MuPDF": byMuPdf("150"),
  "a fax": byPoppler("-rx", "204", "-ry", "196", "-mono"),
};

/** What an independent program reads from a print of page one; empty without a code. */
function readPrint(
  pdf: Uint8Array,
  [program = "", ...args]: string[] = prints["150 dpi, by poppler"],
): string {
  return inFolder(pdf, (folder) => {
    runTool(program, args, folder);
    return runTool("sh", ["-c", "zbarimg --quiet --raw out.png 2>/dev/null"], folder).text.trim();
  });
}

type Page = { width: number; height: number; margin: number };
const letter: Page = { width: 612, height: 792, margin: 72 };
/** 2.5 cm */
const a4: Page = { width: 595.28, height: 841.89, margin: 70.87 };

/** A page of text up to its margins, as a word processor sets it. */
function pageOfText({ width, height, margin }: Page): Buffer {
  const [right, top] = [width - margin, height - margin];
  const words = "This agreement remains in force until either side ends it in writing, by letter or by mail.";
  const lines = Array.from({ length: 40 }, (_, line) => {
    const y = top - 9 - (line * (top - margin - 9)) / 39;
    return `1 0 0 1 ${margin} ${y} Tm (${words}) Tj`;
  });
  const edges = `${right - 1} ${margin} 1 ${top - margin} re ${margin} ${top - 1} ${right - margin} 1 re f`;
  const content = unpacked(`BT /F1 9 Tf ${lines.join("\n")} ET\n${edges}`);
  return pdfWithTable(
    onePage({ page: `/MediaBox [0 0 ${width} ${height}] ${defaultResources} /Contents 4 0 R`, content }),
  );
}

const withCode = (original: Buffer, changes: Partial<Stamp> = {}) =>
  stamped(original, { origin, qrCode: "auto", ...changes });

for (const [name, page] of Object.entries({ Letter: letter, A4: a4 })) {
  test(`beside the text of a letter on ${name}, the stamp has a code that leads to the record, also printed coarsely`, () => {
    const original = pageOfText(page);
    for (const language of ["en", "es"] as const) {
      for (const position of ["vertical-right", "top-right"] as const) {
        const { file, notes } = withCode(original, { language, position });
        expect(notes).toEqual([]);
        const read = Object.entries(prints).map(([print, command]) => [print, readPrint(file, command)]);
        expect([language, position, ...read]).toEqual([
          ...[language, position],
          ...Object.keys(prints).map((print) => [print, record]),
        ]);
      }
    }
  });
}

test("a longer address is in a larger code, which has room beside the text, too", () => {
  const longer = "https://document-stamps.notaries.example.org";
  for (const page of [letter, a4]) {
    const { file } = withCode(pageOfText(page), { origin: longer });
    for (const print of [prints["90 dpi, by poppler"], prints["150 dpi, by MuPDF"], prints["a fax"]])
      expect(readPrint(file, print)).toBe(`${longer}/verify/${defaultStamp.serialNumber}`);
  }
});

test("where the stamp with its code would cover something, and on a scan, it is as without a code", () => {
  const narrow = pageOfText({ ...letter, margin: 54 });
  const scan = pdfWithTable(
    onePage({
      page: "/MediaBox [0 0 595 842] /Resources << /XObject << /Scan 20 0 R >> >> /Contents 4 0 R",
      content: unpacked("q 595 0 0 842 0 0 cm /Scan Do Q"),
      more: {
        20: {
          entries:
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
          data: "\xff",
        },
      },
    }),
  );
  for (const original of [narrow, scan]) {
    const { file, notes } = withCode(original);
    const plain = stamped(original, { origin });
    expect(file.equals(plain.file)).toBe(true);
    expect(notes).toEqual(plain.notes);
  }
});

test("the stamp with its code covers nothing: what is in its way moves it along its edge", async () => {
  const blocks = [20, 660].map((y) => `560 ${y} 30 120 re`).join(" ");
  const page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R`;
  const original = pdfWithTable(onePage({ page, content: unpacked(`0 g ${blocks} f`) }));
  const { file, notes } = withCode(original);
  expect(notes).toEqual([]);
  expect(readPrint(file)).toBe(record);
  const region = changedRegion(await readPicture(original, 842), await readPicture(file, 842));
  // Between the two, from 140 to 660 points above the lower edge.
  expect(region?.top).toBeGreaterThan((842 - 660) / 842);
  expect(region?.bottom).toBeLessThan((842 - 140) / 842);
});

test("a signed PDF gets the code only if its owner wants it there, and no document without an address", () => {
  const signed = signedPdf();
  expect(readPrint(withCode(signed).file)).toBe("");
  expect(readPrint(withCode(signed, { qrCode: "on" }).file)).toBe(record);
  const unsigned = pageOfText(letter);
  expect(readPrint(withCode(unsigned, { qrCode: "off" }).file)).toBe("");
  expect(readPrint(withCode(unsigned, { origin: undefined }).file)).toBe("");
});

test("on a turned page, and on a page of a drawing, the code can be read as well", () => {
  for (const entries of ["/MediaBox [0 0 595 842] /Rotate 90", "/MediaBox [0 0 1191 1684]"]) {
    const page = `${entries} ${defaultResources} /Contents 4 0 R`;
    const original = pdfWithTable(onePage({ page, content: unpacked("") }));
    for (const command of [prints["90 dpi, by poppler"], prints["150 dpi, by MuPDF"]])
      expect(readPrint(withCode(original).file, command)).toBe(record);
  }
});
