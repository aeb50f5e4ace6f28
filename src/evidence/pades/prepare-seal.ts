import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PdfDocument } from "../../formats/pdf/document.ts";
import { getFileEnd } from "../../formats/pdf/file-end.ts";
import { Revision } from "../../formats/pdf/revision.ts";
import { textString } from "../../formats/pdf/text-string.ts";
import { asArray, asReference, asString, getText, type Raw } from "../../formats/pdf/values.ts";
import { writeEntries } from "../../formats/pdf/write-entries.ts";
import { hasOtherPlace } from "./byte-ranges.ts";
import { type OpenSeal, type OpenSignature, rangeNumbers, rangeText, type SealOptions } from "./seal.ts";
import { addSignatureFields, writeField } from "./signature-fields.ts";

type PreparedSeal = OpenSeal & { appended: Buffer };

/**
 * The bytes to append to a finished PDF so that two signatures can be filled in without parsing it again: one revision
 * with the seal and its validation data, and one with the document time-stamp over it. The time-stamp's field is added
 * in the first revision, so that the second only signs it. Earlier signatures stay valid; a document whose
 * certification forbids signatures is rejected before, at stamping. Throws BrokenPdf if `pdf` is damaged or none of the
 * paddings works.
 */
export function prepareSeal(pdf: Buffer, options: SealOptions): PreparedSeal {
  const document = new PdfDocument(pdf);
  for (const padding of options.paddings) {
    const prepared = prepareWith(document, options, padding);
    if ([prepared.seal, prepared.timeStamp].every((signature) => isAlone(pdf, prepared.appended, signature)))
      return prepared;
  }
  throw new Error("Something in this PDF fits the seal with any of the paddings that were drawn.");
}

/** True if no other range in the file, read as text, could belong to this signature. */
function isAlone(pdf: Buffer, appended: Buffer, { placeholder, covered }: OpenSignature): boolean {
  return ![pdf, appended].some((part) => hasOtherPlace(part, { placeholder, end: covered }));
}

function prepareWith(document: PdfDocument, options: SealOptions, padding: number): PreparedSeal {
  const end = getFileEnd(document);
  const first = new Revision(end);
  first.pad(padding);
  const validationEntry = writeValidationData(document, first, options);
  const { seal, timeStamp, formEntry } = addSignatureFields(document, first);
  const sealed = writeSealDictionary(first, options);
  writeField(first, seal, sealed.number);
  writeField(first, timeStamp);
  writeCatalog(document, first, validationEntry + formEntry);
  const sealRevision = first.finish(fileIdentifiers(document, options, 1));

  const second = new Revision(sealRevision.end);
  const stamped = writeTimeStampDictionary(second, options);
  writeField(second, timeStamp, stamped.number);
  const timeStampRevision = second.finish(fileIdentifiers(document, options, 2));
  return {
    before: end.length,
    seal: writeRange(sealRevision.appended, sealed, sealRevision.end.length),
    timeStamp: writeRange(timeStampRevision.appended, stamped, timeStampRevision.end.length),
    appended: Buffer.concat([sealRevision.appended, timeStampRevision.appended]),
  };
}

/** Before PDF 2.0 the PAdES signature types are an ETSI extension (EN 319 142-1, 4.2). */
const etsiExtension = "/ESIC << /BaseVersion /1.7 /ExtensionLevel 1 >> ";

function writeCatalog(document: PdfDocument, revision: Revision, entries: string): void {
  const { number, dict } = document.catalog();
  const extensions = document.dict(dict.get("Extensions"));
  revision.write(number, document.object(number)?.generation ?? 0, (out) => {
    out.text("<< ");
    writeEntries(out, dict, (key) => ["DSS", "AcroForm", "Extensions"].includes(key));
    out.text(`${entries}/Extensions << ${extensions?.has("ESIC") ? "" : etsiExtension}`);
    writeEntries(out, extensions, () => false);
    out.text(">> >>");
  });
}

/** The first half is the same in all versions of a document, the second is new in each (ISO 32000-2, 14.4). */
function fileIdentifiers(document: PdfDocument, options: SealOptions, version: number): [string, string] {
  const known = asArray(document.resolve(document.xref.trailer.get("ID"))) ?? [];
  const [first, last] = known.map((raw) => asString(document.resolve(raw))?.toString("hex") ?? "");
  const hash = createHash("sha256").update(`${last} ${JSON.stringify(options)} ${version}`);
  const own = hash.digest("hex").slice(0, 32);
  return [first || own, own];
}

/** A signature dictionary whose values that depend on the whole file are still blank. */
type BlankSignature = { number: number; range: number; placeholder: OpenSignature["placeholder"] };

/** The seal's dictionary (ISO 32000-2, 12.8.1; EN 319 142-1, 5.3). */
function writeSealDictionary(revision: Revision, options: SealOptions): BlankSignature {
  const reason = options.reason === undefined ? "" : `/Reason ${textString(options.reason)} `;
  return writeDictionary(
    revision,
    `/Type /Sig /Filter /Adobe.PPKLite /SubFilter /${options.subFilter} ` +
      `/Name ${textString(options.name)} ${reason}/M (${dateText(options.time)})`,
    options.reserved.seal,
  );
}

/** The dictionary of a document time-stamp (ISO 32000-2, 12.8.5); authority and time are in the token. */
function writeTimeStampDictionary(revision: Revision, { reserved }: SealOptions): BlankSignature {
  const entries = "/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161";
  return writeDictionary(revision, entries, reserved.timeStamp);
}

function writeDictionary(revision: Revision, entries: string, bytes: number): BlankSignature {
  const beforeRange = `<< ${entries} `;
  const beforePlaceholder = `${beforeRange}${rangeText("")}`;
  const number = revision.reserve();
  const start = revision.writeInPlace(number, `${beforePlaceholder}<${"0".repeat(bytes * 2)}> >>`);
  const placeholder = {
    start: start + beforePlaceholder.length,
    end: start + beforePlaceholder.length + bytes * 2 + 2,
  };
  return { number, range: start + beforeRange.length, placeholder };
}

/** Writes the range that the signature covers into `appended`, which ends the file at `covered`. */
function writeRange(
  appended: Buffer,
  { range, placeholder }: BlankSignature,
  covered: number,
): OpenSignature {
  const signature = { placeholder, covered };
  appended.write(rangeText(rangeNumbers(signature)), range - (covered - appended.length), "latin1");
  return signature;
}

/** Formats a date (ISO 32000-2, 7.9.4). */
function dateText(time: number): string {
  const digits = new Date(time).toISOString().slice(0, 19).replace(/\D/g, "");
  return `D:${digits}Z`;
}

/** Only this many existing entries of a document are compared with what we add. */
const maxCompared = 64;

/**
 * Writes the document security store with the data for offline validation, merged with the document's own entries (ISO
 * 32000-2, 12.8.4.3); existing data is not added again. Returns the catalog's entry.
 */
function writeValidationData(
  document: PdfDocument,
  revision: Revision,
  { certificates, crls }: Pick<SealOptions, "certificates" | "crls">,
): string {
  const existing = document.catalog().dict.get("DSS");
  const store = document.dict(existing);
  const reference = store && asReference(existing);
  const number = reference?.number ?? revision.reserve();
  const generation = reference?.generation ?? 0;
  const listed = (key: string, added: string[]) => {
    const items = asArray(document.resolve(store?.get(key))) ?? [];
    const missing = added
      .map((base64) => Buffer.from(base64, "base64"))
      .filter((der) => !items.slice(0, maxCompared).some((item) => isStream(document, item, der)));
    const streams = missing.map((der) => `${addSmallest(revision, der)} 0 R`);
    const all = [...items.map(getText), ...streams];
    return all.length === 0 ? "" : `/${key} [${all.join(" ")}] `;
  };
  const lists = listed("Certs", certificates) + listed("CRLs", crls);
  revision.write(number, generation, (out) => {
    out.text("<< /Type /DSS ");
    writeEntries(out, store, (key) => ["Type", "Certs", "CRLs"].includes(key));
    out.text(`${lists}>>`);
  });
  return `/DSS ${number} ${generation} R `;
}

function isStream(document: PdfDocument, item: Raw, content: Buffer): boolean {
  const reference = asReference(item);
  const object = reference && document.object(reference.number);
  const found = object && document.unpacked(object, content.length, "whole");
  return Buffer.isBuffer(found) && found.equals(content);
}

/** A compressed stream, unless its data is smaller without the filter. */
function addSmallest(revision: Revision, data: Buffer): number {
  const filter = "/Filter /FlateDecode";
  const packed = deflateSync(data, { level: 9 });
  return packed.length + filter.length < data.length
    ? revision.addStream(filter, packed)
    : revision.addStream("", data);
}
