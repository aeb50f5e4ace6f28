import { expect, test } from "bun:test";
import { hexToBytes } from "@noble/hashes/utils.js";
import { writeSha256Sums } from "../formats/sha256sums.ts";
import { checkAttestation } from "./attestation.ts";
import { decodeBase64url } from "./base64url.ts";
import { type CollectionStatement, checkCollectionStatement, commitToList } from "./collection-statement.ts";
import { createSerialNumber } from "./serial-number.ts";
import { signAttestation, signCollectionStatement, signJws } from "./sign-attestation.ts";
import { createSigningKey, publicJwks } from "./signing-key.ts";
import { commitmentTo } from "./tlog/commitment.ts";

const bytes = (fill: number) => (length: number) => new Uint8Array(length).fill(fill);
const key = createSigningKey(bytes(7));
const stranger = createSigningKey(bytes(8));
const jwks = publicJwks([key]);

const statement: CollectionStatement = {
  v: 1,
  kind: "collection",
  serial: createSerialNumber(bytes(5)),
  time: "2026-11-20T19:11:00Z",
  name: "Wedding 婚礼 2026",
  client: "Zoë",
  files: 800,
  bytes: 6_400_000_000,
  root: "0a".repeat(32),
  list: "f5".repeat(32),
};
const signed = signCollectionStatement(statement, key);

test("the statement of a collection can be verified with only the published keys", () => {
  expect(checkCollectionStatement(signed, jwks)).toMatchObject({ statement, key: { kid: key.kid } });
  expect(checkCollectionStatement(signCollectionStatement(statement, stranger), jwks)).toEqual({
    error: "unknown-key",
  });
});

test("any changed character makes it forged or malformed", () => {
  for (let at = 0; at < signed.length; at++) {
    const other = signed[at] === "A" ? "B" : "A";
    const changed = signed.slice(0, at) + other + signed.slice(at + 1);
    expect(checkCollectionStatement(changed, jwks)).toHaveProperty("error");
  }
});

test("a collection is never mistaken for a document, nor a document for a collection", () => {
  const { v, serial, time, name } = statement;
  const document = signAttestation(
    { v, serial, time, name, original: statement.root, stamped: statement.list },
    key,
  );
  expect(checkAttestation(signed, jwks)).toEqual({ error: "malformed" });
  expect(checkCollectionStatement(document, jwks)).toEqual({ error: "malformed" });
});

test("a signed statement with an extra field, or without files, is not a collection's statement", () => {
  const sign = (payload: object) =>
    signJws({ alg: "EdDSA", kid: key.kid }, new TextEncoder().encode(JSON.stringify(payload)), key);
  const { list: _, ...incomplete } = statement;
  const refused = [{ ...statement, stamped: statement.root }, { ...statement, files: 0 }, incomplete];
  for (const payload of refused)
    expect(checkCollectionStatement(sign(payload), jwks)).toEqual({ error: "malformed" });
});

test("the log entry of a collection is the SHA-256 of the salt, the root, and the signed bytes", () => {
  const salt = bytes(3)(32);
  const payload = decodeBase64url(signed.split(".")[1] ?? "") ?? new Uint8Array();
  const expected = new Bun.CryptoHasher("sha256")
    .update(salt)
    .update(hexToBytes(statement.root))
    .update(payload)
    .digest();
  expect(commitmentTo(signed, salt)).toEqual(new Uint8Array(expected));
});

test("the commitment to a list depends on every character and on the salt", () => {
  const salt = bytes(1)(32);
  const files = ["plan.pdf", "photo.jpg"].map((name, index) => ({ name, sha256: `${index}`.repeat(64) }));
  const list = writeSha256Sums(files);
  const commitments = [
    commitToList(salt, list),
    commitToList(bytes(0)(32), list),
    commitToList(salt, list.replace("plan.pdf", "plan.PDF")),
    commitToList(salt, writeSha256Sums(files.toReversed())),
  ];
  expect(new Set(commitments).size).toBe(4);
});
