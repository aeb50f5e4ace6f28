import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { Sign1 } from "@auth0/cose";
import { parseJws } from "../jws.ts";
import { createSigningKey, type SigningKey } from "../signing-key.ts";
import { issue, key, own } from "../verifier/test-issued.ts";
import { makeCoseReceipt } from "./receipt.ts";
import { makeSignedStatement } from "./signed-statement.ts";

const { attestation, receipt, statement } = await issue();
const payload = parseJws(attestation)?.payload ?? new Uint8Array();
const cose = makeCoseReceipt(receipt, own.logKey) ?? new Uint8Array();
const claims = {
  issuer: "https://attestamp.example",
  subject: statement.serial,
  location: `https://attestamp.example/api/verify/${statement.serial}`,
};
const made = makeSignedStatement(payload, claims, key, cose);

const publicPart = ({ jwk: { kty, crv, x } }: SigningKey) =>
  crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", true, ["verify"]);

test("a COSE library verifies the statement and finds issuer, subject, hash and receipt in it", async () => {
  const read = Sign1.decode(made);
  await read.verify(await publicPart(key));
  expect(read.protectedHeaders).toEqual(
    new Map<number, unknown>([
      [1, -8],
      [4, Buffer.from(key.kid)],
      [
        15,
        new Map([
          [1, claims.issuer],
          [2, claims.subject],
        ]),
      ],
      [258, -16],
      [259, "application/json"],
      [260, claims.location],
    ]),
  );
  expect(Buffer.from(read.payload)).toEqual(createHash("sha256").update(payload).digest());
  expect(read.unprotectedHeaders).toEqual(new Map([[394, [Buffer.from(cose)]]]));
});

test("the library refuses another key, and a statement with a changed hash or claim", async () => {
  const stranger = createSigningKey((size) => new Uint8Array(size).fill(8));
  await expect(Sign1.decode(made).verify(await publicPart(stranger))).rejects.toThrow("signature");
  for (const text of [claims.subject, claims.issuer, createHash("sha256").update(payload).digest()]) {
    const changed = Buffer.from(made);
    const at = changed.indexOf(text);
    changed[at + 3] = (changed[at + 3] ?? 0) ^ 1;
    await expect(Sign1.decode(changed).verify(await publicPart(key))).rejects.toThrow("signature");
  }
});

test("the same attestation gives the same statement; without a receipt, it is signed, but not transparent", async () => {
  expect(makeSignedStatement(payload, claims, key, cose)).toEqual(made);
  const alone = Sign1.decode(makeSignedStatement(payload, claims, key, undefined));
  await alone.verify(await publicPart(key));
  expect(alone.unprotectedHeaders.size).toBe(0);
});
