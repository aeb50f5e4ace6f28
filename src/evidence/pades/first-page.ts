import type { PdfDocument } from "../../formats/pdf/document.ts";
import type { PdfObject } from "../../formats/pdf/object-syntax.ts";
import { asArray, asDict, asReference, type Raw } from "../../formats/pdf/values.ts";

const deepestTree = 256;

/** The first page. Looks at nothing behind it; throws when there is none. */
export function firstPage(document: PdfDocument): PdfObject {
  const page = firstBelow(document, document.catalog().dict.get("Pages"), 0);
  if (!page) throw new Error("A PDF without pages cannot be sealed.");
  return page;
}

function firstBelow(document: PdfDocument, raw: Raw | undefined, depth: number): PdfObject | undefined {
  const reference = asReference(raw);
  const object = reference && document.object(reference.number);
  const dict = asDict(object?.value);
  if (!dict || depth > deepestTree) return undefined;
  const kids = asArray(document.resolve(dict.get("Kids")));
  if (!kids) return object;
  for (const kid of kids) {
    const page = firstBelow(document, kid, depth + 1);
    if (page) return page;
  }
  return undefined;
}
