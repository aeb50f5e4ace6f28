import { expect, test } from "bun:test";
import { verifyUrl } from "../formats/verify-url.ts";
import { thumbprint } from "./jwk.ts";
import { isSignedBy, parseJson, parseJws } from "./jws.ts";
import { signJws } from "./sign-attestation.ts";
import { createSigningKey, parseSigningKey, publicJwks, serializeSigningKey } from "./signing-key.ts";

/** RFC 8037, appendix A.1. */
const jwk = {
  kty: "OKP",
  crv: "Ed25519",
  d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
};
const key = parseSigningKey(JSON.stringify(jwk));
const example =
  "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

test("the thumbprint of RFC 8037, appendix A.3", () => {
  expect(thumbprint(jwk.x)).toBe("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
  expect(key.kid).toBe("kPrK_qmx");
});

test("the signature of RFC 8037, appendix A.4", () => {
  const payload = new TextEncoder().encode("Example of Ed25519 signing");
  expect(signJws({ alg: "EdDSA" }, payload, key)).toBe(example);
});

test("the verification of RFC 8037, appendix A.5", () => {
  const parsed = parseJws(example);
  expect(parsed && isSignedBy(parsed, jwk.x)).toBe(true);
  expect(parsed && isSignedBy({ ...parsed, signed: `${parsed.signed}A` }, jwk.x)).toBe(false);
});

test("a key is the same after serializing and parsing; its public part reveals nothing about the private one", () => {
  const made = createSigningKey((length) => new Uint8Array(length).fill(3));
  expect(parseSigningKey(serializeSigningKey(made))).toEqual(made);
  expect(publicJwks([made]).keys).toEqual([
    { kty: "OKP", crv: "Ed25519", x: made.jwk.x, kid: made.kid, alg: "EdDSA", use: "sig" },
  ]);
});

test("a damaged key is rejected", () => {
  const other = createSigningKey((length) => new Uint8Array(length).fill(4)).jwk.x;
  for (const text of ["", "{}", JSON.stringify({ ...jwk, x: other }), JSON.stringify({ ...jwk, d: "AA" })]) {
    expect(() => parseSigningKey(text)).toThrow("The signing key is damaged");
  }
});

test("the attestation is in the fragment of the verification address", () => {
  const url = new URL(verifyUrl("https://example.org/", "AT-00000-00000-00000-00000", example));
  expect(url.pathname).toBe("/verify/AT-00000-00000-00000-00000");
  expect(url.hash).toBe(`#${example}`);
});

test("JSON in which an object has a name twice is not read, however it is written", () => {
  const read = (text: string) => parseJson(new TextEncoder().encode(text));
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '[{"b":{"a":1,"a":2}}]',
    '{"__proto__":1,"__proto__":2}',
  ])
    expect([text, read(text)]).toEqual([text, undefined]);
  for (const text of ['{"a":{"a":1},"b":[{"a":2},{"a":"a\\":"}]}', '{"\\":" : "a:1"}', '["a",":"]', "1"])
    expect(read(text)).toEqual(JSON.parse(text));
});
