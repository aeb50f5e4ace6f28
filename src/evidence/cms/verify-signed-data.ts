import { readOctetString, readOid } from "../../formats/der/values.ts";
import { computeHash, type HashName, sameBytes } from "../hash.ts";
import { oids } from "../oids.ts";
import type { Certificate } from "../x509/certificate.ts";
import { isSignedWith } from "../x509/signature.ts";
import type { SignedData } from "./signed-data.ts";
import { namesSigner } from "./signing-certificate.ts";

/**
 * `forged`: the signature does not match; `wrong-content`: signed for other content; `no-certificate`: the signer's
 * certificate is missing; `unsupported`: a hash or algorithm that we do not accept.
 */
export type SignatureIssue = "forged" | "wrong-content" | "no-certificate" | "unsupported";

/**
 * Returns the signer's certificate if the signature is valid (RFC 5652, 5.4 and 5.6; RFC 5035). Does not check whether
 * the certificate is trusted; see `verifyChain`. `digestOf` returns the hash of detached content; `others` are
 * certificates from other sources. Throws `MalformedDer`. Runs in browsers.
 */
export function verifySignedData(
  data: SignedData,
  digestOf: (hash: HashName) => Uint8Array | undefined,
  others: Certificate[],
): { signer: Certificate } | { error: SignatureIssue } {
  const { hash, algorithm, signedAttributes, content } = data;
  const signer = [...data.certificates, ...others].find((certificate) => isSigner(certificate, data));
  if (!signer) return { error: "no-certificate" };
  if (!hash || !algorithm) return { error: "unsupported" };
  const signatureAlgorithm = { kind: algorithm.kind, hash: algorithm.hash ?? hash };
  const isSigned = isSignedWith(signer.publicKey, signatureAlgorithm, data.signedBytes, data.signature);
  if (!isSigned || !namesSigner(signedAttributes, signer.bytes)) return { error: "forged" };
  const digest = content ? computeHash(hash, content) : digestOf(hash);
  const [type, ...moreTypes] = signedAttributes.get(oids.contentType) ?? [];
  const [signedDigest, ...moreDigests] = signedAttributes.get(oids.messageDigest) ?? [];
  const isAbout =
    type !== undefined &&
    signedDigest !== undefined &&
    digest !== undefined &&
    moreTypes.length + moreDigests.length === 0 &&
    readOid(type) === data.contentType &&
    sameBytes(readOctetString(signedDigest), digest);
  return isAbout ? { signer } : { error: "wrong-content" };
}

function isSigner(certificate: Certificate, { signerId }: SignedData): boolean {
  if ("subjectKeyId" in signerId) {
    const { subjectKeyId } = certificate;
    return subjectKeyId !== undefined && sameBytes(subjectKeyId, signerId.subjectKeyId);
  }
  return (
    certificate.serialNumber === signerId.serialNumber && sameBytes(certificate.issuer.bytes, signerId.issuer)
  );
}
