import type { Jwks, PublicJwk } from "./jwk.ts";
import { isSignedBy, parseJws } from "./jws.ts";
import { readSerialNumber } from "./serial-number.ts";

/**
 * The list of all other files of an evidence pack, signed with the attestation key. A compact JWS whose payload is
 * input for `sha256sum --check`: a line that names the document, then SHA-256 (lower-case hex) and name of each file.
 * It is not JSON, so that it can never be mistaken for an attestation. It has no time: every file of the pack that
 * states a time has its own proof of it.
 */
export type PackManifest = { serial: string; files: { name: string; sha256: string }[] };

/** `unknown-key`: signed by an unknown key, or no keys are known; `forged`: the signature does not match. */
export type ManifestIssue = "malformed" | "unknown-key" | "forged";

const heading = "# attestamp pack v1 ";

/** The bytes that are signed. Throws for a name with a line break. */
export function manifestPayload({ serial, files }: PackManifest): Uint8Array {
  if (files.some(({ name }) => /[\n\r\\]/.test(name)))
    throw new Error("A name does not fit into a manifest.");
  const lines = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  return new TextEncoder().encode(`${heading}${serial}\n${lines.join("")}`);
}

/** Checks a signed manifest against the published keys. Runs in browsers, also over plain http. */
export function checkManifest(
  text: string,
  jwks: Jwks,
): { manifest: PackManifest; key: PublicJwk } | { error: ManifestIssue } {
  const jws = parseJws(text);
  const kid = jws?.header.kid;
  const manifest = jws && readPayload(jws.payload);
  if (!jws || kid === undefined || !manifest) return { error: "malformed" };
  const keys = jwks.keys.filter((key) => key.kid === kid);
  if (keys.length === 0) return { error: "unknown-key" };
  const key = keys.find(({ x }) => isSignedBy(jws, x));
  return key ? { manifest, key } : { error: "forged" };
}

function readPayload(payload: Uint8Array): PackManifest | undefined {
  const [first = "", ...lines] = new TextDecoder().decode(payload).split("\n");
  const serial = first.slice(heading.length);
  const isWhole = first.startsWith(heading) && readSerialNumber(serial) === serial && lines.pop() === "";
  const files = lines.map((line) => ({ sha256: line.slice(0, 64), name: line.slice(66) }));
  const areFiles = lines.every((line) => /^[0-9a-f]{64} {2}./.test(line));
  return isWhole && areFiles ? { serial, files } : undefined;
}
