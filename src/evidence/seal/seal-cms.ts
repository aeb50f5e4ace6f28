import { attribute } from "../cms/attributes.ts";
import { encodeSignedData, largestSignature, signContent } from "../cms/sign-data.ts";
import { computeHash } from "../hash.ts";
import { oids } from "../oids.ts";
import type { Signer } from "../x509/key-pair.ts";

/** Input for a seal. Server only: browsers must not import it. */
export type SealParts = {
  /** SHA-256 of the bytes covered by the ByteRange. */
  digest: Uint8Array;
  signer: Signer;
  /** Certificates above the signer's, for readers that do not look for them elsewhere. */
  chain: Uint8Array[];
  /** Returns a bare token over this SHA-256 of the signature value that includes the authority's certificate. */
  timeStamp: (imprint: Uint8Array) => Promise<Uint8Array | undefined> | Uint8Array | undefined;
};

/**
 * The detached CMS for the Contents of a PDF signature: PAdES baseline B, or T with a time-stamp (EN 319 142-1, 6.3; EN
 * 319 122-1). The same bytes are valid as ETSI.CAdES.detached and adbe.pkcs7.detached. The signing time belongs in the
 * signature dictionary, not here.
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

/** The size of the largest seal that `sealCms` makes with a time-stamp token of this size. */
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
