/** Test support: pictures with credentials, and the results of an independent program. */
import { setSystemTime } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initSync, WasmReader } from "@contentauth/c2pa-wasm";
import { newKey, now, type testAuthority } from "../test-pki.ts";
import { makeTimeStampToken } from "../tsp/authority.ts";
import type { Signer } from "../x509/key-pair.ts";
import { makeCredentialsCertificate } from "../x509/make-certificate.ts";
import { encodePem } from "../x509/pem.ts";
import type { CredentialFacts } from "./manifest.ts";
import { placeholderBytes } from "./placeholder.ts";
import { signCredentials } from "./sign-credentials.ts";
import {
  type CredentialCheck,
  type CredentialTrust,
  readCredentials,
  verifyCredentials,
} from "./verify-credentials.ts";

type TestAuthority = ReturnType<typeof testAuthority>;

/** The check of the credentials in a picture; undefined if it has none. */
export function verifyPicture(bytes: Uint8Array, trust: CredentialTrust): CredentialCheck | undefined {
  const found = readCredentials(bytes);
  return found && verifyCredentials(found, trust);
}

/** A certificate for credentials from the authority, with a new key. */
export function credentialsSigner({ root }: Pick<TestAuthority, "root">, organization = "Test"): Signer {
  const privateKey = newKey();
  const certificate = makeCredentialsCertificate(
    {
      serial: randomBytes(16),
      organization,
      commonName: `${organization} Content Credentials`,
      notBefore: new Date("2026-11-20T00:00:00Z"),
      notAfter: new Date("2026-11-28T00:00:00Z"),
      privateKey,
    },
    root,
  );
  return { privateKey, certificate };
}

export const facts: CredentialFacts = {
  productName: "Attestamp",
  serialNumber: "AT-77777-77777-77777-77775",
  fileType: "image/jpeg",
  originalSha256: "0f".repeat(32),
  id: "3b241101-e2bb-4255-8caf-4136c566a962",
};

/** The picture with credentials from byte `at` on: after its first segment or chunk. */
export async function withCredentials(
  picture: Buffer,
  authority: TestAuthority,
  { fileType = facts.fileType, signer = credentialsSigner(authority), stampedBy = authority.tsa } = {},
): Promise<Buffer> {
  const at = fileType === "image/png" ? 33 : 4 + picture.readUInt16BE(4);
  const credentials = await signCredentials({
    facts: { ...facts, fileType },
    digest: createHash("sha256").update(picture).digest(),
    placeholder: { start: at, end: at + placeholderBytes },
    signer,
    timeStamp: (digest) =>
      makeTimeStampToken(
        { imprint: { hash: "SHA-256", digest }, nonce: undefined, wantsCertificate: true },
        { signer: stampedBy, time: now, serial: randomBytes(16), accuracyMs: 1000 },
      ),
  });
  return Buffer.concat([picture.subarray(0, at), credentials, picture.subarray(at)]);
}

export type ExternalVerdict = {
  validation_state: "Trusted" | "Valid" | "Invalid";
  active_manifest: string;
  manifests: Record<
    string,
    { ingredients: Record<string, string>[]; assertions: { label: string; data: unknown }[] }
  >;
  validation_results: {
    activeManifest: Record<"success" | "informational" | "failure", { code: string }[]>;
  };
};

let isReady = false;

/**
 * The result of c2pa-rs, the reference reader, with its default settings or with this root trusted; undefined if it
 * finds no credentials. It reads the clock, which says `now` to it.
 */
export async function readExternal(
  picture: Uint8Array,
  fileType: CredentialFacts["fileType"],
  root?: Uint8Array,
): Promise<ExternalVerdict | undefined> {
  if (!isReady) {
    initSync({
      module: readFileSync(fileURLToPath(import.meta.resolve("@contentauth/c2pa-wasm/c2pa.wasm"))),
    });
    isReady = true;
  }
  const settings = root && { trust: { user_anchors: encodePem("CERTIFICATE", root) } };
  setSystemTime(now);
  try {
    const reader = await WasmReader.fromBytes(fileType, picture, settings && JSON.stringify(settings));
    return JSON.parse(reader.json());
  } catch {
    return undefined;
  } finally {
    setSystemTime();
  }
}

/** The codes of the errors it found. */
export const failuresIn = (verdict: ExternalVerdict | undefined): string[] =>
  verdict?.validation_results.activeManifest.failure.map(({ code }) => code) ?? ["unreadable"];
