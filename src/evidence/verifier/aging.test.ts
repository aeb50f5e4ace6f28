import { expect, test } from "bun:test";
import { gradient } from "../../formats/images/test-pictures.ts";
import { withCredentials } from "../c2pa/test-credentials.ts";
import { buildPack, buildPackParts } from "../pack/test-packs.ts";
import { readCertificate } from "../x509/certificate.ts";
import { plainValue } from "./detail.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import { allDetails } from "./finding-details.ts";
import { questions, type Report } from "./report.ts";
import { authority, issue, now, trust } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import { plainTime } from "./text.ts";

const issued = await issue();
const in2034 = new Date("2034-06-01T12:00:00Z");
const in2057 = new Date("2057-06-01T12:00:00Z");

const verify = (bytes: Uint8Array, at: Date, known: Evidence = noEvidence) =>
  verifyFile({ name: "file", bytes }, known, trust, at);
const verdicts = ({ findings }: Report) => questions.map((question) => findings[question].verdict);
/** What an answer says about age. */
const aged = ({ findings }: Report, question: (typeof questions)[number]) =>
  allDetails(findings[question])
    .filter(({ label }) => ["label-ended", "label-outdated"].includes(label.code))
    .map(plainValue);

const outdated = (algorithm: string) => expect.stringContaining(`${algorithm}, which NIST allows`);

const known = { ...noEvidence, attestations: [issued.attestation], receipts: [issued.receipt] };

test("in 2057, a stamped copy is as confirmed as today, and the details name the algorithms to ask about", () => {
  const report = verify(issued.stamped, in2057, known);
  expect(verdicts(report)).toEqual(verdicts(verify(issued.stamped, now, known)));
  expect(aged(report, "when")).toEqual([outdated("ECDSA P-256")]);
  expect(aged(report, "who")).toEqual([outdated("ECDSA P-256"), outdated("Ed25519")]);
});

test("after the certificates have ended, the details name the keys to ask about, too", () => {
  const { notAfter } = readCertificate(authority.seal.certificate);
  const report = verify(issued.stamped, new Date(notAfter.getTime() + 1000), known);
  expect(verdicts(report)).toEqual(verdicts(verify(issued.stamped, now, known)));
  const ended = (name: string) =>
    `${name}, Attestamp (ECDSA P-256), on ${plainTime(notAfter)}. Ask its owner whether the key stayed secret since then.`;
  expect(aged(report, "when")).toEqual([
    ended("Attestamp TSA"),
    ended("Attestamp Root"),
    outdated("ECDSA P-256"),
  ]);
  expect(aged(report, "who")).toEqual([
    ended("Attestamp Seal"),
    ended("Attestamp Root"),
    outdated("ECDSA P-256"),
    outdated("Ed25519"),
  ]);
});

const pack = await buildPack(await buildPackParts(issued));
const picture = await withCredentials(await gradient(48, 32).png().toBuffer(), authority, {
  fileType: "image/png",
});

test.each([
  ["an evidence pack", pack],
  ["a stamped picture", picture],
  ["a time-stamp", issued.stampedToken],
] as const)("in 2057, the details of %s say so, too", (_, bytes) => {
  const report = verify(bytes, in2057);
  expect(verdicts(report)).toEqual(verdicts(verify(bytes, now)));
  expect(aged(report, "when")).not.toEqual([]);
});

test("before the certificates end and the algorithms are retired, nothing is said about age", () => {
  for (const bytes of [issued.stamped, pack, picture, issued.stampedToken])
    for (const at of [now, in2034])
      for (const question of questions) expect(aged(verify(bytes, at, known), question)).toEqual([]);
});
