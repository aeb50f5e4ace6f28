import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import {
  certificatePem,
  getFile,
  newKey,
  now,
  openssl,
  removeFiles,
  testAuthority,
  toEpoch,
  written,
} from "../test-pki.ts";
import { readCertificate } from "./certificate.ts";
import { type ChainQuestion, verifyChain } from "./chain.ts";
import { readCrl, revocationReasons } from "./crl.ts";
import { makeSealCertificate, makeTsaCertificate } from "./make-certificate.ts";
import { decodePem, encodePem } from "./pem.ts";
import { isSignedBy } from "./signed.ts";

afterAll(removeFiles);

const authority = testAuthority();
const tsa = readCertificate(authority.tsa.certificate);
const seal = readCertificate(authority.seal.certificate);
const question: ChainQuestion = {
  certificate: tsa,
  purpose: "time-stamping",
  others: [],
  roots: authority.roots,
  at: now,
};
const before = new Date(now.getTime() - 1000);
const after = new Date(now.getTime() + 1000);
const revocation = (at: Date, reason?: number) => ({ serialNumber: tsa.serialNumber, at, reason });

test("openssl trusts both certificates under the root, with the revocation list", () => {
  const root = certificatePem(authority.root.certificate);
  const crl = new TextEncoder().encode(encodePem("X509 CRL", authority.crl([])));
  const verify = (purpose: string, certificate: Uint8Array) =>
    openssl(
      "verify",
      "-x509_strict",
      "-attime",
      toEpoch(now),
      "-crl_check",
      "-CRLfile",
      crl,
      "-purpose",
      purpose,
      "-CAfile",
      root,
      certificatePem(certificate),
    );
  expect(verify("timestampsign", tsa.bytes)).toEqual({ ok: true, text: expect.stringContaining("OK") });
  expect(verify("smimesign", seal.bytes)).toEqual({ ok: true, text: expect.stringContaining("OK") });
});

test("openssl detects a revoked certificate", () => {
  const root = certificatePem(authority.root.certificate);
  const revoked = authority.crl([revocation(before, revocationReasons.keyCompromise)]);
  const crl = new TextEncoder().encode(encodePem("X509 CRL", revoked));
  const { ok, text } = openssl(
    "verify",
    "-crl_check",
    "-CRLfile",
    crl,
    "-CAfile",
    root,
    certificatePem(tsa.bytes),
  );
  expect([ok, text]).toEqual([false, expect.stringContaining("certificate revoked")]);
  expect(openssl("crl", "-inform", "DER", "-in", revoked, "-noout", "-text").text).toContain(
    "Key Compromise",
  );
});

test("openssl prints the purpose of a certificate", () => {
  const request = {
    serial: randomBytes(16),
    organization: "Zoë & 张伟".repeat(20),
    commonName: "Seal",
    notBefore: before,
    notAfter: after,
    privateKey: newKey(),
  };
  const made = makeSealCertificate(request, authority.root);
  const { ok, text } = openssl("x509", "-inform", "DER", "-in", made, "-noout", "-text");
  expect(ok).toBe(true);
  expect(text).toContain("Digital Signature, Non Repudiation");
  expect(text).toContain("CA:FALSE");
  expect(openssl("x509", "-inform", "DER", "-in", tsa.bytes, "-noout", "-text").text).toMatch(
    /Extended Key Usage: critical\s+Time Stamping\n/,
  );
  for (const der of [made, tsa.bytes, authority.root.certificate, authority.crl([revocation(now)])]) {
    expect(openssl("asn1parse", "-inform", "DER", "-in", der).ok).toBe(true);
  }
});

test("a chain leads from the certificate to the root", () => {
  expect(verifyChain(question)).toEqual({ chain: [tsa, ...authority.roots] });
  expect(verifyChain({ ...question, certificate: seal, purpose: "sealing" })).toHaveProperty("chain");
});

test("a seal's certificate cannot make time-stamps, and a stranger's root is not trusted", () => {
  expect(verifyChain({ ...question, certificate: seal })).toEqual({ error: "wrong-purpose" });
  expect(verifyChain({ ...question, roots: testAuthority().roots })).toEqual({ error: "untrusted" });
  expect(verifyChain({ ...question, roots: [] })).toEqual({ error: "untrusted" });
  expect(verifyChain({ ...question, roots: testAuthority("Other").roots })).toEqual({ error: "untrusted" });
});

test("a certificate is valid from its first to its last second", () => {
  const at = (time: Date) => verifyChain({ ...question, at: time });
  expect(at(tsa.notBefore)).toHaveProperty("chain");
  expect(at(tsa.notAfter)).toHaveProperty("chain");
  expect(at(new Date(tsa.notBefore.getTime() - 1))).toEqual({ error: "outside-validity" });
  expect(at(new Date(tsa.notAfter.getTime() + 1))).toEqual({ error: "outside-validity" });
});

test("a certificate that is not a CA's cannot issue others", () => {
  const request = {
    serial: randomBytes(16),
    organization: "Test",
    commonName: "Made with the seal",
    notBefore: before,
    notAfter: after,
    privateKey: newKey(),
  };
  const below = readCertificate(makeTsaCertificate(request, authority.seal));
  expect(verifyChain({ ...question, certificate: below, others: [seal] })).toEqual({
    error: "wrong-purpose",
  });
});

test.each([
  ["before, for any reason", before, revocationReasons.superseded, "revoked"],
  ["later, because it was replaced", after, revocationReasons.superseded, undefined],
  ["later, because the authority ended", after, revocationReasons.cessationOfOperation, undefined],
  ["later, because the key was stolen", after, revocationReasons.keyCompromise, "revoked"],
  ["later, without a reason", after, undefined, "revoked"],
])("of a certificate revoked %s", (_, at, reason, error) => {
  const crls = [readCrl(authority.crl([revocation(at, reason)]))];
  expect(verifyChain({ ...question, crls })).toEqual(
    error ? { error: "revoked" } : { chain: expect.anything() },
  );
});

test.each([
  ["before the theft", before, now, now, "chain"],
  ["at the time of the theft", now, now, now, "error"],
  ["after the theft, which was noticed later", before, after, before, "error"],
  ["before the theft, which was noticed later", before, after, now, "chain"],
  ["before it was put on the list, with no date of the theft", before, now, undefined, "chain"],
])("what is known to have existed %s", (_, existedBy, at, invalidSince, outcome) => {
  const stolen = {
    ...revocation(at, revocationReasons.keyCompromise),
    ...(invalidSince && { invalidSince }),
  };
  const crls = [readCrl(authority.crl([stolen]))];
  expect(verifyChain({ ...question, existedBy, crls })).toHaveProperty(outcome);
});

test("openssl reads since when a key was in other hands", () => {
  const seconds = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000);
  const stolen = {
    ...revocation(seconds(now), revocationReasons.keyCompromise),
    invalidSince: seconds(before),
  };
  const list = authority.crl([stolen]);
  expect(readCrl(list).revocations).toEqual([stolen]);
  const { text } = openssl("crl", "-inform", "DER", "-in", list, "-noout", "-text");
  expect(text).toContain("Key Compromise");
  expect(text).toMatch(/Invalidity Date:\s+\w+ +\d+ [\d:]+ 20\d\d GMT/);
});

test("an expired list proves nothing, but a later one does", () => {
  const list = (iso: string) => [readCrl(authority.crl([], new Date(iso)))];
  expect(verifyChain({ ...question, crls: list("2026-09-01T00:00:00Z") })).toEqual({
    error: "revocation-unknown",
  });
  expect(verifyChain({ ...question, crls: list("2031-09-01T00:00:00Z") })).toHaveProperty("chain");
  expect(verifyChain({ ...question, crls: [readCrl(testAuthority().crl([]))] })).toEqual({
    error: "revocation-unknown",
  });
});

test("a chain of an external authority with keys of several kinds, made by openssl", () => {
  const { root, middle, leaf } = opensslChain();
  const ask = { ...question, at: new Date(), roots: [root] };
  expect(verifyChain({ ...ask, certificate: leaf, others: [leaf, root, middle] })).toEqual({
    chain: [leaf, middle, root],
  });
  expect(verifyChain({ ...ask, certificate: leaf, others: [] })).toEqual({ error: "untrusted" });
});

test("many certificates that all seem to issue each other are rejected, and each of the first sixteen is checked once", () => {
  const root = testAuthority("Same");
  const certificates = Array.from({ length: 40 }, () => readCertificate(root.root.certificate));
  const [first = tsa, ...others] = certificates;
  let checks = 0;
  const check: typeof isSignedBy = (signed, key) => {
    checks += 1;
    return isSignedBy(signed, key);
  };
  expect(verifyChain({ ...question, certificate: first, others, check })).toEqual({ error: "untrusted" });
  expect(checks).toBe(16);
});

/** A root, a CA below it and a time-stamping certificate. */
function opensslChain() {
  const make = (name: string, options: string[], extensions: string, issuer?: string) => {
    const config = getFile(
      `[req]\ndistinguished_name=dn\nprompt=no\nx509_extensions=ext\n[dn]\nO=Elsewhere\nCN=${name}\n[ext]\n${extensions}`,
    );
    const signed = issuer ? ["-CA", `${issuer}.pem`, "-CAkey", `${issuer}.key`] : [];
    const files = ["-keyout", `${name}.key`, "-out", `${name}.pem`, "-config", config];
    const { ok, text } = openssl("req", "-x509", "-nodes", "-days", "30", ...options, ...signed, ...files);
    if (!ok) throw new Error(text);
    const [der] = decodePem("CERTIFICATE", new TextDecoder().decode(written(`${name}.pem`)));
    return readCertificate(der ?? new Uint8Array());
  };
  const ec = (curve: string) => ["-newkey", "ec", "-pkeyopt", `ec_paramgen_curve:${curve}`];
  const ca =
    "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash";
  const use = "keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping";
  const root = make("root", ["-newkey", "rsa:2048", "-sha512"], ca);
  const middle = make("middle", [...ec("P-384"), "-sha384"], `${ca}\nauthorityKeyIdentifier=keyid`, "root");
  const leaf = make("leaf", [...ec("P-521"), "-sha512"], use, "middle");
  return { root, middle, leaf };
}
