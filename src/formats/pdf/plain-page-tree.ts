import { AppError } from "../../errors.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import type { PdfDocument } from "./document.ts";
import {
  asArray,
  asDict,
  asName,
  asNumber,
  asReference,
  listKeys,
  type Raw,
  type Reference,
} from "./values.ts";

const deepestTree = 256;

/**
 * For documents whose page tree must not change because it is signed. Throws AppError `unsupported` unless every reader
 * must find the same pages and the same inherited entries: correct types, counts and parents, no page twice.
 */
export function requirePlainTree(document: PdfDocument): void {
  const root = asReference(document.catalog().dict.get("Pages"));
  const seen = new Set<number>();
  try {
    if (root && pagesBelow(document, root, undefined, seen, 0) > 0) return;
  } catch (error) {
    if (!(error instanceof BrokenPdf)) throw error;
  }
  throw new AppError(
    "unsupported",
    "pdf-signed-pages-ambiguous",
    "The list of pages of this signed PDF can be read in more than one way, and fixing it would break the signature. Please print it to PDF and upload the new file.",
  );
}

/** The number of pages below `reference`. Throws BrokenPdf if readers may differ. */
function pagesBelow(
  document: PdfDocument,
  reference: Reference,
  parent: number | undefined,
  seen: Set<number>,
  depth: number,
): number {
  const { number, generation } = reference;
  const object = document.object(number);
  const dict = asDict(object?.value);
  if (!object || object.data || !dict || seen.has(number) || depth > deepestTree) throw unclear();
  seen.add(number);
  if (object.generation !== generation || hasRepeatedKey(object.value)) throw unclear();
  if (parent !== undefined && asReference(dict.get("Parent"))?.number !== parent) throw unclear();
  const type = asName(dict.get("Type"));
  if (type === "Page" && !dict.has("Kids")) return 1;
  const kids = asArray(document.resolve(dict.get("Kids")));
  if (type !== "Pages" || !kids) throw unclear();
  let count = 0;
  for (const kid of kids) {
    const child = asReference(kid);
    if (!child) throw unclear();
    count += pagesBelow(document, child, number, seen, depth + 1);
  }
  if (asNumber(document.resolve(dict.get("Count"))) !== count) throw unclear();
  return count;
}

/** If a key is repeated, some readers use the first value and some the last. */
function hasRepeatedKey(raw: Raw): boolean {
  const keys = listKeys(raw);
  return new Set(keys).size < keys.length;
}

const unclear = (): BrokenPdf => new BrokenPdf("readers may differ about the pages");
