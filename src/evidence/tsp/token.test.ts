import { expect, test } from "bun:test";
import { integer, sequence, utf8String } from "../../formats/der/write.ts";
import { encodeSignedData, signContent } from "../cms/sign-data.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { computeHash } from "../hash.ts";
import { oids } from "../oids.ts";
import { now, testAuthority } from "../test-pki.ts";
import { readCertificate } from "../x509/certificate.ts";
import { readCrl, revocationReasons } from "../x509/crl.ts";
import { makeTsaCertificate } from "../x509/make-certificate.ts";
import { makeTimeStampToken, timeStampPolicy } from "./authority.ts";
import { authority, computeImprint, facts, file, grant, nonce } from "./test-tokens.ts";
import { type TokenExpectation, tokenOfReply, verifyTimeStampToken } from "./token.ts";

const { reply, token } = grant();
const expected: TokenExpectation = {
  imprint: computeImprint(file),
  nonce,
  roots: authority.roots,
};
const tsa = readCertificate(authority.tsa.certificate);

test("a token states when, by whom, under which policy, and how accurate the time is", () => {
  expect(tokenOfReply(reply)).toEqual({ token });
  expect(verifyTimeStampToken(token, expected)).toEqual({
    timeStamp: {
      time: now,
      accuracyMs: 1000,
      serialNumber: expect.any(BigInt),
      policy: timeStampPolicy,
      isStatedQualified: false,
      authority: "Test TSA, Test",
      root: "Test Root, Test",
      chain: [tsa, ...authority.roots],
    },
  });
});

test.each([
  ["another file", { imprint: computeImprint(new Uint8Array()) }, "wrong-imprint"],
  ["another nonce", { nonce: nonce + 1n }, "wrong-nonce"],
  ["another root", { roots: testAuthority().roots }, "untrusted"],
  ["no root", { roots: [] }, "untrusted"],
  [
    "a stolen key",
    {
      crls: [
        readCrl(
          authority.crl([
            { serialNumber: tsa.serialNumber, at: now, reason: revocationReasons.keyCompromise },
          ]),
        ),
      ],
    },
    "revoked",
  ],
] as const)("%s is noticed", (_, other, error) => {
  expect(verifyTimeStampToken(token, { ...expected, ...other } as TokenExpectation)).toEqual({ error });
});

test("a token from before its certificate is outside its validity, whatever the current time is", () => {
  const { imprint } = expected;
  const time = new Date("2025-12-31T23:59:59Z");
  const early = makeTimeStampToken({ imprint, nonce, wantsCertificate: true }, { ...facts, time });
  expect(verifyTimeStampToken(early, expected)).toEqual({ error: "outside-validity" });
});

test("a token signed with a certificate for another purpose is rejected", () => {
  const { token: sealed } = grant({ signer: authority.seal });
  expect(verifyTimeStampToken(sealed, expected)).toEqual({ error: "wrong-purpose" });
});

test("another certificate with the same key, name and serial number does not replace the signer's", () => {
  const twin = makeTsaCertificate(
    {
      serial: Uint8Array.fromHex(tsa.serialNumber.toString(16).padStart(32, "0")),
      organization: "Test",
      commonName: "Longer valid",
      notBefore: new Date("2020-01-01T00:00:00Z"),
      notAfter: new Date("2050-01-01T00:00:00Z"),
      privateKey: authority.tsa.privateKey,
    },
    authority.root,
  );
  const { content = new Uint8Array() } = readSignedData(token);
  const exchanged = encodeSignedData({
    contentType: oids.tstInfo,
    content,
    certificates: [twin],
    signer: authority.tsa,
    signature: signContent(oids.tstInfo, computeHash("SHA-256", content), authority.tsa),
  });
  expect(verifyTimeStampToken(exchanged, expected)).toEqual({ error: "forged" });
});

test("a reply that grants nothing has no token", () => {
  expect(tokenOfReply(sequence(sequence(integer(2), sequence(utf8String("no")))))).toEqual({
    error: "refused",
  });
  expect(tokenOfReply(sequence(sequence(integer(2)), token))).toEqual({ error: "refused" });
  expect(tokenOfReply(sequence(sequence(integer(0))))).toEqual({ error: "malformed" });
  expect(tokenOfReply(token.subarray(1))).toEqual({ error: "malformed" });
  expect(verifyTimeStampToken(reply, expected)).toEqual({ error: "malformed" });
});

test("one changed bit in anything signed is detected", () => {
  const { content, signedBytes, signature } = readSignedData(token);
  for (const part of [content, signedBytes.subarray(2), signature, tsa.tbs, tsa.signature]) {
    const start = Buffer.from(token).indexOf(part ?? new Uint8Array());
    expect(start).toBeGreaterThan(0);
    for (let at = start; at < start + (part?.length ?? 0); at++) {
      const changed = token.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect([at, verifyTimeStampToken(changed, expected)]).toEqual([at, { error: expect.any(String) }]);
    }
  }
});
