import { computeHash } from "../hash.ts";
import { type Signer, signP256Fixed } from "../x509/key-pair.ts";
import { counterSigned, signedBytes, writeCoseSign1, writeHeader } from "./cose-sign1.ts";
import { type CredentialFacts, makeManifest, type Placeholder, writeManifestStore } from "./manifest.ts";
import { embedStore, storeBytes } from "./placeholder.ts";

/** Input for the credentials of one picture. Server only: browsers must not import it. */
export type CredentialParts = {
  facts: CredentialFacts;
  /** SHA-256 of the picture without the placeholder. */
  digest: Uint8Array;
  /** The position of the credentials; `placeholderBytes` bytes. */
  placeholder: Placeholder;
  signer: Signer;
  /** Returns a bare token over this SHA-256 that includes the authority's certificate. */
  timeStamp: (imprint: Uint8Array) => Promise<Uint8Array> | Uint8Array;
};

/**
 * The bytes for the placeholder of a picture: its signed and time-stamped credentials (C2PA 2.2), padded to fill it.
 * Throws if they do not fit.
 */
export async function signCredentials({
  facts,
  digest,
  placeholder,
  signer,
  timeStamp,
}: CredentialParts): Promise<Uint8Array> {
  const manifest = makeManifest(facts, digest, placeholder);
  const header = writeHeader(signer.certificate);
  const signature = signP256Fixed(signedBytes(header, manifest.claim), signer.privateKey);
  const token = await timeStamp(computeHash("SHA-256", counterSigned(header, signature)));
  const storeWith = (padding: number) =>
    writeManifestStore(manifest, writeCoseSign1({ header, signature, token, padding }));
  // From 256 to 65,535 bytes, the length of the padding takes two bytes, so the size of the rest stays the same.
  const padding = storeBytes - storeWith(256).length + 256;
  if (padding < 256)
    throw new Error(`The credentials need ${256 - padding} bytes more than the reserved space.`);
  const bytes = embedStore(facts.fileType, storeWith(padding));
  if (bytes.length !== placeholder.end - placeholder.start)
    throw new Error("The credentials do not fill the placeholder exactly.");
  return bytes;
}
