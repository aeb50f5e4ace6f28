import { afterAll, expect, test } from "bun:test";
import { boolean, integer, octetString, oid, sequence, tagged } from "../../formats/der/write.ts";
import { hashAlgorithm } from "../hash.ts";
import {
  afterwards,
  certificatePem,
  getFile,
  now,
  openssl,
  removeFiles,
  toEpoch,
  written,
} from "../test-pki.ts";
import { answerTimeStampRequest, timeStampPolicy } from "./authority.ts";
import { makeTimeStampRequest, parseTimeStampRequest } from "./request.ts";
import { authority, computeImprint, facts, file, grant, nonce } from "./test-tokens.ts";
import { tokenOfReply, verifyTimeStampToken } from "./token.ts";

afterAll(removeFiles);

const root = certificatePem(authority.root.certificate);
const verified = { ok: true, text: expect.stringContaining("Verification: OK") };
const query = (...args: string[]) => {
  const { ok, text } = openssl("ts", "-query", "-data", getFile(file), "-out", "query.tsq", ...args);
  if (!ok) throw new Error(text);
  return written("query.tsq");
};

test("openssl verifies a reply and the bare token in it", () => {
  const { reply, token } = grant();
  expect(openssl("ts", "-verify", "-data", file, "-in", reply, "-CAfile", root)).toEqual(verified);
  const at = ["-attime", toEpoch(now)];
  expect(openssl("ts", "-verify", "-data", file, "-in", token, "-token_in", "-CAfile", root, ...at)).toEqual(
    verified,
  );
  const wrong = new TextEncoder().encode("another lease");
  expect(openssl("ts", "-verify", "-data", wrong, "-in", reply, "-CAfile", root).ok).toBe(false);
  for (const der of [reply, token]) expect(openssl("asn1parse", "-inform", "DER", "-in", der).ok).toBe(true);
});

test("openssl parses a reply", () => {
  const serial = Uint8Array.fromHex("00ff112233445566778899aabbccddee");
  const { text } = openssl("ts", "-reply", "-in", grant({ serial, accuracyMs: 1500 }).reply, "-text");
  expect(text).toContain("Status: Granted");
  expect(text).toContain(`Policy OID: ${timeStampPolicy}`);
  expect(text).toContain("Serial number: 0xFF112233445566778899AABBCCDDEE");
  expect(text).toContain("Time stamp: Nov 20 19:11:07.25 2026 GMT");
  expect(text).toContain("Accuracy: 0x01 seconds, 0x01F4 millis");
  expect(text).toContain("Ordering: no");
  expect(text).toContain("Nonce: 0xFEDCBA9876543210");
});

test.each([["-sha256"], ["-sha384"], ["-sha512"]])(
  "a request made by openssl with %s gets a reply that it accepts",
  (hash) => {
    for (const options of [
      [hash, "-cert"],
      [hash],
      [hash, "-no_nonce"],
      [hash, "-tspolicy", timeStampPolicy],
    ]) {
      const request = query(...options);
      const { reply } = answerTimeStampRequest(request, facts);
      const signer = options.includes("-cert")
        ? []
        : ["-untrusted", certificatePem(authority.tsa.certificate)];
      expect(
        openssl("ts", "-verify", "-queryfile", request, "-in", reply, "-CAfile", root, ...signer),
      ).toEqual(verified);
    }
  },
);

test("openssl parses our requests", () => {
  const request = makeTimeStampRequest(computeImprint(file), nonce);
  const { text } = openssl("ts", "-query", "-in", request, "-text");
  expect(text).toContain("Hash Algorithm: sha256");
  expect(text).toContain("Nonce: 0xFEDCBA9876543210");
  expect(text).toContain("Certificate required: yes");
  expect(parseTimeStampRequest(request)).toEqual({
    imprint: { ...computeImprint(file), encoded: expect.anything() },
    nonce,
    policy: undefined,
    wantsCertificate: true,
  });
});

test("unless requested, a token contains no certificate; it can be verified with a separate one", () => {
  const { reply } = answerTimeStampRequest(query("-sha256"), facts);
  const granted = tokenOfReply(reply);
  const token = "token" in granted ? granted.token : new Uint8Array();
  const expected = { imprint: computeImprint(file), roots: authority.roots };
  expect(verifyTimeStampToken(token, expected)).toEqual({ error: "no-certificate" });
});

const imprint = sequence(hashAlgorithm("SHA-256"), octetString(computeImprint(file).digest));

test.each([
  ["MD5", query("-md5"), "badAlg", "unrecognized or unsupported algorithm identifier"],
  ["SHA-1", query("-sha1"), "badAlg", "unrecognized or unsupported algorithm identifier"],
  ["SHA-224", query("-sha224"), "badAlg", "unrecognized or unsupported algorithm identifier"],
  [
    "another policy",
    query("-sha256", "-tspolicy", "1.2.3"),
    "unacceptedPolicy",
    "TSA policy is not supported",
  ],
  ["no request", new Uint8Array(50).fill(7), "badDataFormat", "data submitted has the wrong format"],
  ["nothing", new Uint8Array(), "badDataFormat", "data submitted has the wrong format"],
  [
    "a hash of the wrong length",
    sequence(integer(1), sequence(hashAlgorithm("SHA-256"), octetString(new Uint8Array(20)))),
    "badDataFormat",
    "data submitted has the wrong format",
  ],
  ["bytes behind it", Uint8Array.from([...query("-sha256"), 0]), "badDataFormat", "wrong format"],
  ["version 2", sequence(integer(2), imprint), "badRequest", "transaction not permitted or supported"],
  [
    "an extension",
    sequence(integer(1), imprint, boolean(true), tagged(0, sequence(oid("1.2.3"), octetString(imprint)))),
    "unacceptedExtension",
    "extension is not supported",
  ],
] as const)("%s is refused with its reason", (_, request, error, words) => {
  const answer = answerTimeStampRequest(request, facts);
  expect(answer).toEqual({ error, reply: expect.anything() });
  const { ok, text } = openssl("ts", "-reply", "-in", answer.reply, "-text");
  expect([ok, text]).toEqual([true, expect.stringContaining("Status: Rejected.")]);
  expect(text).toContain(words);
  expect(tokenOfReply(answer.reply)).toEqual({ error: "refused" });
});

test.each([
  ["cannot be relied on", undefined],
  ["shows a time before the certificate", new Date("2025-12-31T23:59:59Z")],
  ["shows a time after it", afterwards],
])("nothing is time-stamped while the clock %s", (_, time) => {
  const answer = answerTimeStampRequest(query("-sha256"), { ...facts, time });
  expect(answer).toEqual({ error: "timeNotAvailable", reply: expect.anything() });
  const { text } = openssl("ts", "-reply", "-in", answer.reply, "-text");
  expect(text).toContain("the TSA's time source is not available");
});
