import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadLogKey, loadSigningKeys, loadWitnessKey } from "./keys.ts";

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "attestamp-keys-"));
  path = join(dataDir, "keys/attestation.jwk");
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const nothingSigned = () => false;
const load = (hasSigned = nothingSigned) => loadSigningKeys(dataDir, hasSigned);

test("the first start makes a key that only its owner can read, every later one finds it", () => {
  const { current } = load();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "keys")).mode & 0o777).toBe(0o700);
  expect(load(() => true).current).toEqual(current);
});

test("a key that is gone is not replaced in silence once something was signed with it", () => {
  load();
  rmSync(path);
  expect(() => load(() => true)).toThrow("restore");
});

test("a damaged key stops the start", () => {
  load();
  writeFileSync(path, readFileSync(path, "utf8").slice(0, 40));
  expect(load).toThrow("damaged");
});

test("a retired key is still published", () => {
  const retired = load().current;
  renameSync(path, join(dataDir, "keys/2026.jwk"));
  const { current, all } = load(nothingSigned);
  expect(current.kid).not.toBe(retired.kid);
  expect(all.map(({ kid }) => kid)).toEqual([current.kid, retired.kid]);
});

for (const [who, file, loadOwn] of [
  ["the log", "log.jwk", loadLogKey],
  ["the witness of other logs", "witness.jwk", loadWitnessKey],
] as const) {
  test(`${who} has a key of its own, which is never published as one that signed attestations`, () => {
    const { current } = load();
    const own = loadOwn(dataDir, nothingSigned);
    expect(own.kid).not.toBe(current.kid);
    expect(loadOwn(dataDir, () => true)).toEqual(own);
    expect(load(() => true).all).toEqual([current]);
    rmSync(join(dataDir, "keys", file));
    expect(() => loadOwn(dataDir, () => true)).toThrow(`${file} from a backup`);
  });
}
