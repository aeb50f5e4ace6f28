import { sign } from "./characters.ts";
import type { PdfDocument } from "./document.ts";
import { asArray, asDict, asNumber, asString, type PdfDict, type Raw } from "./values.ts";

const deepestSearch = 8;
/** Minimum size of a certificate and a signature; a raw signature value takes at least 64 bytes. */
const smallestCms = 256;
const smallestValue = 64;
/** Maximum distance of the end marker from the end of a revision. */
const endWithin = 1024;
/** OBJECT IDENTIFIER 1.2.840.113549.1.7.2, signed data (RFC 5652, 5.1). */
const signedData = Buffer.from("06092a864886f70d010702", "hex");

/** All signature dictionaries within one object. */
export function signaturesWithin(value: Raw, depth = 0): PdfDict[] {
  const dict = asDict(value);
  if (dict?.has("ByteRange") && dict.has("Contents")) return [dict];
  const inner = depth < deepestSearch ? [...(dict?.values() ?? asArray(value) ?? [])] : [];
  return inner.flatMap((item) => signaturesWithin(item, depth + 1));
}

/**
 * Whether a signature covers the file from its first byte to the end of some revision except its own value, and that
 * value has a valid structure (ISO 32000-2, 12.8.1). Checks neither the signer nor the digests.
 */
export function isWhole(signature: PdfDict, document: PdfDocument): boolean {
  const range = (asArray(document.resolve(signature.get("ByteRange"))) ?? []).map(asNumber);
  const [start, first = -1, second = -1, rest = -1] = range;
  const contents = signature.get("Contents");
  if (range.length !== 4 || start !== 0 || !contents || contents.bytes !== document.bytes) return false;
  const sane = [first, second, rest].every((number) => Number.isSafeInteger(number) && number > 0);
  if (!sane || second + rest > document.bytes.length) return false;
  if (first !== contents.start || second !== contents.end) return false;
  const covered = document.bytes.subarray(second, second + rest);
  if (covered.indexOf("%%EOF", -endWithin) < 0) return false;
  const value = asString(contents);
  return value !== undefined && isHexadecimal(contents) && isSignatureValue(value, signature.has("Cert"));
}

/** Whether one of the objects `holders` contains a signature that is whole. */
export const hasWholeSignature = (document: PdfDocument, holders: number[]): boolean =>
  holders.some((number) => {
    const value = document.object(number)?.value;
    return value !== undefined && signaturesWithin(value).some((signature) => isWhole(signature, document));
  });

const isHexadecimal = ({ bytes, start }: Raw): boolean => bytes[start] === sign.less;

/** A CMS message or, with a separate certificate, a raw value in an octet string (adbe.x509.rsa_sha1). */
function isSignatureValue(value: Buffer, hasCertificate: boolean): boolean {
  const element = derElement(value);
  if (!element) return false;
  const { tag, content } = element;
  if (tag === 4) return hasCertificate && content.length >= smallestValue;
  return (
    tag === 0x30 && content.length >= smallestCms && content.subarray(0, signedData.length).equals(signedData)
  );
}

/** The first element of BER or DER; undefined if it is longer than the bytes. Only zeros may follow it. */
function derElement(bytes: Buffer): { tag: number; content: Buffer } | undefined {
  const [tag, short] = bytes;
  if (tag === undefined || short === undefined) return undefined;
  // Indefinite length (BER): it ends somewhere before the padding.
  if (short === 0x80) return { tag, content: bytes.subarray(2) };
  const more = short > 0x80 ? short & 0x7f : 0;
  if (more > 4 || bytes.length < 2 + more) return undefined;
  const length = more === 0 ? short : bytes.readUIntBE(2, more);
  const content = bytes.subarray(2 + more, 2 + more + length);
  const padding = bytes.subarray(2 + more + length);
  return content.length === length && padding.every((byte) => byte === 0) ? { tag, content } : undefined;
}
