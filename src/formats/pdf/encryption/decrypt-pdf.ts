import { AppError } from "../../../errors.ts";
import { PdfDocument } from "../document.ts";
import { scanObjects } from "../object-scan.ts";
import type { PdfObject } from "../object-syntax.ts";
import type { Resolve } from "../stream-filters.ts";
import { asArray, asDict, asName, asReference, asString, type PdfDict, type Raw } from "../values.ts";
import type { PackedObject } from "../xref-writer.ts";
import { DecryptedFile } from "./decrypted-file.ts";
import { encryptionMessages, SecurityHandler } from "./security-handler.ts";

const permissionsForbid = {
  code: "pdf-changes-forbidden",
  text: "The permissions of this PDF forbid changes and comments, so it cannot be stamped. Please print it to PDF and upload the new file, or attest this one without uploading it.",
};

export type Decrypted = {
  /** Undefined if the content is not encrypted. */
  plain: Buffer | undefined;
  /** The permissions allow annotations, but no changes to pages. */
  annotationsOnly: boolean;
};

/**
 * The document without encryption, if it is encrypted and opens without a password. As in other readers, only the
 * /Encrypt of the newest trailer counts. Objects keep their numbers and stay in their object streams. Throws AppError
 * `unsupported` if the file cannot be decrypted or its permissions forbid a stamp.
 */
export function decryptPdf(encrypted: PdfDocument): Decrypted {
  const { bytes, xref } = encrypted;
  const security = openSecurity(xref.trailer, (raw) => encrypted.resolve(raw));
  const annotationsOnly = security?.allows === "annotations";
  if (!security?.encryptsContent) return { plain: undefined, annotationsOnly };
  const document = new PdfDocument(bytes, security);
  const out = new DecryptedFile(bytes, security, (raw) => document.resolve(raw));
  const encryption = asReference(xref.trailer.get("Encrypt"))?.number;
  const packed: PackedObject[] = [];
  const plain: { number: number; offset: number }[] = [];
  for (const [number, entry] of xref.entries) {
    if (entry.kind === "inside") packed.push({ number, stream: entry.stream, index: entry.index });
    else if (entry.kind === "at" && number !== encryption) plain.push({ number, offset: entry.offset });
  }
  for (const { number } of plain.sort((a, b) => a.offset - b.offset)) {
    const object = document.object(number);
    if (object) out.write(object);
  }
  return { plain: out.finish(packed, xref.trailer), annotationsOnly };
}

/**
 * The same for a file with an unusable cross-reference table: every object that can be found, decrypted and in file
 * order, and every trailer. The result still has no table.
 */
export function decryptDamagedPdf(bytes: Buffer): Decrypted {
  const { objects, trailers } = scanObjects(bytes);
  const newest = new Map(objects.map((object) => [object.number, object]));
  const resolve = (raw: Raw | undefined): Raw | undefined => {
    const reference = asReference(raw);
    return reference ? newest.get(reference.number)?.value : raw;
  };
  const trailer = trailers.findLast((dict) => dict.has("Root")) ?? trailers.at(-1) ?? withoutTrailer(objects);
  const security = trailer && openSecurity(trailer, resolve);
  if (!security) return { plain: undefined, annotationsOnly: false };
  if (!security.encryptsContent) throw AppError.from("unsupported", encryptionMessages.password);
  const out = new DecryptedFile(bytes, security, resolve);
  const encryption = asReference(trailer.get("Encrypt"))?.number;
  for (const object of objects) if (object.number !== encryption) out.write(object);
  return { plain: out.finishWithoutTable(trailers), annotationsOnly: security.allows === "annotations" };
}

/** Undefined if the file is not encrypted. Throws AppError `unsupported` like `decryptPdf`, but decrypts nothing. */
export function openSecurity(trailer: PdfDict, resolve: Resolve): SecurityHandler | undefined {
  const encryption = asDict(resolve(trailer.get("Encrypt")));
  if (!encryption) return undefined;
  const [fileId] = asArray(resolve(trailer.get("ID"))) ?? [];
  const security = new SecurityHandler(encryption, asString(resolve(fileId)) ?? Buffer.alloc(0), resolve);
  if (security.allows === "nothing") throw AppError.from("unsupported", permissionsForbid);
  return security;
}

/** A replacement for the trailer of a file that lost all of them: a security handler's dictionary is recognizable. */
function withoutTrailer(objects: PdfObject[]): PdfDict | undefined {
  const found = objects.findLast(({ value }) => {
    const dict = asDict(value);
    return dict && asName(dict.get("Filter")) === "Standard" && dict.has("O") && dict.has("U");
  });
  return found && new Map([["Encrypt", found.value]]);
}
