/** Test support: the number of pages that independent readers find in a file. */
import { existsSync } from "node:fs";
import { inFolder, runTool } from "./test-tools.ts";

/** The Python for which Debian's packages install their libraries. */
const python = "/usr/bin/python3";
const pypdf = "/usr/lib/python3/dist-packages/pypdf/__init__.py";
const pypdfScript = 'from pypdf import PdfReader; print("pages", len(PdfReader("in.pdf").pages))';
const postScript = "(in.pdf) (r) file runpdfbegin (pages ) print pdfpagecount = quit";

export type PageCounts = { qpdf: number; mupdf: number; poppler: number; ghostscript: number; pypdf: number };

/** NaN for a reader that cannot open the file. */
export function countPagesInReaders(pdf: Uint8Array): PageCounts {
  return inFolder(pdf, (folder) => {
    const run = (program: string, args: string[]) => runTool(program, args, folder).text;
    return {
      qpdf: countIn(run("qpdf", ["--no-warn", "--show-npages", "in.pdf"]), /^(\d+)$/m),
      mupdf: countLines(run("mutool", ["show", "in.pdf", "pages"]), /^page \d+/gm),
      poppler: countIn(run("pdfinfo", ["in.pdf"]), /^Pages:\s+(\d+)/m),
      ghostscript: countIn(
        run("gs", [
          "-q",
          "-dNODISPLAY",
          "-dBATCH",
          "-dNOPAUSE",
          "--permit-file-read=in.pdf",
          "-c",
          postScript,
        ]),
        /^pages (\d+)$/m,
      ),
      pypdf: countIn(runPypdf(folder), /^pages (\d+)$/m),
    };
  });
}

export const samePages = (count: number): PageCounts => ({
  qpdf: count,
  mupdf: count,
  poppler: count,
  ghostscript: count,
  pypdf: count,
});

function runPypdf(folder: string): string {
  if (!existsSync(pypdf)) {
    throw new Error("This test needs pypdf; please install the Debian package python3-pypdf.");
  }
  return runTool(python, ["-c", pypdfScript], folder).text;
}

const countIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN);

const countLines = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? Number.NaN;
