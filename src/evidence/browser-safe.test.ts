import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The checks that run in the page: these files and all their imports must not use Node. */
const checkers = [
  "ers/verify-record.ts",
  "../formats/sha256sums.ts",
  "tsp/request.ts",
  "tsp/token.ts",
  "seal/verify-seal.ts",
  "x509/pem.ts",
  "verifier/verify-files.ts",
  "verifier/read-given-files.ts",
  "verifier/make-records.ts",
  "opentimestamps/state.ts",
];

function findImports(path: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(path)) return seen;
  const text = readFileSync(join(import.meta.dir, path), "utf8").replace(/^import type [^;]*;$/gm, "");
  const names = [...text.matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => name);
  seen.set(path, names);
  for (const name of names.filter((name) => name.startsWith(".")))
    findImports(join(dirname(path), name), seen);
  return seen;
}

test("the code that checks files, time-stamps and seals runs in browsers: it imports neither Node modules nor signing code", () => {
  const modules = checkers.flatMap((path) => [...findImports(path)]);
  const packages = new Set(modules.flatMap(([, names]) => names.filter((name) => !name.startsWith("."))));
  expect([...packages].toSorted()).toEqual([
    "@noble/curves/nist.js",
    "@noble/ed25519",
    "@noble/hashes/legacy.js",
    "@noble/hashes/sha2.js",
    "@noble/hashes/utils.js",
    "@noble/post-quantum/ml-dsa.js",
    "canonicalize",
    "fflate",
    "punycode.js",
    "zod",
  ]);
});
