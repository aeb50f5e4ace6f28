import { deflateSync } from "node:zlib";
import type { PdfDocument } from "../../formats/pdf/document.ts";
import type { Revision } from "../../formats/pdf/revision.ts";
import { asArray, asReference, type Raw, textOf } from "../../formats/pdf/values.ts";
import { writeEntries } from "../../formats/pdf/write-entries.ts";
import type { SealOptions } from "./seal.ts";

/** What a document lists beyond these is not compared with what we add. */
const maxCompared = 64;

/**
 * Writes the document security store with what checks the signatures without a network, next to what the document
 * has there already (ISO 32000-2, 12.8.4.3); what is there is not added again. Returns the catalog's entry.
 */
export function writeValidationData(
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
    const all = [...items.map(textOf), ...streams];
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
