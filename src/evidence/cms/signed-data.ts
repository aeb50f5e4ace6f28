import { type Fields, onlyPart, readFields } from "../../formats/der/fields.ts";
import { MalformedDer, wellFormed } from "../../formats/der/malformed.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { constructedTag, primitiveTag, tags } from "../../formats/der/tags.ts";
import { readInteger, readOctetString, readOid, readSmallInteger } from "../../formats/der/values.ts";
import { encode } from "../../formats/der/write.ts";
import { type HashName, readHashAlgorithm } from "../hash.ts";
import { oids } from "../oids.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { readSignatureAlgorithm, type SignatureAlgorithm } from "../x509/signature.ts";
import { type Attributes, readAttributes } from "./attributes.ts";

/** The signer's certificate as the signature identifies it. */
type SignerId = { issuer: Uint8Array; serialNumber: bigint } | { subjectKeyId: Uint8Array };

/** SignedData with one signature, parsed but not verified. */
export type SignedData = {
  contentType: string;
  /** Undefined for a detached signature, as in a sealed PDF. */
  content: Uint8Array | undefined;
  /** The readable certificates. Unreadable extra certificates do no harm. */
  certificates: Certificate[];
  signerId: SignerId;
  /** Undefined for an unsupported hash or algorithm. */
  hash: HashName | undefined;
  algorithm: SignatureAlgorithm | undefined;
  signature: Uint8Array;
  signedAttributes: Attributes;
  /** The bytes that the signature covers: the attributes as a SET OF (RFC 5652, 5.4). */
  signedBytes: Uint8Array;
  unsignedAttributes: Attributes;
};

/** Reads ContentInfo with SignedData (RFC 5652, 3 and 5). Throws `MalformedDer`. Runs in browsers. */
export function readSignedData(bytes: Uint8Array): SignedData {
  const contentInfo = readFields(readDer(bytes));
  if (readOid(contentInfo.take(tags.oid)) !== oids.signedData)
    throw new MalformedDer("The content type is not signed data.");
  const fields = readFields(onlyPart(contentInfo.take(constructedTag(0))));
  contentInfo.end();
  const version = readSmallInteger(fields.take(tags.integer), 5);
  const hashes = fields.take(tags.set).parts;
  const content = readFields(fields.take(tags.sequence));
  const contentType = readOid(content.take(tags.oid));
  const explicitContent = content.optional(constructedTag(0));
  content.end();
  const certificates = fields.optional(constructedTag(0))?.parts ?? [];
  fields.optional(constructedTag(1));
  const signer = readSigner(readFields(onlyPart(fields.take(tags.set))));
  fields.end();
  checkHead(version, contentType, hashes, signer.hash);
  return {
    contentType,
    content: explicitContent && readOctetString(onlyPart(explicitContent)),
    certificates: certificates.flatMap((part) => wellFormed(() => readCertificate(part.bytes)) ?? []),
    ...signer,
  };
}

/**
 * Checks the fields outside the signature: the version (RFC 5652, 5.1) and the signer's hash in the list of digest
 * algorithms. Without this check, these bytes could change unnoticed.
 */
function checkHead(version: number, contentType: string, hashes: Der[], hash: HashName | undefined): void {
  const isVersion = version === 1 ? contentType === oids.data : version >= 3;
  const isListed = hash === undefined || hashes.some((part) => readHashAlgorithm(part) === hash);
  if (!isVersion || !isListed)
    throw new MalformedDer("The version or the digest algorithms do not match the signature.");
}

function readSigner(fields: Fields) {
  const version = readSmallInteger(fields.take(tags.integer), 3);
  const signerId = readSignerId(fields.take());
  if (version !== ("subjectKeyId" in signerId ? 3 : 1))
    throw new MalformedDer("The signer's version does not match its identifier.");
  const hash = readHashAlgorithm(fields.take(tags.sequence));
  const signed = fields.take(constructedTag(0));
  const algorithm = readSignatureAlgorithm(fields.take(tags.sequence));
  const signature = readOctetString(fields.take(tags.octetString));
  const unsigned = fields.optional(constructedTag(1));
  fields.end();
  return {
    signerId,
    hash,
    algorithm,
    signature,
    signedAttributes: readAttributes(signed, constructedTag(0)),
    signedBytes: encode(tags.set, signed.content),
    unsignedAttributes: unsigned ? readAttributes(unsigned, constructedTag(1)) : new Map(),
  };
}

function readSignerId(der: Der): SignerId {
  if (der.tag === primitiveTag(0)) return { subjectKeyId: der.content };
  const fields = readFields(der);
  const issuer = fields.take(tags.sequence).bytes;
  const serialNumber = readInteger(fields.take(tags.integer));
  fields.end();
  return { issuer, serialNumber };
}
