import { AppError } from "../../errors.ts";
import { mostPages } from "../stamp.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import type { PdfDocument } from "./document.ts";
import { asArray, asDict, asName, asReference, type PdfDict, type Raw } from "./values.ts";

const mostVisits = 200_000;
const deepestTree = 256;

const inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;
type Inherited = Partial<Record<(typeof inheritable)[number], Raw>>;

export type PageNode = {
  number: number;
  generation: number;
  dict: PdfDict;
  /** What the ancestors say where the page itself is silent. */
  inherited: Inherited;
};

type Visit = { number: number; inherited: Inherited; ancestors: Ancestors | undefined; depth: number };
type Ancestors = { number: number; above: Ancestors | undefined };

/**
 * All pages in order; one that stands in the tree twice is listed twice. Counts announced in the file are not
 * believed and loops are left out. Throws AppError `unsupported` for no pages or too many.
 */
export function listPages(document: PdfDocument): PageNode[] {
  const root = asReference(document.catalog().dict.get("Pages"));
  if (!root) throw new BrokenPdf("no page tree");
  const pages: PageNode[] = [];
  const open: Visit[] = [{ number: root.number, inherited: {}, ancestors: undefined, depth: 0 }];
  let visits = 0;
  for (let visit = open.pop(); visit; visit = open.pop()) {
    if (++visits > mostVisits || pages.length > mostPages) throw tooManyPages();
    const object = document.object(visit.number);
    const dict = asDict(object?.value);
    if (!object || !dict) continue;
    if (isPage(dict)) pages.push({ ...object, dict, inherited: visit.inherited });
    else visits += pushKids(document, visit, dict, open);
  }
  if (pages.length > mostPages) throw tooManyPages();
  if (pages.length === 0) throw new BrokenPdf("no pages");
  return pages;
}

const isPage = (dict: PdfDict): boolean => !dict.has("Kids") && asName(dict.get("Type")) !== "Pages";

/** Returns how much there was to look at, so that trees that share branches cannot go on for ever. */
function pushKids(document: PdfDocument, visit: Visit, dict: PdfDict, open: Visit[]): number {
  if (visit.depth > deepestTree) throw new BrokenPdf("the page tree is too deep");
  const kids = asArray(document.resolve(dict.get("Kids"))) ?? [];
  const inherited = inheritedBy(dict, visit.inherited);
  const ancestors = { number: visit.number, above: visit.ancestors };
  for (const kid of kids.toReversed()) {
    const reference = asReference(kid);
    if (!reference) {
      if (asDict(kid)) throw new BrokenPdf("a page is written into its parent");
      continue;
    }
    if (isAncestor(reference.number, ancestors)) continue;
    open.push({ number: reference.number, inherited, ancestors, depth: visit.depth + 1 });
  }
  return kids.length;
}

function inheritedBy(dict: PdfDict, above: Inherited): Inherited {
  const inherited: Inherited = { ...above };
  for (const key of inheritable) {
    const own = dict.get(key);
    if (own) inherited[key] = own;
  }
  return inherited;
}

function isAncestor(number: number, ancestors: Ancestors | undefined): boolean {
  for (let node = ancestors; node; node = node.above) if (node.number === number) return true;
  return false;
}

function tooManyPages(): AppError {
  return new AppError(
    "unsupported",
    `This PDF has more than ${mostPages.toLocaleString("en-US")} pages. Please split it and upload the parts.`,
  );
}
