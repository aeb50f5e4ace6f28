import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sign1 } from "@auth0/cose";
import { makeTestFolder } from "../../testing/test-server.ts";
import { createSigningKey } from "../signing-key.ts";
import { commitmentTo } from "../tlog/commitment.ts";
import { leafHash } from "../tlog/merkle.ts";
import { signCheckpoint } from "../tlog/sign-note.ts";
import { printVerifierKey } from "../tlog/signed-note.ts";
import { printTlogProof } from "../tlog/tlog-proof.ts";
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

test("the receipt of a log with one entry has an empty path (RFC 9162, 2.1.3.1), which both programs accept", async () => {
  const extra = randomBytes(32);
  const hash = leafHash(commitmentTo(attestation, extra));
  const checkpoint = signCheckpoint({ origin: logOf(own).name, size: 1, hash }, own.logKey);
  const first = printTlogProof({ extra, index: 0, hashes: [], checkpoint });
  const alone = makeCoseReceipt(first, own.logKey) ?? new Uint8Array();
  expect(check(alone, attestation, verifierKey)).toBe(`1 0 ${coseKeyId(verifierKey)}`);
  const { kty, crv, x } = own.logKey.jwk;
  const publicKey = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", true, ["verify"]);
  const withHead = (head: Uint8Array) => {
    const { protectedHeaders, unprotectedHeaders, signature } = Sign1.decode(alone);
    return new Sign1(protectedHeaders, unprotectedHeaders, head, signature);
  };
  await withHead(hash).verify(publicKey);
  await expect(withHead(randomBytes(32)).verify(publicKey)).rejects.toThrow("signature");
});
