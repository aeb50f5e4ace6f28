import { computeHash } from "../hash.ts";
import { type Signer, signP256Fixed } from "../x509/key-pair.ts";
import { counterSigned, signedBytes, writeCoseSign1, writeHeader } from "./cose-sign1.ts";
import { type CredentialFacts, type Gap, makeManifest, writeManifestStore } from "./manifest.ts";
import { storeRoom, writeGap } from "./placeholder.ts";

/** Input for the credentials of one picture. Server only: browsers must not import it. */
export type CredentialParts = {
  facts: CredentialFacts;
  /** SHA-256 of the picture without the gap. */
  digest: Uint8Array;
  /** The position of the credentials; `gapRoom` bytes. */
  gap: Gap;
  signer: Signer;
  /** Returns a bare token over this SHA-256 that includes the authority's certificate. */
  timeStamp: (imprint: Uint8Array) => Promise<Uint8Array> | Uint8Array;
};

/**
 * The bytes for the gap of a picture: its signed and time-stamped credentials (C2PA 2.2), padded to fill the gap.
 * Throws if they do not fit.
 */
export async function signCredentials({
  facts,
  digest,
  gap,
  signer,
  timeStamp,
}: CredentialParts): Promise<Uint8Array> {
  const manifest = makeManifest(facts, digest, gap);
  const header = writeHeader(signer.certificate);
  const signature = signP256Fixed(signedBytes(header, manifest.claim), signer.privateKey);
  const token = await timeStamp(computeHash("SHA-256", counterSigned(header, signature)));
  const storeWith = (padding: number) =>
    writeManifestStore(manifest, writeCoseSign1({ header, signature, token, padding }));
  // From 256 to 65,535 bytes, the length of the padding takes two bytes, so the size of the rest stays the same.
  const padding = storeRoom - storeWith(256).length + 256;
  if (padding < 256)
    throw new Error(`The credentials need ${256 - padding} bytes more than the reserved space.`);
  const bytes = writeGap(facts.fileType, storeWith(padding));
  if (bytes.length !== gap.end - gap.start) throw new Error("The credentials do not fill the gap exactly.");
  return bytes;
}
