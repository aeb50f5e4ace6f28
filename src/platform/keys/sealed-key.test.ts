import { expect, test } from "bun:test";
import { openSealedKey, sealKey } from "./sealed-key.ts";

const secret = "a secret of the operator that is long enough";
const text = "-----BEGIN PRIVATE KEY-----\n…\n";

test("a sealed key opens with its secret under its name, and contains nothing readable", () => {
  const sealed = sealKey(secret, "tsa.pem", text);
  expect(openSealedKey(secret, "tsa.pem", sealed)).toBe(text);
  expect(sealed.includes("PRIVATE")).toBe(false);
});

test("a sealed key does not open with another secret, or as another key", () => {
  const sealed = sealKey(secret, "tsa.pem", text);
  expect(openSealedKey(`${secret}!`, "tsa.pem", sealed)).toBeUndefined();
  expect(openSealedKey(secret, "seal.pem", sealed)).toBeUndefined();
});

test("a sealed key with any byte changed, or truncated, does not open", () => {
  const sealed = sealKey(secret, "tsa.pem", text);
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSealedKey(secret, "tsa.pem", changed)).toBeUndefined();
    expect(openSealedKey(secret, "tsa.pem", sealed.subarray(0, at))).toBeUndefined();
  }
});

test("sealing the same key twice gives different bytes", () => {
  expect(sealKey(secret, "tsa.pem", text).equals(sealKey(secret, "tsa.pem", text))).toBe(false);
});
