import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTestFolder } from "../../testing/test-server.ts";
import { createSigningKey } from "../signing-key.ts";
import { printVerifierKey } from "../tlog/signed-note.ts";
import { issue, logOf, own } from "../verifier/test-issued.ts";
import { coseKeyId, makeCoseReceipt } from "./receipt.ts";

/** What a program that only knows the standards says about a receipt. */
function check(receipt: Uint8Array, attestation: string, verifierKey: string): string {
  const folder = makeTestFolder();
  const path = (name: string) => join(folder, name);
  writeFileSync(path("receipt"), receipt);
  writeFileSync(path("jws"), attestation);
  const program = join(import.meta.dir, "test-check-receipt.py");
  const { stdout, stderr } = Bun.spawnSync([
    ...["python3", program, path("receipt"), path("jws"), verifierKey],
  ]);
  rmSync(folder, { recursive: true, force: true });
  return (stdout.toString() || stderr.toString()).trim().split("\n").at(-1) ?? "";
}

const { attestation, receipt } = await issue();
const verifierKey = printVerifierKey(logOf(own));
const cose = makeCoseReceipt(receipt, own.logKey) ?? new Uint8Array();

test("a COSE receipt proves to a program that only knows RFC 9942 that the entry is in the log", () => {
  expect(check(cose, attestation, verifierKey)).toBe(`11 5 ${coseKeyId(verifierKey)}`);
  // Ed25519: the same head gives the same receipt.
  expect(makeCoseReceipt(receipt, own.logKey)).toEqual(cose);
});

test("it proves nothing about another attestation, under another key, or with one byte changed", async () => {
  const other = await issue();
  expect(check(cose, other.attestation, verifierKey)).toBe("The signature is wrong.");
  const stranger = printVerifierKey(logOf({ logKey: createSigningKey(randomBytes) }));
  expect(check(cose, attestation, stranger)).toContain("another key");
  const changed = Uint8Array.from(cose);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(check(changed, attestation, verifierKey)).toBe("The signature is wrong.");
});

test("only a head that the log's key has signed as a checkpoint is signed once more", () => {
  expect(makeCoseReceipt(receipt, createSigningKey(randomBytes))).toBeUndefined();
  expect(makeCoseReceipt("not a receipt", own.logKey)).toBeUndefined();
});
