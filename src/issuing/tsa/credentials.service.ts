import type { CredentialFacts } from "../../evidence/c2pa/manifest.ts";
import { signCredentials } from "../../evidence/c2pa/sign-credentials.ts";
import { fillCredentials } from "../../evidence/pades/fill-credentials.ts";
import type { IssuingDeps } from "../deps.ts";
import type { TimeStamper } from "./time-stamping.service.ts";

/**
 * Signs and time-stamps the content credentials of the stamped picture at `path`, and writes them into the reserved
 * space; returns the length and SHA-256 of the finished file. It is not synced: `files.keep` does that. Only the server
 * decides what the credentials state; the child process that opened the picture only says where the space is.
 */
export function credentialFile(
  deps: Pick<IssuingDeps, "config" | "files" | "authority"> & TimeStamper,
  path: string,
  place: { bytes: number; placeholder: { start: number; end: number } },
  picture: Omit<CredentialFacts, "id" | "productName">,
): Promise<{ bytes: number; sha256: string }> {
  const facts = { ...picture, productName: deps.config.productName, id: crypto.randomUUID() };
  const sign = (digest: Buffer) =>
    signCredentials({
      facts,
      digest,
      placeholder: place.placeholder,
      signer: deps.authority.credentials(),
      timeStamp: async (imprint) => (await deps.timeStamp(imprint)).token,
    });
  return fillCredentials(path, place, sign, deps.files.disk.openPrepared);
}
