import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { countPagesInReaders, type PageCounts } from "../../../src/formats/pdf/test-page-counts.ts";
import {
  changedShare,
  type Picture,
  pageCount,
  pageTexts,
  qpdfVerdict,
  readPicture,
  renderPage,
} from "../../../src/testing/inspect.ts";

/** What external programs find in a stamped file; `fault` if it is worse than in the original. */
export type Verdict = { pages: string; qpdf: string; stamp: string; render: string; fault: boolean };

export async function inspectPdf(original: string, stamped: string, serialNumber: string): Promise<Verdict> {
  const wasPdf = extname(original).toLowerCase() === ".pdf";
  const verdict = await qpdfVerdict(stamped);
  const verdictBefore = wasPdf ? await qpdfVerdict(original) : "clean";
  const pages = await pageCount(stamped);
  const pagesBefore = wasPdf ? await pageCount(original) : pages;
  const texts = await pageTexts(stamped);
  const found = texts.filter((text) => text.replace(/\s/g, "").includes(serialNumber)).length;
  const after = await renderPage(stamped);
  const before = wasPdf ? await renderPage(original).catch(() => undefined) : undefined;
  const look = before === undefined ? lookAlone(after) : lookBeside(before, after);
  const worse = verdict !== "clean" && verdict !== verdictBefore;
  const lacking = wasPdf ? findReadersWithFewerPages(original, stamped) : [];
  return {
    pages: [pages === pagesBefore ? String(pages) : `${pagesBefore}→${pages}`, ...lacking].join(" "),
    qpdf: verdict === verdictBefore ? verdict : `${verdictBefore}→${verdict}`,
    stamp: found === pages ? "every page" : `${found} of ${pages}`,
    render: look.says,
    fault: worse || (pagesBefore > 0 && pages !== pagesBefore) || lacking.length > 0 || !look.plausible,
  };
}

/** Readers that open the original and find fewer pages in the stamped file. */
function findReadersWithFewerPages(original: string, stamped: string): string[] {
  const before = countPagesInReaders(readFileSync(original));
  const after = countPagesInReaders(readFileSync(stamped));
  return Object.entries(after)
    .filter(([reader, pages]) => before[reader as keyof PageCounts] > (pages || 0))
    .map(([reader, pages]) => `${reader}: ${pages}`);
}

type Look = { says: string; plausible: boolean };

/** A stamp changes a small part of a page. Very large and very small pages are drawn too coarsely to show it. */
function lookBeside(before: Picture, after: Picture): Look {
  const changed = changedShare(before, after);
  const tooCoarse = Math.min(after.width, after.height) < 40 || Math.max(after.width, after.height) > 4000;
  return {
    says: `${(changed * 100).toFixed(1)} % changed`,
    plausible: (changed > 0 || tooCoarse) && changed < 0.5,
  };
}

/** If the original is not a PDF, or Poppler cannot draw it, there is nothing to compare. */
function lookAlone(after: Picture): Look {
  return notBlank(after) ? { says: "ok", plausible: true } : { says: "blank", plausible: false };
}

export async function inspectPicture(original: string, stamped: string): Promise<Verdict> {
  const before = await readPicture(original);
  const after = await readPicture(stamped);
  const drawn = changedShare(before, after) > 0 && notBlank(after);
  return {
    pages: "1",
    qpdf: "–",
    stamp: drawn ? "drawn" : "missing",
    render: `${before.width}×${before.height} → ${after.width}×${after.height}`,
    fault: !drawn,
  };
}

function notBlank(picture: Picture): boolean {
  const first = picture.data[0];
  return picture.data.some((value) => value !== first);
}
