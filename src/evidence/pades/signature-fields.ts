import type { ByteWriter } from "../../formats/pdf/byte-writer.ts";
import type { PdfDocument } from "../../formats/pdf/document.ts";
import { freeFieldName } from "../../formats/pdf/field-names.ts";
import type { PdfObject } from "../../formats/pdf/object-syntax.ts";
import type { Revision } from "../../formats/pdf/revision.ts";
import { asArray, asDict, asName, asNumber, asReference, type Raw } from "../../formats/pdf/values.ts";
import { writeEntries } from "../../formats/pdf/write-entries.ts";

/** Printed and locked (ISO 32000-2, 12.5.3); PDF/A requires the first. */
const widgetFlags = 4 + 128;
/** Signatures exist, and changes must be appended (ISO 32000-2, 12.7.3). */
const signatureFlags = 3;

/** A field merged with its widget; `text` is everything except its value. */
export type SignatureField = { number: number; text: string };

export type SignatureFields = {
  seal: SignatureField;
  timeStamp: SignatureField;
  /** The catalog's entry for the form of the fields. */
  formEntry: string;
};

/**
 * Adds two invisible signature fields to the document's form, which is created if missing, and to its first page.
 * Everything else in form and page stays. The caller writes the fields themselves with `writeField`.
 */
export function addSignatureFields(document: PdfDocument, revision: Revision): SignatureFields {
  const existing = document.catalog().dict.get("AcroForm");
  const form = document.dict(existing);
  const reference = form && asReference(existing);
  const fields = asArray(document.resolve(form?.get("Fields"))) ?? [];
  const page = firstPage(document);
  const appearance = revision.addStream("/Type /XObject /Subtype /Form /BBox [0 0 0 0]", new Uint8Array());
  const fieldCalled = (wanted: string): SignatureField => ({
    number: revision.reserve(),
    text:
      `/Type /Annot /Subtype /Widget /FT /Sig /T (${freeFieldName(document, fields, wanted)}) /F ${widgetFlags} /Rect [0 0 0 0] ` +
      `/P ${page.number} ${page.generation} R /AP << /N ${appearance} 0 R >>`,
  });
  const seal = fieldCalled("Seal");
  const timeStamp = fieldCalled("Timestamp");
  const added = [`${seal.number} 0 R`, `${timeStamp.number} 0 R`];
  writePage(document, revision, page, added);
  const { number, generation } = reference ?? { number: revision.reserve(), generation: 0 };
  // Strict validators compare every entry of a signed form except /Fields, so the flags of the first signer stay.
  const keepsFlags = hasSignature(document, fields);
  const flags = (asNumber(document.resolve(form?.get("SigFlags"))) ?? 0) | signatureFlags;
  revision.write(number, generation, (out) => {
    out.text("<< ");
    writeEntries(out, form, (key) => key === "Fields" || (key === "SigFlags" && !keepsFlags));
    out.text(`${keepsFlags ? "" : `/SigFlags ${flags} `}/Fields [`);
    writeList(out, fields, added);
    out.text("] >>");
  });
  return { seal, timeStamp, formEntry: `/AcroForm ${number} ${generation} R ` };
}

/** Writes a field with its signature, or without a value if there is none yet. */
export function writeField(revision: Revision, { number, text }: SignatureField, signature?: number): void {
  revision.write(number, 0, `<< ${text}${signature === undefined ? "" : ` /V ${signature} 0 R`} >>`);
}

function writePage(document: PdfDocument, revision: Revision, page: PdfObject, added: string[]): void {
  const dict = asDict(page.value);
  revision.write(page.number, page.generation, (out) => {
    out.text("<< ");
    writeEntries(out, dict, (key) => key === "Annots");
    out.text("/Annots [");
    writeList(out, asArray(document.resolve(dict?.get("Annots"))) ?? [], added);
    out.text("] >>");
  });
}

function writeList(out: ByteWriter, items: Raw[], added: string[]): void {
  for (const item of items) out.raw(item).text(" ");
  out.text(added.join(" "));
}

/** True if one of `fields` or their descendants is a signature field with a value. */
function hasSignature(document: PdfDocument, fields: Raw[]): boolean {
  const seen = new Set<number>();
  const open = fields.map((field) => ({ field, inherited: "" }));
  for (let next = open.pop(); next; next = open.pop()) {
    const number = asReference(next.field)?.number;
    if (number !== undefined && seen.has(number)) continue;
    if (number !== undefined) seen.add(number);
    const dict = document.dict(next.field);
    const type = asName(document.resolve(dict?.get("FT"))) ?? next.inherited;
    if (type === "Sig" && document.dict(dict?.get("V"))) return true;
    for (const kid of asArray(document.resolve(dict?.get("Kids"))) ?? [])
      if (asReference(kid)) open.push({ field: kid, inherited: type });
  }
  return false;
}

const deepestTree = 256;

/** The first page. Reads no later page; throws if there is none. */
function firstPage(document: PdfDocument): PdfObject {
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
