import { AppError } from "../../errors.ts";
import { maxPages } from "../stamp/stamp.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import type { PdfDocument } from "./document.ts";
import type { PdfObject } from "./object-syntax.ts";
import {
  asArray,
  asDict,
  asName,
  asNumber,
  asReference,
  isNull,
  listKeys,
  type PdfDict,
  type Raw,
} from "./values.ts";

const maxVisits = 200_000;
const deepestTree = 256;
const longestChain = 32;

const inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;
type Inherited = Partial<Record<(typeof inheritable)[number], Raw>>;

/** The number of a page that is written inline in its parent's kids and has no number of its own. */
export const inlineNumber = 0;

export type PageNode = {
  number: number;
  generation: number;
  dict: PdfDict;
  /** Entries inherited from the ancestors. */
  inherited: Inherited;
};

export type PageList = {
  pages: PageNode[];
  /** Positions, counted from 1, of pages or branches that the tree lists and that are missing or unreadable. */
  missing: number[];
  /** The page count that the document declares. */
  announced: number;
};

/** `object` is undefined if the reference leads nowhere. */
type Visit = {
  object: PdfObject | undefined;
  inherited: Inherited;
  ancestors: Ancestors | undefined;
  depth: number;
};
type Ancestors = { number: number; above: Ancestors | undefined };

/** As `readPageTree`, for documents without missing pages. */
export const listPages = (document: PdfDocument): PageNode[] => readPageTree(document).pages;

/**
 * All pages in order; a page listed twice is returned twice. Declared counts are ignored, loops are skipped, and
 * anything that some reader treats as a page is a page. Throws AppError `unsupported` for no pages, too many, or a tree
 * in which readers find different pages.
 */
export function readPageTree(document: PdfDocument): PageList {
  const root = objectAt(document, document.catalog().dict.get("Pages"));
  if (!root) throw new BrokenPdf("no page tree");
  const pages: PageNode[] = [];
  const missing: number[] = [];
  const open: Visit[] = [{ object: root, inherited: {}, ancestors: undefined, depth: 0 }];
  let visits = 0;
  for (let visit = open.pop(); visit; visit = open.pop()) {
    if (++visits > maxVisits || pages.length > maxPages) throw tooManyPages();
    const { object, inherited } = visit;
    const dict = object && nodeIn(document, object);
    const kids = dict && readKids(document, object, dict);
    if (kids) visits += pushKids(document, { ...visit, object }, dict, kids, open);
    else if (dict) pages.push(pageNode(object, dict, inherited));
    else missing.push(pages.length + missing.length + 1);
  }
  if (pages.length > maxPages) throw tooManyPages();
  if (pages.length === 0) throw new BrokenPdf("no pages");
  const announced = asNumber(document.resolve(asDict(root.value)?.get("Count"))) ?? 0;
  return { pages, missing, announced };
}

/**
 * A page or a list of pages. Readers treat a stream as a page if its type says so, and ignore its data. A list with
 * unreadable kids is never a page, whatever readers do with it.
 */
function nodeIn(document: PdfDocument, { value, data }: PdfObject): PdfDict | undefined {
  const dict = asDict(value);
  const type = asName(document.resolve(dict?.get("Type")));
  if (!dict || (data && type !== "Page")) return undefined;
  if (data) for (const key of streamEntries) dict.delete(key);
  if (type !== "Pages" || asArray(document.resolve(dict.get("Kids")))) return dict;
  const count = asNumber(document.resolve(dict.get("Count"))) ?? 0;
  return count > 0 && !dict.has("Contents") ? undefined : dict;
}

const streamEntries = ["Length", "Filter", "DecodeParms", "F", "FFilter", "FDecodeParms", "DL"];

function pageNode({ number, generation }: PdfObject, dict: PdfDict, inherited: Inherited): PageNode {
  for (const key of inheritable) if (isNull(dict.get(key))) dict.delete(key);
  dict.delete("Kids");
  return { number, generation, dict, inherited };
}

/** The object that a reference finally leads to; kids may refer to references. */
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
 * Undefined for a page. Some readers check /Type, others /Kids, and of two lists some use the first; if that decides
 * what is visible, the tree is rejected.
 */
function readKids(document: PdfDocument, { number, value }: PdfObject, dict: PdfDict): Raw[] | undefined {
  const kids = asArray(document.resolve(dict.get("Kids")));
  if (!kids) return undefined;
  if (listKeys(value).filter((key) => key === "Kids").length > 1) throw ambiguousPages();
  if (asName(document.resolve(dict.get("Type"))) !== "Page") return kids;
  if (kids.some((kid) => asReference(kid)?.number !== number)) throw ambiguousPages();
  return undefined;
}

/** Returns the number of entries, so that trees with shared branches cannot take forever. */
function pushKids(
  document: PdfDocument,
  { object, inherited: above, ancestors: older, depth }: Visit & { object: PdfObject },
  dict: PdfDict,
  kids: Raw[],
  open: Visit[],
): number {
  if (depth > deepestTree) throw new BrokenPdf("the page tree is too deep");
  const inherited = inheritedBy(dict, above);
  const ancestors = { number: object.number, above: older };
  for (const kid of kids.toReversed()) {
    const child = asDict(kid) ? inlineObject(kid) : objectAt(document, kid);
    if (child && isAncestor(child.number, ancestors)) continue;
    open.push({ object: child, inherited, ancestors, depth: depth + 1 });
  }
  return kids.length;
}

const inlineObject = (value: Raw): PdfObject => ({
  number: inlineNumber,
  generation: 0,
  value,
  data: undefined,
});

function inheritedBy(dict: PdfDict, above: Inherited): Inherited {
  const inherited: Inherited = { ...above };
  for (const key of inheritable) {
    const own = dict.get(key);
    if (own && !isNull(own)) inherited[key] = own;
  }
  return inherited;
}

function isAncestor(number: number, ancestors: Ancestors | undefined): boolean {
  if (number === inlineNumber) return false;
  for (let node = ancestors; node; node = node.above) if (node.number === number) return true;
  return false;
}

function ambiguousPages(): AppError {
  return new AppError(
    "unsupported",
    "pdf-pages-ambiguous",
    "Programs would show different pages of this PDF. Please print it to PDF and upload the new file.",
  );
}

function tooManyPages(): AppError {
  return new AppError(
    "unsupported",
    "pdf-too-many-pages",
    "This PDF has more than {pages} pages. Please split it and upload the parts.",
    { params: { pages: maxPages.toLocaleString("en-US") } },
  );
}
