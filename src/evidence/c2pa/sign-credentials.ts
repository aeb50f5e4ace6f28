import { computeHash } from "../hash.ts";
import { type Signer, signP256Fixed } from "../x509/key-pair.ts";
import { counterSigned, signedBytes, writeCoseSign1, writeHeader } from "./cose-sign1.ts";
import { type CredentialFacts, type Gap, makeManifest, writeManifestStore } from "./manifest.ts";
import { storeRoom, writeGap } from "./placeholder.ts";

/** What the credentials of one picture are made of. Server only: browsers must not import it. */
export type CredentialParts = {
  facts: CredentialFacts;
  /** SHA-256 of the picture without the gap. */
  digest: Uint8Array;
  /** Where the credentials will stand: `gapRoom` bytes. */
  gap: Gap;
  signer: Signer;
  /** A bare token over this SHA-256, its authority's certificate inside. */
  timeStamp: (imprint: Uint8Array) => Promise<Uint8Array> | Uint8Array;
};

/**
 * The bytes to put into the gap of a picture: its signed and time-stamped credentials (C2PA 2.2), padded to fill it.
 * Throws when they have no room.
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
  // From 256 to 65,535 bytes of padding its length takes two bytes, so that the rest stays as long.
  const padding = storeRoom - storeWith(256).length + 256;
  if (padding < 256)
    throw new Error(`Credentials need ${256 - padding} bytes more than are kept free for them.`);
  const bytes = writeGap(facts.fileType, storeWith(padding));
  if (bytes.length !== gap.end - gap.start)
    throw new Error("The gap for credentials is not as long as they are.");
  return bytes;
}
