import type { PdfDocument } from "./document.ts";
import { asReference } from "./values.ts";

/** XMP that is longer than this is not read. */
const maxMetadata = 1024 * 1024;

/** Standards to which a document's metadata claims to conform. */
export type Claims = {
  /** The part of PDF/A (ISO 19005); undefined if it claims none. */
  archivalPart: number | undefined;
  /** PDF/UA (ISO 14289): accessible to screen readers. */
  isAccessible: boolean;
};

/** A claim is an element or an attribute (ISO 19005-1, 6.7.11; ISO 14289-1, 5), in any encoding of Unicode. */
export function findClaims(document: PdfDocument): Claims {
  const metadata = readMetadata(document);
  const claimed = (prefix: string): number | undefined => {
    const claim = new RegExp(`\\b${prefix}:part\\s*(?:=\\s*["']|>\\s*)(\\d)`).exec(metadata);
    return claim ? Number(claim[1]) : undefined;
  };
  return { archivalPart: claimed("pdfaid"), isAccessible: claimed("pdfuaid") !== undefined };
}

/** The letters of the metadata, without the zero bytes of longer encodings; empty if there is none. */
function readMetadata(document: PdfDocument): string {
  const reference = asReference(document.catalog().dict.get("Metadata"));
  const object = reference && document.object(reference.number);
  if (!object?.data) return "";
  const metadata = document.unpacked(object, maxMetadata, "as far as it goes");
  return typeof metadata === "string" ? "" : metadata.toString("latin1").replaceAll("\0", "");
}
