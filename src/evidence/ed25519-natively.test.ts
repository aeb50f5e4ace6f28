import { expect, test } from "bun:test";
import { decodeBase64url } from "./base64url.ts";
import { isEd25519Natively, isJwsSignedNatively } from "./ed25519-natively.ts";
import { isSignedBy, parseJws } from "./jws.ts";
import { signJws } from "./sign-attestation.ts";
import { createSigningKey } from "./signing-key.ts";
import { isEd25519 } from "./tlog/signed-note.ts";

const newKey = () => createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));

test("both implementations agree about a valid signature, each changed bit of it, and another key", () => {
  const [key, stranger] = [newKey(), newKey()];
  const jws = parseJws(signJws({ alg: "EdDSA", kid: key.kid }, new TextEncoder().encode("{}"), key));
  if (!jws) throw new Error("What was signed cannot be read.");
  const { x } = key.jwk;
  const said = (of: typeof jws, by = x) => {
    const message = new TextEncoder().encode(of.signed);
    const publicKey = decodeBase64url(by) ?? new Uint8Array();
    const checks = [isEd25519Natively, isEd25519].map((check) => check(of.signature, message, publicKey));
    return [isJwsSignedNatively(of, by), isSignedBy(of, by), ...checks];
  };
  expect(said(jws)).toEqual([true, true, true, true]);
  expect(said(jws, stranger.jwk.x)).toEqual([false, false, false, false]);
  expect(said({ ...jws, signed: `${jws.signed}x` })).toEqual([false, false, false, false]);
  for (const at of [0, 31, 32, 63]) {
    const signature = jws.signature.with(at, (jws.signature[at] ?? 0) ^ 0x20);
    expect(said({ ...jws, signature })).toEqual([false, false, false, false]);
  }
});
