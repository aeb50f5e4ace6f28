import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostQuantumKey, serializePostQuantumKey } from "../../evidence/post-quantum-key.ts";
import { strayKeyFiles } from "./key-names.ts";
import { loadSigningKeys, publishedKeys } from "./keys.ts";
import { loadPostQuantumKeys, rotatePostQuantumKey } from "./post-quantum-keys.ts";

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "attestamp-keys-"));
  path = join(dataDir, "keys/post-quantum.jwk");
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a new folder, and one from before there were second signatures, gets a key that only its owner can read", () => {
  loadSigningKeys(dataDir, false);
  const { current } = loadPostQuantumKeys(dataDir);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(loadPostQuantumKeys(dataDir).current).toEqual(current);
  expect(strayKeyFiles(dataDir)).toEqual([]);
});

test("a replaced key no longer signs; its public part stays published, with its end and the theft", () => {
  const old = loadPostQuantumKeys(dataDir).current;
  const now = Date.parse("2026-11-20T19:11:00Z");
  const made = rotatePostQuantumKey(dataDir, now, new Date(now - 60_000));
  const postQuantum = loadPostQuantumKeys(dataDir);
  expect([postQuantum.current, made.jwk.iat]).toEqual([made, now / 1000]);
  const keys = publishedKeys({ ...loadSigningKeys(dataDir, false), postQuantum }).post_quantum_keys;
  expect(keys?.map(({ kid }) => kid)).toEqual([made.kid, old.kid]);
  const revoked = { revoked_at: now / 1000 - 60, reason: "compromised" };
  expect(keys?.[1]).toMatchObject({ exp: now / 1000, revoked });
  expect(JSON.stringify(keys)).not.toContain("priv");
  expect(readFileSync(join(dataDir, `keys/retired/post-quantum-${old.kid}.jwk`), "utf8")).not.toContain(
    old.jwk.priv,
  );
  expect(strayKeyFiles(dataDir)).toEqual([]);
});

test("after a crash before the new key is written, the old one still signs and is published once", () => {
  const { current } = loadPostQuantumKeys(dataDir);
  const text = readFileSync(path, "utf8");
  rotatePostQuantumKey(dataDir);
  writeFileSync(path, text);
  writeFileSync(`${path}.new`, "half a ke");
  expect(loadPostQuantumKeys(dataDir)).toEqual({ current, all: [current] });
});

test("a damaged key, or one whose parts belong to two keys, is reported; without one there is nothing to rotate", () => {
  expect(() => rotatePostQuantumKey(dataDir)).toThrow(`restore ${path} from a backup`);
  const { current } = loadPostQuantumKeys(dataDir);
  const text = serializePostQuantumKey(current);
  const mixed = { ...current, jwk: { ...current.jwk, pub: createPostQuantumKey().jwk.pub } };
  for (const damaged of [text.slice(0, 40), serializePostQuantumKey(mixed)]) {
    writeFileSync(path, damaged);
    expect(() => loadPostQuantumKeys(dataDir)).toThrow("damaged");
  }
  writeFileSync(path, text);
  rotatePostQuantumKey(dataDir);
  const retired = join(dataDir, `keys/retired/post-quantum-${current.kid}.jwk`);
  writeFileSync(retired, "{}");
  expect(() => loadPostQuantumKeys(dataDir)).toThrow(`${retired} is damaged`);
});
