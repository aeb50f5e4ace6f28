import type { PdfDocument } from "../stamping/pdf/document.ts";
import type { Revision } from "../stamping/pdf/revision.ts";
import { asArray, asReference, textOf } from "../stamping/pdf/values.ts";
import { writeEntries } from "../stamping/pdf/write-entries.ts";

type ValidationData = { certificates: string[]; crls: string[] };

/**
 * Writes the document security store with what checks the signatures without a network, beside what the document
 * has there already (ISO 32000-2, 12.8.4.3). Returns the catalog's entry.
 */
export function writeValidationData(
  document: PdfDocument,
  revision: Revision,
  { certificates, crls }: ValidationData,
): string {
  const existing = document.catalog().dict.get("DSS");
  const store = document.dict(existing);
  const reference = store && asReference(existing);
  const number = reference?.number ?? revision.reserve();
  const generation = reference?.generation ?? 0;
  const listed = (key: string, added: string[]) => {
    const items = asArray(document.resolve(store?.get(key))) ?? [];
    const streams = added.map((der) => `${revision.addStream("", Buffer.from(der, "base64"))} 0 R`);
    return `/${key} [${[...items.map(textOf), ...streams].join(" ")}] `;
  };
  const lists = listed("Certs", certificates) + listed("CRLs", crls);
  revision.write(number, generation, (out) => {
    out.text("<< /Type /DSS ");
    writeEntries(out, store, (key) => ["Type", "Certs", "CRLs"].includes(key));
    out.text(`${lists}>>`);
  });
  return `/DSS ${number} ${generation} R `;
}
