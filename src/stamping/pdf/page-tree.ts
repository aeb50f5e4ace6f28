import { AppError } from "../../errors.ts";
import { mostPages } from "../stamp.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import type { PdfDocument } from "./document.ts";
import type { PdfObject } from "./object-syntax.ts";
import { asArray, asDict, asName, asReference, isNull, keysOf, type PdfDict, type Raw } from "./values.ts";

const mostVisits = 200_000;
const deepestTree = 256;
const longestChain = 32;

const inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;
type Inherited = Partial<Record<(typeof inheritable)[number], Raw>>;

export type PageNode = {
  number: number;
  generation: number;
  dict: PdfDict;
  /** What the ancestors say where the page itself is silent. */
  inherited: Inherited;
};

type Visit = { object: PdfObject; inherited: Inherited; ancestors: Ancestors | undefined; depth: number };
type Ancestors = { number: number; above: Ancestors | undefined };

/**
 * All pages in order; one that stands in the tree twice is listed twice. Counts announced in the file are not
 * believed, loops are left out, and what one reader or another takes for a page is a page.
 * Throws AppError `unsupported` for no pages, too many, or a tree in which readers find different pages.
 */
export function listPages(document: PdfDocument): PageNode[] {
  const root = objectAt(document, document.catalog().dict.get("Pages"));
  if (!root) throw new BrokenPdf("no page tree");
  const pages: PageNode[] = [];
  const open: Visit[] = [{ object: root, inherited: {}, ancestors: undefined, depth: 0 }];
  let visits = 0;
  for (let visit = open.pop(); visit; visit = open.pop()) {
    if (++visits > mostVisits || pages.length > mostPages) throw tooManyPages();
    const { object, inherited } = visit;
    const dict = object.data ? undefined : asDict(object.value);
    if (!dict) continue;
    const kids = kidsOf(document, object, dict);
    if (kids) visits += pushKids(document, visit, dict, kids, open);
    else pages.push(pageNode(object, dict, inherited));
  }
  if (pages.length > mostPages) throw tooManyPages();
  if (pages.length === 0) throw new BrokenPdf("no pages");
  return pages;
}

function pageNode({ number, generation }: PdfObject, dict: PdfDict, inherited: Inherited): PageNode {
  for (const key of inheritable) if (isNull(dict.get(key))) dict.delete(key);
  dict.delete("Kids");
  return { number, generation, dict, inherited };
}

/** The object a reference leads to in the end; kids that refer to references occur. */
function objectAt(document: PdfDocument, raw: Raw | undefined): PdfObject | undefined {
  const first = asReference(raw);
  let object = first && document.object(first.number);
  for (let hop = 0; object; hop++) {
    const next = asReference(object.value);
    if (!next) return object;
    object = hop < longestChain ? document.object(next.number) : undefined;
  }
  return undefined;
}

/**
 * Undefined for a page. Some readers go by /Type, others by /Kids, and of two lists some take the first; where that
 * decides what is seen, none is believed.
 */
function kidsOf(document: PdfDocument, { number, value }: PdfObject, dict: PdfDict): Raw[] | undefined {
  const kids = asArray(document.resolve(dict.get("Kids")));
  if (!kids) return undefined;
  if (keysOf(value).filter((key) => key === "Kids").length > 1) throw ambiguousPages();
  if (asName(document.resolve(dict.get("Type"))) !== "Page") return kids;
  if (kids.some((kid) => asReference(kid)?.number !== number)) throw ambiguousPages();
  return undefined;
}

/** Returns how much there was to look at, so that trees that share branches cannot go on for ever. */
function pushKids(
  document: PdfDocument,
  { object, inherited: above, ancestors: older, depth }: Visit,
  dict: PdfDict,
  kids: Raw[],
  open: Visit[],
): number {
  if (depth > deepestTree) throw new BrokenPdf("the page tree is too deep");
  const inherited = inheritedBy(dict, above);
  const ancestors = { number: object.number, above: older };
  for (const kid of kids.toReversed()) {
    if (asDict(kid) || asArray(kid)) throw new BrokenPdf("a page is written into its parent");
    const child = objectAt(document, kid);
    if (child && !isAncestor(child.number, ancestors)) {
      open.push({ object: child, inherited, ancestors, depth: depth + 1 });
    }
  }
  return kids.length;
}

function inheritedBy(dict: PdfDict, above: Inherited): Inherited {
  const inherited: Inherited = { ...above };
  for (const key of inheritable) {
    const own = dict.get(key);
    if (own && !isNull(own)) inherited[key] = own;
  }
  return inherited;
}

function isAncestor(number: number, ancestors: Ancestors | undefined): boolean {
  for (let node = ancestors; node; node = node.above) if (node.number === number) return true;
  return false;
}

function ambiguousPages(): AppError {
  return new AppError(
    "unsupported",
    "Programs would show different pages of this PDF. Please print it to PDF and upload the new file.",
  );
}

function tooManyPages(): AppError {
  return new AppError(
    "unsupported",
    `This PDF has more than ${mostPages.toLocaleString("en-US")} pages. Please split it and upload the parts.`,
  );
}
