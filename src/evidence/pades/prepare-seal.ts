import { createHash } from "node:crypto";
import { PdfDocument } from "../../formats/pdf/document.ts";
import { fileEndOf } from "../../formats/pdf/file-end.ts";
import { Revision } from "../../formats/pdf/revision.ts";
import { asArray, asString } from "../../formats/pdf/values.ts";
import { writeEntries } from "../../formats/pdf/write-entries.ts";
import { hasOtherPlace } from "../verifier/pdf/byte-ranges.ts";
import type { OpenSeal, OpenSignature, SealOptions } from "./seal.ts";
import { writeRange, writeSealDictionary, writeTimeStampDictionary } from "./signature-dictionary.ts";
import { addSignatureFields, writeField } from "./signature-fields.ts";
import { writeValidationData } from "./validation-data.ts";

type PreparedSeal = OpenSeal & { appended: Buffer };

/**
 * What to append to a finished PDF so that two signatures can be filled in without opening it again: one revision
 * with the seal and all that checks it, and one with the document time-stamp over it. The time-stamp's field comes
 * with the first, so that the second does nothing but sign it. Whatever was signed before stays as it was; a
 * certification that allows no signatures does not come here, since stamping refuses it. Throws BrokenPdf when `pdf`
 * is damaged, and when none of the paddings will do.
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

/** No other range in the file, as text, could be this signature's. */
function isAlone(pdf: Buffer, appended: Buffer, { gap, covered }: OpenSignature): boolean {
  return ![pdf, appended].some((part) => hasOtherPlace(part, { gap, end: covered }));
}

function prepareWith(document: PdfDocument, options: SealOptions, padding: number): PreparedSeal {
  const end = fileEndOf(document);
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

/** Before PDF 2.0 the forms of PAdES are an extension of ETSI's (EN 319 142-1, 4.2). */
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

/** The first half stays through all versions of a document, the second is new in each (ISO 32000-2, 14.4). */
function fileIdentifiers(document: PdfDocument, options: SealOptions, version: number): [string, string] {
  const known = asArray(document.resolve(document.xref.trailer.get("ID"))) ?? [];
  const [first, last] = known.map((raw) => asString(document.resolve(raw))?.toString("hex") ?? "");
  const hash = createHash("sha256").update(`${last} ${JSON.stringify(options)} ${version}`);
  const own = hash.digest("hex").slice(0, 32);
  return [first || own, own];
}
