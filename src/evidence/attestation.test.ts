import { expect, test } from "bun:test";
import { type Attestation, attestedClient, attestedName, checkAttestation } from "./attestation.ts";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";
import { createSerialNumber } from "./serial-number.ts";
import { signAttestation, signJws } from "./sign-attestation.ts";
import { createSigningKey, publicJwks } from "./signing-key.ts";

const bytes = (fill: number) => (length: number) => new Uint8Array(length).fill(fill);
const key = createSigningKey(bytes(7));
const stranger = createSigningKey(bytes(8));
const jwks = publicJwks([stranger, key]);

const attestation: Attestation = {
  v: 1,
  serial: createSerialNumber(bytes(5)),
  time: "2026-11-20T19:11:00Z",
  name: "عقد lease 张伟 🧿.pdf",
  client: "Zoë 张伟",
  original: "0a".repeat(32),
  stamped: "f5".repeat(32),
};
const signed = signAttestation(attestation, key);
const [header = "", payload = "", signature = ""] = signed.split(".");

test("a signed attestation can be verified with only the published keys", () => {
  expect(checkAttestation(signed, jwks)).toMatchObject({ attestation, key: { kid: key.kid } });
});

test("the payload is canonical JSON and the header is as short as possible", () => {
  const text = (part: string) => new TextDecoder().decode(decodeBase64url(part));
  expect(text(header)).toBe(`{"alg":"EdDSA","kid":"${key.kid}"}`);
  expect(Object.keys(JSON.parse(text(payload)))).toEqual([
    "client",
    "name",
    "original",
    "serial",
    "stamped",
    "time",
    "v",
  ]);
  expect(signAttestation({ ...attestation }, key)).toBe(signed);
});

test("any changed character makes it forged or malformed, never another valid text", () => {
  for (let at = 0; at < signed.length; at++) {
    const other = signed[at] === "A" ? "B" : "A";
    expect(checkAttestation(signed.slice(0, at) + other + signed.slice(at + 1), jwks)).toHaveProperty(
      "error",
    );
  }
});

test("a statement that says something twice is none, even with the key: programs would read different values", () => {
  const text = new TextDecoder().decode(decodeBase64url(payload));
  const other = `"original":"${"ee".repeat(32)}"`;
  for (const twice of [`{${other},`, '{"client":"Court",', '{"cli\\u0065nt":"Court",']) {
    const bytes = new TextEncoder().encode(text.replace("{", twice));
    const twiceSigned = signJws({ alg: "EdDSA", kid: key.kid }, bytes, key);
    expect([twice, checkAttestation(twiceSigned, jwks)]).toEqual([twice, { error: "malformed" }]);
  }
});

test("a changed payload with the old signature is forged", () => {
  const changed = signAttestation({ ...attestation, time: "2020-01-01T00:00:00Z" }, stranger).split(".")[1];
  expect(checkAttestation(`${header}.${changed}.${signature}`, jwks)).toEqual({ error: "forged" });
});

test("a signature by an unpublished key is unknown", () => {
  expect(checkAttestation(signed, publicJwks([stranger]))).toEqual({ error: "unknown-key" });
});

test("two keys with the same ID are both tried", () => {
  const [first, second] = publicJwks([stranger, key]).keys;
  const sameName = [first, second].flatMap((jwk) => (jwk ? [{ ...jwk, kid: key.kid }] : []));
  expect(checkAttestation(signed, { keys: sameName })).toHaveProperty("attestation");
});

const b64 = (value: unknown) => encodeBase64url(new TextEncoder().encode(JSON.stringify(value)));

test.each([
  ["empty text", ""],
  ["two parts", `${header}.${payload}`],
  ["four parts", `${signed}.AA`],
  ["padding", `${header}.${payload}.${signature}=`],
  ["blanks", ` ${signed}`],
  ["line end", `${signed}\n`],
  ["plain base64", `${header}.${payload}.${"+".repeat(86)}`],
  ["algorithm none", `${b64({ alg: "none", kid: key.kid })}.${payload}.`],
  ["another algorithm", `${b64({ alg: "ES256", kid: key.kid })}.${payload}.${signature}`],
  [
    "a header that asks for more",
    `${b64({ alg: "EdDSA", kid: key.kid, crit: ["x"] })}.${payload}.${signature}`,
  ],
  ["no key name", `${b64({ alg: "EdDSA" })}.${payload}.${signature}`],
  ["a short signature", `${header}.${payload}.${signature.slice(0, 40)}`],
])("%s is malformed", (_, text) => {
  expect(checkAttestation(text, jwks)).toEqual({ error: "malformed" });
});

test("stray bits after the last byte are malformed", () => {
  const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".indexOf(
    signature.at(-1) ?? "",
  );
  const stray = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[last + 1] ?? "";
  expect(checkAttestation(`${signed.slice(0, -1)}${stray}`, jwks)).toEqual({ error: "malformed" });
});

test.each([
  ["an unknown member", { ...attestation, more: 1 }],
  ["another version", { ...attestation, v: 2 }],
  ["a serial number with a wrong check character", { ...attestation, serial: "AT-00000-00000-00000-00001" }],
  ["an empty client name", { ...attestation, client: "" }],
  ["a client name that is too long", { ...attestation, client: "x".repeat(61) }],
  ["a hash in capitals", { ...attestation, original: "0A".repeat(32) }],
  ["a time with an offset", { ...attestation, time: "2026-11-20T13:11:00-06:00" }],
])("a correctly signed payload with %s is malformed", (_, wrong) => {
  const payloadBytes = new TextEncoder().encode(JSON.stringify(wrong));
  const text = signJws({ alg: "EdDSA", kid: key.kid }, payloadBytes, key);
  expect(checkAttestation(text, jwks)).toEqual({ error: "malformed" });
});

test("a long document name is cut only between visible characters", () => {
  const family = "👨‍👩‍👧‍👦";
  expect(attestedName("a".repeat(100))).toBe("a".repeat(80));
  expect(attestedName(`${"a".repeat(75)}${family}`)).toBe("a".repeat(75));
  expect(attestedName("lease.pdf")).toBe("lease.pdf");
  expect(attestedName("a\ud83d")).toBe("a\ufffd");
});

test("a long client name is cut only between visible characters", () => {
  expect(attestedClient(`${"a".repeat(58)}👨‍👩‍👧‍👦`)).toBe("a".repeat(58));
  expect(attestedClient("Zoë Müller")).toBe("Zoë Müller");
});

test("an attestation without a client name, like early ones, is valid too", () => {
  const { client: _, ...early } = attestation;
  expect(checkAttestation(signAttestation(early, key), jwks)).toMatchObject({
    attestation: early,
    key: { kid: key.kid },
  });
});
