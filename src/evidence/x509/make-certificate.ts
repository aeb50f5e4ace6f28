import type { KeyObject } from "node:crypto";
import { readFields } from "../../formats/der/fields.ts";
import { readDer } from "../../formats/der/read.ts";
import { primitiveTag, tags } from "../../formats/der/tags.ts";
import { time } from "../../formats/der/times.ts";
import { readBitOctets, unsignedInteger } from "../../formats/der/values.ts";
import {
  bitOctets,
  boolean,
  type Encoded,
  encode,
  integer,
  namedBits,
  octetString,
  oid,
  sequence,
  tagged,
} from "../../formats/der/write.ts";
import { computeHash } from "../hash.ts";
import { oids } from "../oids.ts";
import { readCertificate } from "./certificate.ts";
import { keyUsages } from "./certificate-extensions.ts";
import { extension } from "./extensions.ts";
import { exportPublicKeyInfo, p256Signature, type Signer, signP256 } from "./key-pair.ts";
import { encodeName } from "./name.ts";

/** Input for every kind of certificate. Server only: browsers must not import it. */
export type CertificateRequest = {
  /** 16 bytes of the system's random source. */
  serial: Uint8Array;
  organization: string;
  commonName: string;
  /** The start and end of the validity, in whole seconds. */
  notBefore: Date;
  notAfter: Date;
  /** The P-256 key to certify. */
  privateKey: KeyObject;
  /** Where the issuer's revocation list is published. */
  crlUrl?: string;
};

/** A self-signed root that may issue the service's certificates and revocation list, but no other CA. */
export function makeRootCertificate(request: CertificateRequest): Uint8Array {
  const name = encodeName(request.organization, request.commonName);
  const info = exportPublicKeyInfo(request.privateKey);
  return certificate(request, name, request.privateKey, info, [
    extension(oids.basicConstraints, sequence(boolean(true), integer(0)), "critical"),
    extension(oids.keyUsage, namedBits(keyUsages.keyCertSign, keyUsages.crlSign), "critical"),
  ]);
}

/** For time-stamp tokens only: the single purpose, critical (RFC 3161, 2.3). */
export function makeTsaCertificate(request: CertificateRequest, root: Signer): Uint8Array {
  return issued(request, root, [
    extension(oids.keyUsage, namedBits(keyUsages.digitalSignature), "critical"),
    extension(oids.extendedKeyUsage, sequence(oid(oids.timeStamping)), "critical"),
  ]);
}

/** For the seal inside PDF files. It has no list of purposes because PDF readers require different ones. */
export function makeSealCertificate(request: CertificateRequest, root: Signer): Uint8Array {
  return issued(request, root, [
    extension(oids.keyUsage, namedBits(keyUsages.digitalSignature, keyUsages.nonRepudiation), "critical"),
  ]);
}

/**
 * For the claims of content credentials (C2PA 2.2, 14.5.1.1). Email protection is the purpose that readers require if
 * the signer is not on C2PA's trust list: without it they call the signature invalid, with it the signer unknown.
 */
export function makeCredentialsCertificate(request: CertificateRequest, root: Signer): Uint8Array {
  return issued(request, root, [
    extension(oids.keyUsage, namedBits(keyUsages.digitalSignature), "critical"),
    extension(oids.extendedKeyUsage, sequence(oid(oids.claimSigning), oid(oids.emailProtection))),
  ]);
}

function issued(request: CertificateRequest, root: Signer, extensions: Encoded[]): Uint8Array {
  const issuer = readCertificate(root.certificate);
  return certificate(request, issuer.subject.bytes, root.privateKey, issuer.publicKeyInfo, [
    extension(oids.basicConstraints, sequence(), "critical"),
    ...extensions,
  ]);
}

/** TBSCertificate and its signature (RFC 5280, 4.1). */
function certificate(
  request: CertificateRequest,
  issuer: Encoded,
  issuerKey: KeyObject,
  issuerKeyInfo: Uint8Array,
  extensions: Encoded[],
): Uint8Array {
  const info = exportPublicKeyInfo(request.privateKey);
  const tbs = sequence(
    tagged(0, integer(2)),
    integer(unsignedInteger(request.serial)),
    p256Signature(),
    issuer,
    sequence(time(request.notBefore), time(request.notAfter)),
    encodeName(request.organization, request.commonName),
    info,
    tagged(
      3,
      sequence(
        ...extensions,
        extension(oids.subjectKeyIdentifier, octetString(keyIdentifier(info))),
        authorityKeyIdentifier(issuerKeyInfo),
        ...(request.crlUrl === undefined ? [] : [crlDistributionPoints(request.crlUrl)]),
      ),
    ),
  );
  return sequence(tbs, p256Signature(), bitOctets(signP256(tbs, issuerKey)));
}

/** The extension that says where to get the newest revocation list (RFC 5280, 4.2.1.13). */
function crlDistributionPoints(url: string): Encoded {
  const uri = encode(primitiveTag(6), new TextEncoder().encode(url));
  return extension(oids.crlDistributionPoints, sequence(sequence(tagged(0, tagged(0, uri)))));
}

/** The extension that identifies the key that signed a certificate or list. */
export function authorityKeyIdentifier(issuerKeyInfo: Uint8Array): Encoded {
  const value = sequence(encode(primitiveTag(0), keyIdentifier(issuerKeyInfo)));
  return extension(oids.authorityKeyIdentifier, value);
}

/** The first 160 bits of the SHA-256 of the public key (RFC 7093, section 2, method 1). */
function keyIdentifier(publicKeyInfo: Uint8Array): Uint8Array {
  const fields = readFields(readDer(publicKeyInfo));
  fields.take(tags.sequence);
  return computeHash("SHA-256", readBitOctets(fields.take(tags.bitString))).subarray(0, 20);
}
