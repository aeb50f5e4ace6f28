import { AppError } from "../../errors.ts";
import type { PdfDocument } from "./document.ts";
import { asArray, asNumber, asReference, type PdfDict } from "./values.ts";

export const signatureKept =
  "This document was already signed; the stamp was added as a separate layer and the signature stays valid.";
export const usageRightsEnded =
  "Special usage rights that this PDF granted in Adobe Reader do not apply to the stamped copy.";

export type Signatures = {
  /** Someone signed the document; what is signed must not be touched. */
  signed: boolean;
  /** A usage-rights signature of Adobe Reader, which guards features and no content. */
  usageRights: boolean;
};

/**
 * Tells signatures from usage rights. `holders` are the objects that hold a /ByteRange.
 * Throws AppError `unsupported` when the signer has forbidden every addition.
 */
export function inspectSignatures(document: PdfDocument, holders: number[]): Signatures {
  const permissions = document.dict(document.catalog().dict.get("Perms"));
  const rights = ["UR", "UR3"].map((key) => permissions?.get(key)).filter((raw) => raw !== undefined);
  const rightsNumbers = new Set(rights.map((raw) => asReference(raw)?.number));
  const signed = holders.some((number) => !rightsNumbers.has(number));
  if (signed && forbidsAdditions(document, permissions)) {
    throw new AppError(
      "unsupported",
      "This PDF is certified by its signer, who allows no additions; a stamp would break the signature. Please upload a copy without the certification, for example one printed to PDF.",
    );
  }
  return { signed, usageRights: rights.length > 0 };
}

/** /P of the certification: 1 and 2 allow no annotation, 3 does (ISO 32000-2, 12.8.2.2). */
function forbidsAdditions(document: PdfDocument, permissions: PdfDict | undefined): boolean {
  const certification = document.dict(permissions?.get("DocMDP"));
  if (!certification) return false;
  const references = asArray(document.resolve(certification.get("Reference"))) ?? [];
  const parameters = references.map((raw) => document.dict(document.dict(raw)?.get("TransformParams")));
  const levels = parameters.map((dict) => asNumber(document.resolve(dict?.get("P"))) ?? 2);
  return levels.length === 0 || levels.some((level) => level < 3);
}
