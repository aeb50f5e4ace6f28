import { generateKeyPairSync } from "node:crypto";
import { AppError } from "../../errors.ts";
import type { Signer } from "../../evidence/x509/key-pair.ts";
import { makeCredentialsCertificate } from "../../evidence/x509/make-certificate.ts";
import { type AuthorityIdentity, keyName, namedCrl } from "./make-pki-key.ts";
import { PkiFiles } from "./pki-files.ts";

/** Signs content credentials until `renewAt`; its certificate is valid a day longer. */
export type CredentialsKey = Signer & { madeAt: Date; renewAt: Date };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const daysInUse = 7;

/** The issuer of these keys. Throws AppError without the root. */
export function readCredentialsIssuer(dataDir: string): Signer {
  const files = new PkiFiles(dataDir);
  const root = files.read("root");
  if (!root)
    throw new AppError("internal", "credentials-root-missing", "Missing: {path}. Restore from a backup.", {
      params: { path: files.getPath("root") },
    });
  return root;
}

/**
 * A key under the root that exists only in memory: each picture contains the key's certificate and a time-stamp that
 * proves it was valid at the time, so nothing is lost with the key. Its validity starts an hour ago, because the
 * time-stamp may come from another clock.
 */
export function makeCredentialsKey(root: Signer, identity: AuthorityIdentity, now: Date): CredentialsKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const madeAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const renewAt = new Date(madeAt.getTime() + daysInUse * dayMs);
  const certificate = makeCredentialsCertificate(
    {
      serial: crypto.getRandomValues(new Uint8Array(16)),
      organization: identity.organization,
      commonName: keyName("Content Credentials", identity),
      notBefore: new Date(madeAt.getTime() - hourMs),
      notAfter: new Date(renewAt.getTime() + dayMs),
      privateKey,
      ...namedCrl(root, identity),
    },
    root,
  );
  return { privateKey, certificate, madeAt, renewAt };
}

/** Whether a key can still be used. One with a future date is from a clock that was wrong. */
export const isFresh = ({ madeAt, renewAt }: CredentialsKey, now: Date): boolean =>
  now >= madeAt && now < renewAt;
