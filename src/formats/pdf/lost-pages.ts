import { AppError } from "../../errors.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import type { PdfDocument } from "./document.ts";
import { isIntactPage } from "./intact-page.ts";
import type { PageNode } from "./page-tree.ts";
import type { RecoveredFile } from "./recover-objects.ts";
import { asDict, asName } from "./values.ts";

/** Pages that a document lists and that cannot be read. */
export type LostPages = {
  /**
   * Their positions among all pages, counted from 1; fewer than the number of lost pages if whole branches of the tree
   * are missing.
   */
  positions: number[];
  found: number;
  total: number;
};

type Repaired = { document: PdfDocument; pages: PageNode[]; announced: number };

/**
 * Pages that a repaired document has lost although no entry of its tree is broken: some of their bytes are missing, or
 * a damaged list omits pages that are in the file. Throws BrokenPdf if a list may be truncated and its length is
 * unknown.
 */
export function findLostPages(repaired: Repaired, recovered: RecoveredFile): LostPages | undefined {
  return findMutilated(repaired, recovered) ?? findUnlisted(repaired, recovered);
}

function findMutilated({ document, pages }: Repaired, { objects }: RecoveredFile): LostPages | undefined {
  const positions = pages.flatMap((page, index) => {
    const object = objects.get(page.number);
    const isCertain = object === undefined || object.entry !== undefined;
    return isCertain || isIntactPage(page, document) ? [] : [index + 1];
  });
  if (positions.length === 0) return undefined;
  return { positions, found: pages.length - positions.length, total: pages.length };
}

/** An unlisted page may have been removed on purpose, unless the list is shorter than its count. */
function findUnlisted({ pages, announced }: Repaired, { objects }: RecoveredFile): LostPages | undefined {
  const listed = new Set(pages.map(({ number }) => number));
  let isDoubtful = false;
  for (const { number, value, entry } of objects.values()) {
    const type = asName(asDict(value)?.get("Type"));
    const isUncertainList = type === "Pages" && entry === undefined;
    if (isUncertainList && announced < 1) throw new BrokenPdf("a list of pages may have been cut off");
    isDoubtful ||= isUncertainList || (type === "Page" && !listed.has(number));
  }
  const isShort = announced > pages.length && isDoubtful;
  return isShort ? { positions: [], found: pages.length, total: announced } : undefined;
}

/** The message lists the pages, unless they are unknown or there are too many. */
export function pagesLost({ positions, found, total }: LostPages): AppError {
  const runs = runsIn(positions);
  const isKnown = positions.length === total - found && runs.length <= maxRuns;
  if (!isKnown) {
    return new AppError(
      "unsupported",
      "pdf-pages-missing",
      "Only {found} of the {total} pages of this PDF can be read. Please upload a complete copy.",
      { params: { found, total } },
    );
  }
  const [page] = positions;
  if (page !== undefined && positions.length === 1) {
    return new AppError(
      "unsupported",
      "pdf-page-damaged",
      "Page {page} of the {total} pages of this PDF is missing or damaged. Please upload a complete copy.",
      { params: { page, total } },
    );
  }
  return new AppError(
    "unsupported",
    "pdf-pages-damaged",
    "Pages {pages} of the {total} pages of this PDF are missing or damaged. Please upload a complete copy.",
    { params: { pages: runs.join(", "), total } },
  );
}

const maxRuns = 10;

/** "3", "7–9" */
function runsIn(positions: number[]): string[] {
  const runs: { first: number; last: number }[] = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run && position === run.last + 1) run.last = position;
    else runs.push({ first: position, last: position });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
}
