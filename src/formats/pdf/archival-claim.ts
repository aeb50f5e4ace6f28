import type { PdfDocument } from "./document.ts";
import { asReference } from "./values.ts";

/** XMP that is longer than this is not read. */
const maxMetadata = 1024 * 1024;

/**
 * The part of PDF/A (ISO 19005) that a document's metadata claims to conform to; undefined if it claims none. The claim
 * is an element or an attribute (ISO 19005-1, 6.7.11), in any encoding of Unicode.
 */
export function findArchivalPart(document: PdfDocument): number | undefined {
  const reference = asReference(document.catalog().dict.get("Metadata"));
  const object = reference && document.object(reference.number);
  if (!object?.data) return undefined;
  const metadata = document.unpacked(object, maxMetadata, "as far as it goes");
  if (typeof metadata === "string") return undefined;
  const claim = /\bpdfaid:part\s*(?:=\s*["']|>\s*)(\d)/.exec(
    metadata.toString("latin1").replaceAll("\0", ""),
  );
  return claim ? Number(claim[1]) : undefined;
}
