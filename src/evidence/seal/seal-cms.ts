import { attribute } from "../cms/attributes.ts";
import { encodeSignedData, largestSignature, signContent } from "../cms/sign-data.ts";
import { computeHash } from "../hash.ts";
import { oids } from "../oids.ts";
import type { Signer } from "../x509/key-pair.ts";

/** What a seal is made of. Server only: browsers must not import it. */
export type SealParts = {
  /** SHA-256 of the bytes of the PDF that its ByteRange names. */
  digest: Uint8Array;
  signer: Signer;
  /** Certificates above the signer's, for readers that look for them nowhere else. */
  chain: Uint8Array[];
  /** A bare token over this SHA-256, that of the signature's value, its authority's certificate inside. */
  timeStamp: (imprint: Uint8Array) => Promise<Uint8Array | undefined> | Uint8Array | undefined;
};

/**
 * The CMS in the Contents of a PDF signature, detached: PAdES baseline B, and T with a time-stamp (EN 319 142-1,
 * 6.3; EN 319 122-1). The same bytes serve under ETSI.CAdES.detached and adbe.pkcs7.detached. The time of sealing
 * belongs into the signature dictionary, not in here.
 */
export async function sealCms({ digest, signer, chain, timeStamp }: SealParts): Promise<Uint8Array> {
  const signature = signContent(oids.data, digest, signer);
  const token = await timeStamp(computeHash("SHA-256", signature.value));
  return encodeSignedData({
    contentType: oids.data,
    certificates: [signer.certificate, ...chain],
    signer,
    signature,
    unsignedAttributes: token ? [attribute(oids.signatureTimeStamp, token)] : [],
  });
}

/** The bytes of the largest seal that `sealCms` makes with a time-stamp token of so many bytes. */
export function maxSealBytes(
  { signer, chain }: Pick<SealParts, "signer" | "chain">,
  tokenBytes: number,
): number {
  return encodeSignedData({
    contentType: oids.data,
    certificates: [signer.certificate, ...chain],
    signer,
    signature: largestSignature(oids.data, signer),
    unsignedAttributes: [attribute(oids.signatureTimeStamp, new Uint8Array(tokenBytes))],
  }).length;
}
