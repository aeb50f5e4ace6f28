import type { PdfDocument } from "./document.ts";
import type { PageNode } from "./page-tree.ts";
import { asArray, asDict, asName, asNumber, asReference, type PdfDict, type Raw } from "./values.ts";

/** The entries of a page (ISO 32000-2, table 31, and earlier versions). */
const pageKeys = new Set(
  (
    "Type Parent LastModified Resources MediaBox CropBox BleedBox TrimBox ArtBox BoxColorInfo Contents Rotate Group " +
    "Thumb B Dur Trans Annots AA Metadata PieceInfo StructParents ID PZ SeparationInfo Tabs TemplateInstantiated " +
    "PresSteps UserUnit VP AF OutputIntents DPart Count"
  ).split(" "),
);

/**
 * Whether a page recovered from damaged bytes is complete: only entries that a page has, a size, resources and
 * contents. A page that is empty on purpose fails, because it looks like one that lost its contents.
 */
export function isIntactPage({ dict, inherited }: PageNode, document: PdfDocument): boolean {
  const get = (key: "Resources" | "MediaBox") => document.resolve(dict.get(key) ?? inherited[key]);
  if (asName(document.resolve(dict.get("Type"))) !== "Page") return false;
  if (![...dict.keys()].every((key) => pageKeys.has(key))) return false;
  const box = asArray(get("MediaBox"))?.map((raw) => asNumber(document.resolve(raw)));
  if (box?.length !== 4 || box.includes(undefined)) return false;
  return asDict(get("Resources")) !== undefined && hasContents(dict, document);
}

function hasContents(dict: PdfDict, document: PdfDocument): boolean {
  const contents = dict.get("Contents");
  const parts = asArray(document.resolve(contents)) ?? (contents ? [contents] : []);
  return parts.length > 0 && parts.every((part) => isStream(part, document));
}

function isStream(raw: Raw, document: PdfDocument): boolean {
  const reference = asReference(raw);
  return reference !== undefined && document.object(reference.number)?.data !== undefined;
}
