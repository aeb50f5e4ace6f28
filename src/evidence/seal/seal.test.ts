import { afterAll, expect, test } from "bun:test";
import { time } from "../../formats/der/times.ts";
import { encodeSet } from "../../formats/der/write.ts";
import { attribute } from "../cms/attributes.ts";
import { encodeSignedData, signContent } from "../cms/sign-data.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { oids } from "../oids.ts";
import { afterwards, certificatePem, now, openssl, removeFiles, testAuthority } from "../test-pki.ts";
import { makeTimeStampToken } from "../tsp/authority.ts";
import { authority, computeImprint, facts, file } from "../tsp/test-tokens.ts";
import { readCertificate } from "../x509/certificate.ts";
import { readCrl, revocationReasons } from "../x509/crl.ts";
import { signP256 } from "../x509/key-pair.ts";
import { type SealParts, sealCms } from "./seal-cms.ts";
import { verifySeal } from "./verify-seal.ts";

afterAll(removeFiles);

const { digest } = computeImprint(file);
const stamp = (imprint: Uint8Array) =>
  makeTimeStampToken(
    { imprint: { hash: "SHA-256", digest: imprint }, nonce: undefined, wantsCertificate: true },
    facts,
  );
const parts: SealParts = {
  digest,
  signer: authority.seal,
  chain: [authority.root.certificate],
  timeStamp: stamp,
};
const long = new Date("2030-01-01T00:00:00Z");
const expected = { digest, roots: authority.roots, crls: [readCrl(authority.crl([]))], at: now };
const sealed = await sealCms(parts);
const unstamped = await sealCms({ ...parts, timeStamp: () => undefined });

test("openssl verifies a seal over its bytes, with a time-stamp and without", () => {
  const root = certificatePem(authority.root.certificate);
  const options = ["-inform", "DER", "-binary", "-out", "content"];
  for (const cms of [sealed, unstamped]) {
    const check = (content: Uint8Array, ...more: string[]) =>
      openssl("cms", "-verify", "-in", cms, "-content", content, "-CAfile", root, ...options, ...more);
    expect(check(file)).toEqual({ ok: true, text: expect.stringContaining("successful") });
    expect(check(file, "-purpose", "any", "-cades").ok).toBe(true);
    expect(check(new Uint8Array(9)).ok).toBe(false);
    expect(openssl("asn1parse", "-inform", "DER", "-in", cms).ok).toBe(true);
  }
});

test("openssl shows the attributes of PAdES baseline and no signing time", () => {
  const { text } = openssl("cms", "-cmsout", "-print", "-inform", "DER", "-in", sealed);
  expect(text).toContain("object: contentType");
  expect(text).toContain("object: messageDigest");
  expect(text).toContain("object: id-smime-aa-signingCertificateV2");
  expect(text).toContain("object: id-smime-aa-timeStampToken");
  expect(text).not.toContain("signingTime");
  expect(text).toContain("eContent: <ABSENT>");
});

test("a seal states its signer, and its time by a time-stamp", () => {
  const chain = [readCertificate(authority.seal.certificate), ...authority.roots];
  expect(verifySeal(sealed, expected)).toEqual({
    seal: {
      sealer: "Test Seal, Test",
      chain,
      timeStamp: expect.objectContaining({ time: now, authority: "Test TSA, Test" }),
    },
  });
  expect(verifySeal(unstamped, expected)).toEqual({
    seal: { sealer: "Test Seal, Test", chain, timeStamp: undefined },
  });
});

test("trailing zeros, as in a PDF, are allowed; other bytes are not", () => {
  expect(verifySeal(Uint8Array.from([...sealed, 0, 0]), expected)).toHaveProperty("seal");
  expect(verifySeal(Uint8Array.from([...sealed, 0, 1]), expected)).toEqual({ error: "malformed" });
});

test("other bytes, another root and a time outside the certificate's validity are detected", () => {
  expect(verifySeal(sealed, { ...expected, digest: new Uint8Array(32) })).toEqual({ error: "wrong-content" });
  expect(verifySeal(unstamped, { ...expected, roots: testAuthority().roots })).toEqual({
    error: "untrusted",
  });
  const later = { ...expected, crls: [], at: afterwards };
  expect(verifySeal(unstamped, later)).toEqual({ error: "outside-validity" });
  expect(verifySeal(sealed, later)).toHaveProperty("seal");
});

test("a seal made before its certificate was replaced is valid with its time-stamp, not without", () => {
  const { serialNumber } = readCertificate(authority.seal.certificate);
  const replaced = { serialNumber, at: long, reason: revocationReasons.superseded };
  const later = { ...expected, crls: [readCrl(authority.crl([replaced], long))], at: long };
  expect(verifySeal(sealed, later)).toHaveProperty("seal");
  expect(verifySeal(unstamped, later)).toEqual({ error: "revoked" });
});

test("a time-stamp over another signature is detected", async () => {
  const borrowed = await sealCms({ ...parts, timeStamp: () => stamp(new Uint8Array(32)) });
  expect(verifySeal(borrowed, expected)).toEqual({ error: "time-stamp", timeStamp: "wrong-imprint" });
  const none = await sealCms({ ...parts, timeStamp: () => encodeSet([]) });
  expect(verifySeal(none, expected)).toEqual({ error: "time-stamp", timeStamp: "malformed" });
});

test("a signing time, which PAdES forbids, and embedded content are rejected", () => {
  const plain = signContent(oids.data, digest, authority.seal);
  const attributes = [...plain.attributes, attribute(oids.signingTime, time(now))];
  const value = signP256(encodeSet(attributes), authority.seal.privateKey);
  const base = {
    contentType: oids.data,
    certificates: [authority.seal.certificate],
    signer: authority.seal,
  };
  const dated = encodeSignedData({ ...base, signature: { attributes, value } });
  const whole = encodeSignedData({ ...base, content: file, signature: plain });
  expect(verifySeal(dated, expected)).toEqual({ error: "malformed" });
  expect(verifySeal(whole, expected)).toEqual({ error: "malformed" });
});

test("one changed bit in anything signed or time-stamped is detected", () => {
  const { signedBytes, signature, unsignedAttributes } = readSignedData(sealed);
  const [token] = unsignedAttributes.get(oids.signatureTimeStamp) ?? [];
  const stamped = readSignedData(token?.bytes ?? new Uint8Array());
  const { tbs } = readCertificate(authority.seal.certificate);
  for (const part of [signedBytes.subarray(2), signature, tbs, stamped.content, stamped.signature]) {
    const start = Buffer.from(sealed).indexOf(part ?? new Uint8Array());
    expect(start).toBeGreaterThan(0);
    for (let at = start; at < start + (part?.length ?? 0); at += 2) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect([at, verifySeal(changed, expected)]).toEqual([
        at,
        expect.objectContaining({ error: expect.any(String) }),
      ]);
    }
  }
});
