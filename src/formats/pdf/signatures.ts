import { AppError, type Message } from "../../errors.ts";
import type { PdfDocument } from "./document.ts";
import type { Rewriting } from "./open-pdf.ts";
import { asArray, asNumber, asReference, type PdfDict } from "./values.ts";
import { isWhole, signaturesWithin } from "./whole-signature.ts";

const signatureKept: Message = {
  code: "note-already-signed",
  text: "This document was already signed; the stamp was added as a separate layer and the signature stays valid.",
};
const signatureBroken: Message = {
  code: "note-signature-incomplete",
  text: "A signature in this document was already incomplete before it was stamped, so it proves nothing.",
};
const usageRightsEnded: Message = {
  code: "note-usage-rights-lost",
  text: "Special usage rights that this PDF granted in Adobe Reader do not apply to the stamped copy.",
};

export type Signatures = {
  /** The document is signed; signed content must not change. */
  signed: boolean;
  /** Notes for the user about the signatures. */
  notes: Message[];
};

/**
 * Distinguishes signatures from usage rights of Adobe Reader, which protect features and no content, and from objects
 * that only look like one. `holders` are the objects that contain a /ByteRange; `rewritings` says why the document does
 * not keep its original bytes. Throws AppError `unsupported` if the signer has forbidden every addition or the signed
 * bytes are lost.
 */
export function inspectSignatures(
  document: PdfDocument,
  holders: number[],
  rewritings: Rewriting[],
): Signatures {
  const permissions = document.dict(document.catalog().dict.get("Perms"));
  const rights = ["UR", "UR3"].map((key) => permissions?.get(key)).filter((raw) => raw !== undefined);
  const rightsNumbers = new Set(rights.map((raw) => asReference(raw)?.number));
  const values = holders
    .filter((number) => !rightsNumbers.has(number))
    .map((number) => document.object(number)?.value);
  const found = values.flatMap((value) => (value ? signaturesWithin(value) : []));
  if (found.length > 0 && rewritings.length > 0) {
    throw rewritings.includes("decrypted") ? encryptedAndSigned() : damagedAndSigned();
  }
  const whole = found.filter((signature) => isWhole(signature, document));
  const signed = whole.length > 0;
  if (signed && forbidsAdditions(document, permissions)) throw additionsForbidden();
  const notes = [
    signed ? signatureKept : undefined,
    whole.length < found.length ? signatureBroken : undefined,
    rights.length > 0 ? usageRightsEnded : undefined,
  ];
  return { signed, notes: notes.filter((note) => note !== undefined) };
}

/** /P of the certification: 1 and 2 forbid annotations, 3 allows them (ISO 32000-2, 12.8.2.2). */
function forbidsAdditions(document: PdfDocument, permissions: PdfDict | undefined): boolean {
  const certification = document.dict(permissions?.get("DocMDP"));
  if (!certification) return false;
  const references = asArray(document.resolve(certification.get("Reference"))) ?? [];
  const parameters = references.map((raw) => document.dict(document.dict(raw)?.get("TransformParams")));
  const levels = parameters.map((dict) => asNumber(document.resolve(dict?.get("P"))) ?? 2);
  return levels.length === 0 || levels.some((level) => level < 3);
}

function additionsForbidden(): AppError {
  return new AppError(
    "unsupported",
    "pdf-certified",
    "This PDF is certified by its signer, who allows no additions; a stamp would break the signature. Please print it to PDF and upload the new file, or attest this one without uploading it.",
  );
}

function damagedAndSigned(): AppError {
  return new AppError(
    "unsupported",
    "pdf-signed-damaged",
    "This signed PDF is damaged, and repairing it would break its signature. Please upload an undamaged copy, or print it to PDF and upload that.",
  );
}

function encryptedAndSigned(): AppError {
  return new AppError(
    "unsupported",
    "pdf-signed-encrypted",
    "This signed PDF is encrypted, and decrypting it would break its signature. Please upload a copy without encryption, or print it to PDF and upload that.",
  );
}
