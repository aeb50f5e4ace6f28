import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSigningKey, serializeSigningKey, serializeVerifyingKey } from "../../evidence/signing-key.ts";
import { strayKeyFiles } from "./key-names.ts";
import { loadLogKey, loadSigningKeys, loadWitnessKey, rotateSigningKey } from "./keys.ts";

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "attestamp-keys-"));
  path = join(dataDir, "keys/attestation.jwk");
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (hasSigned = false) => loadSigningKeys(dataDir, hasSigned);

test("the first start creates a key that only its owner can read, every later one finds it", () => {
  const { current } = load();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "keys")).mode & 0o777).toBe(0o700);
  expect(load(true).current).toEqual(current);
});

test("a missing key is not silently replaced once something was signed with it", () => {
  load();
  rmSync(path);
  expect(() => load(true)).toThrow("restore");
});

test("the server does not start with a damaged key", () => {
  load();
  writeFileSync(path, readFileSync(path, "utf8").slice(0, 40));
  expect(load).toThrow("damaged");
});

test("a key replaced by the operator no longer signs, but its public part is still published", () => {
  const old = load().current;
  const made = rotateSigningKey(dataDir, "attestation", Date.parse("2026-11-20T19:11:00Z"));
  const { current, all } = load(true);
  expect([current, current.kid === old.kid]).toEqual([made, false]);
  expect(all.map(({ kid }) => kid)).toEqual([made.kid, old.kid]);
  const kept = readFileSync(join(dataDir, `keys/retired/attestation-${old.kid}.jwk`), "utf8");
  const { x, iat } = old.jwk;
  const exp = Date.parse("2026-11-20T19:11:00Z") / 1000;
  expect(JSON.parse(kept)).toEqual({ kty: "OKP", crv: "Ed25519", x, iat, exp });
  expect(made.jwk.iat).toBe(exp);
});

test("after a crash before the new key is written, the old one still signs and is published once", () => {
  const old = load().current;
  const text = readFileSync(path, "utf8");
  rotateSigningKey(dataDir, "attestation");
  writeFileSync(path, text);
  writeFileSync(`${path}.new`, "half a ke");
  expect(load(true)).toEqual({ current: old, all: [old] });
});

test("without a key there is nothing to rotate", () => {
  expect(() => rotateSigningKey(dataDir, "attestation")).toThrow(`restore ${path} from a backup`);
});

test("files next to the keys that the program did not write are not published; they are reported", () => {
  const { current } = load();
  const stranger = createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  rotateSigningKey(dataDir, "attestation");
  const strays = [
    "2026.jwk",
    "attestation copy.jwk",
    "retired/attestation.jwk",
    "retired/other-12345678.jwk",
  ];
  for (const name of strays) writeFileSync(join(dataDir, "keys", name), serializeSigningKey(stranger));
  expect(load(true).all.map(({ kid }) => kid)).not.toContain(stranger.kid);
  expect(strayKeyFiles(dataDir).toSorted()).toEqual(
    strays.map((name) => join(dataDir, "keys", name)).toSorted(),
  );
  const forged = join(dataDir, `keys/retired/attestation-${current.kid}.jwk`);
  for (const text of [serializeVerifyingKey(stranger), serializeSigningKey(current), "{}"]) {
    writeFileSync(forged, text);
    expect(() => load(true)).toThrow(`${forged} is damaged`);
  }
});

for (const [who, file, loadOwn] of [
  ["the log", "log.jwk", loadLogKey],
  ["the witness of other logs", "witness.jwk", loadWitnessKey],
] as const) {
  test(`${who} has its own key, which is never published as an attestation key`, async () => {
    const { current } = load();
    const own = await loadOwn(dataDir, false);
    expect(own.kid).not.toBe(current.kid);
    expect(await loadOwn(dataDir, true)).toEqual(own);
    expect(load(true).all).toEqual([current]);
    rmSync(join(dataDir, "keys", file));
    await expect((async () => loadOwn(dataDir, true))()).rejects.toThrow(`${file} from a backup`);
  });
}
