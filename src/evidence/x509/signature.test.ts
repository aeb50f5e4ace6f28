import { expect, test } from "bun:test";
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readDer } from "../../formats/der/read.ts";
import { integer, sequence } from "../../formats/der/write.ts";
import { readPublicKey } from "./public-key.ts";
import { isSignedWith } from "./signature.ts";
import { isSignedByNatively } from "./signed-natively.ts";

const message = new TextEncoder().encode("a lease");
const exportPublicKey = (key: KeyObject) =>
  readPublicKey(readDer(createPublicKey(key).export({ format: "der", type: "spki" })));

const rsa = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength }).privateKey;
const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve }).privateKey;

test.each([
  ["RSA", "SHA-256", rsa(2048)],
  ["RSA", "SHA-512", rsa(4096)],
  ["EC", "SHA-256", ec("P-256")],
  ["EC", "SHA-512", ec("P-256")],
  ["EC", "SHA-384", ec("P-384")],
  ["EC", "SHA-512", ec("P-521")],
] as const)("a signature by %s with %s is valid, and not with a changed bit anywhere", (kind, hash, key) => {
  const signature = new Uint8Array(sign(hash.replace("-", ""), message, key));
  const publicKey = exportPublicKey(key);
  const isSigned = (by: Uint8Array, over = message) => {
    const holds = isSignedWith(publicKey, { kind, hash }, over, by);
    const signed = { tbs: over, algorithm: { kind, hash }, signature: by };
    expect(isSignedByNatively(signed, publicKey)).toBe(holds);
    return holds;
  };
  expect(isSigned(signature)).toBe(true);
  expect(isSigned(signature, message.subarray(1))).toBe(false);
  for (let at = 0; at < signature.length; at += kind === "EC" ? 3 : 16) {
    const changed = signature.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    expect(isSigned(changed)).toBe(false);
  }
  expect(isSigned(signature.subarray(1))).toBe(false);
  expect(isSigned(new Uint8Array())).toBe(false);
});

test("numbers outside the order, points off the curve and weak keys are rejected", () => {
  const key = exportPublicKey(ec("P-256"));
  const by = (signature: Uint8Array, of = key) =>
    isSignedWith(of, { kind: "EC", hash: "SHA-256" }, message, signature);
  for (const number of [0n, -1n, 2n ** 256n - 1n, 2n ** 300n]) {
    expect(by(sequence(integer(number), integer(1)))).toBe(false);
    expect(by(sequence(integer(1), integer(number)))).toBe(false);
  }
  for (const point of [new Uint8Array(), Uint8Array.of(0), new Uint8Array(65).fill(4)]) {
    const [nowhere, signature] = [
      { kind: "EC", curve: "P-256", point } as const,
      sequence(integer(1), integer(1)),
    ];
    expect(by(signature, nowhere)).toBe(false);
    const algorithm = { kind: "EC", hash: "SHA-256" } as const;
    expect(isSignedByNatively({ tbs: message, algorithm, signature }, nowhere)).toBe(false);
  }
  const weak = rsa(1024);
  const signature = new Uint8Array(sign("sha256", message, weak));
  expect(isSignedWith(exportPublicKey(weak), { kind: "RSA", hash: "SHA-256" }, message, signature)).toBe(
    false,
  );
  expect(isSignedWith(key, { kind: "RSA", hash: "SHA-256" }, message, signature)).toBe(false);
});
