import { afterEach, beforeEach, expect, test } from "bun:test";
import { createHmac, hkdfSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SigningKey } from "../../evidence/signing-key.ts";
import { strayKeyFiles } from "./key-names.ts";
import { keyedHash, loadCounterKey } from "./keyed-hash.ts";
import { loadSigningKeys, rotateSigningKey } from "./keys.ts";

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "attestamp-keys-"));
  path = join(dataDir, "keys/counters.jwk");
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const attestationKey = () => loadSigningKeys(dataDir, false).current;
const load = () => loadCounterKey(dataDir, attestationKey());
const hash = () => keyedHash({ counterKey: load() }, "address", "192.0.2.1");

/** The hash of version 1.0.0, which had no key for counters. */
function hashOfFirstVersion({ jwk }: SigningKey): string {
  const secret = Buffer.from(jwk.d, "base64url");
  const key = Buffer.from(hkdfSync("sha256", secret, "", "attestamp keyed hash: address", 32));
  return createHmac("sha256", key).update("192.0.2.1").digest("base64url");
}

test("counters of an earlier version stay valid, even after the attestation key is rotated", () => {
  const before = hashOfFirstVersion(attestationKey());
  expect(hash()).toBe(before);
  rotateSigningKey(dataDir, "attestation");
  rotateSigningKey(dataDir, "attestation");
  expect(hash()).toBe(before);
});

test("counters stay valid if the attestation key is rotated before the first start of this version", () => {
  const before = hashOfFirstVersion(attestationKey());
  expect(existsSync(path)).toBe(false);
  rotateSigningKey(dataDir, "attestation");
  expect(hash()).toBe(before);
});

test("a backup without the counters' key derives it again: the same while the attestation key is the same", () => {
  const before = hash();
  rmSync(path);
  expect(hash()).toBe(before);
  rotateSigningKey(dataDir, "attestation");
  rmSync(path);
  expect(hash()).not.toBe(before);
  expect(hash()).toBe(hashOfFirstVersion(attestationKey()));
});

test("the counters' key is readable only by its owner, is not a stray file, and does not reveal the attestation key", () => {
  load();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(strayKeyFiles(dataDir)).toEqual([]);
  expect(readFileSync(path, "utf8")).not.toContain(attestationKey().jwk.d);
});

test("if the server crashes while writing the counters' key, the key is created again", () => {
  const before = hashOfFirstVersion(attestationKey());
  writeFileSync(`${path}.new`, '{"kty":"oct"');
  expect(hash()).toBe(before);
  expect(existsSync(`${path}.new`)).toBe(false);
});

test("the server does not start with a damaged counters' key", () => {
  load();
  for (const text of ["", "{}", '{"kty":"oct","k":"AAAA"}', readFileSync(path, "utf8").slice(0, 40)]) {
    writeFileSync(path, text);
    expect(load).toThrow(`${path} is damaged: restore it from a backup`);
  }
});
