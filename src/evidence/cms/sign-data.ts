import { constructedTag, tags } from "../../formats/der/tags.ts";
import {
  type Encoded,
  encode,
  encodeSet,
  integer,
  octetString,
  oid,
  sequence,
  tagged,
} from "../../formats/der/write.ts";
import { hashAlgorithm } from "../hash.ts";
import { oids } from "../oids.ts";
import {
  maxP256SignatureBytes,
  p256Signature,
  type Signer,
  signerCertificate,
  signP256,
} from "../x509/key-pair.ts";
import { attribute } from "./attributes.ts";
import { signingCertificateV2 } from "./signing-certificate.ts";

/** A signature over signed attributes, before encoding as SignedData. Server only: browsers must not import it. */
export type ContentSignature = { attributes: Encoded[]; value: Uint8Array };

/**
 * Signs content of this type with this SHA-256. The attributes are content type, message digest and
 * signing-certificate-v2. There is no signing time: a PDF signature must not have one (EN 319 142-1, 6.3), and a
 * token's content states its time.
 */
export function signContent(contentType: string, digest: Uint8Array, signer: Signer): ContentSignature {
  const attributes = signedAttributes(contentType, digest, signer);
  return { attributes, value: signP256(encodeSet(attributes), signer.privateKey) };
}

/** A placeholder signature of the maximum length, for calculating sizes. */
export function largestSignature(contentType: string, signer: Signer): ContentSignature {
  return {
    attributes: signedAttributes(contentType, new Uint8Array(32), signer),
    value: new Uint8Array(maxP256SignatureBytes),
  };
}

function signedAttributes(contentType: string, digest: Uint8Array, signer: Signer): Encoded[] {
  return [
    attribute(oids.contentType, oid(contentType)),
    attribute(oids.messageDigest, octetString(digest)),
    signingCertificateV2(signer.certificate),
  ];
}

/**
 * ContentInfo with SignedData and one signature (RFC 5652, 5); detached if `content` is missing. `certificates` are
 * DER. A PDF seal includes the signer's certificate; a token includes it on request.
 */
export function encodeSignedData(parts: {
  contentType: string;
  content?: Uint8Array;
  certificates: Uint8Array[];
  signer: Signer;
  signature: ContentSignature;
  unsignedAttributes?: Encoded[];
}): Encoded {
  const { contentType, content, certificates, signer, signature, unsignedAttributes = [] } = parts;
  const { issuer, serialNumber } = signerCertificate(signer);
  const signerInfo = sequence(
    integer(1),
    sequence(issuer.bytes, integer(serialNumber)),
    hashAlgorithm("SHA-256"),
    encodeSet(signature.attributes, constructedTag(0)),
    p256Signature(),
    octetString(signature.value),
    unsignedAttributes.length > 0 ? encodeSet(unsignedAttributes, constructedTag(1)) : undefined,
  );
  const signedData = sequence(
    integer(contentType === oids.data ? 1 : 3),
    encodeSet([hashAlgorithm("SHA-256")]),
    sequence(oid(contentType), content && tagged(0, octetString(content))),
    certificates.length > 0 ? encodeSet(certificates, constructedTag(0)) : undefined,
    encode(tags.set, signerInfo),
  );
  return sequence(oid(oids.signedData), tagged(0, signedData));
}
