/** What is left of an issued document after one of the service's keys was stolen. */

import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { gradient } from "../../formats/images/test-pictures.ts";
import { withCredentials } from "../c2pa/test-credentials.ts";
import { buildCollectionPack, buildCollectionParts, buildPack, buildPackParts } from "../pack/test-packs.ts";
import { readCertificate } from "../x509/certificate.ts";
import { type Revocation, revocationReasons } from "../x509/crl.ts";
import { encodePem } from "../x509/pem.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import { allDetails } from "./finding-details.ts";
import { overallVerdict, questions, type Report } from "./report.ts";
import {
  authority,
  issue,
  issueCollection,
  now,
  outside,
  plainPdf,
  seal,
  tokenOver,
  trustTexts,
} from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import { witnessesAbout } from "./test-witnessed.ts";
import { readTrust } from "./trust.ts";

const dayMs = 24 * 3_600_000;
const theDayAfter = new Date(now.getTime() + dayMs);
const theDayBefore = new Date(now.getTime() - dayMs);
const muchLater = new Date("2027-06-01T12:00:00Z");

type Theft = { keys: ("tsa" | "seal")[]; since: Date; discovered?: Date };

/** What the service publishes after a theft. */
function trustAfter({ keys, since, discovered = muchLater }: Theft) {
  const revocations = keys.map(
    (role): Revocation => ({
      serialNumber: readCertificate(authority[role].certificate).serialNumber,
      at: discovered,
      reason: revocationReasons.keyCompromise,
      invalidSince: since,
    }),
  );
  const crl = encodePem("X509 CRL", authority.crl(revocations, muchLater));
  return { ...readTrust({ ...trustTexts, crl }), publicRoots: outside.roots };
}

const verify = (bytes: Uint8Array, theft: Theft, known: Evidence = noEvidence) =>
  verifyFile({ name: "file", bytes }, known, trustAfter(theft), muchLater);
const verdicts = ({ findings }: Report) =>
  questions.slice(0, 3).map((question) => findings[question].verdict);
const sentence = ({ findings }: Report, question: (typeof questions)[number]) =>
  findings[question].sentence.message;

const issued = await issue();
const pack = await buildPack(await buildPackParts(issued));
const collection = await issueCollection(["a.txt", "b.txt", "c.txt"]);
const collectionPack = await buildCollectionPack(await buildCollectionParts(collection));
const certificate = await seal(plainPdf.table);
const picture = await withCredentials(await gradient(48, 32).png().toBuffer(), authority, {
  fileType: "image/png",
});
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const outsideTokenOver = (bytes: Uint8Array, time = now) => ({
  ...noEvidence,
  tokens: [{ bytes: tokenOver(hash(bytes), outside.tsa, time) }],
});

const sealed: [string, Uint8Array][] = [
  ["evidence pack", pack],
  ["evidence pack of a collection", collectionPack],
  ["stamped copy", issued.stamped],
  ["certificate", certificate],
];

test.each(sealed)("a genuine %s from before the theft of the seal's key stays confirmed", (_, bytes) => {
  const report = verify(bytes, { keys: ["seal"], since: theDayAfter });
  expect(verdicts(report)).toEqual(["passed", "claimed", "passed"]);
});

test("the details of a seal from before the theft say since when its key is not trusted", () => {
  const { who } = verify(issued.stamped, { keys: ["seal"], since: theDayAfter }).findings;
  expect(allDetails(who).find(({ label }) => label.code === "label-distrusted-since")?.value).toMatchObject({
    params: { time: new Date(Math.floor(theDayAfter.getTime() / 1000) * 1000) },
  });
});

test("without a date of the theft, the date of the revocation counts", () => {
  const { serialNumber } = readCertificate(authority.seal.certificate);
  const at = (time: Date) => {
    const list = authority.crl([{ serialNumber, at: time, reason: 1 }], muchLater);
    const trust = readTrust({ ...trustTexts, crl: encodePem("X509 CRL", list) });
    return overallVerdict(verifyFile({ name: "x", bytes: issued.stamped }, noEvidence, trust, muchLater));
  };
  expect([at(theDayAfter), at(theDayBefore)]).toEqual(["claimed", "indeterminate"]);
});

test.each(sealed.slice(2))(
  "a %s sealed after the theft is not confirmed, and not called changed",
  (_, bytes) => {
    const report = verify(bytes, { keys: ["seal"], since: theDayBefore });
    expect(overallVerdict(report)).toBe("indeterminate");
    expect(sentence(report, "unchanged")).toStartWith("Its seal was revoked, and nothing here shows");
    expect(sentence(report, "who")).toBe("Its seal was revoked.");
  },
);

test("a pack whose keys for seals and time-stamps were both stolen never says that its files are not the ones issued", () => {
  const report = verify(pack, { keys: ["seal", "tsa"], since: theDayAfter });
  expect(verdicts(report)).not.toContain("failed");
  expect(sentence(report, "unchanged")).toBe(
    "Yes. The files in this pack are exactly the ones that were issued. The time is that of its document.",
  );
});

test("the time-stamps of a stolen key prove nothing by themselves, whatever time they state", () => {
  for (const since of [theDayBefore, theDayAfter]) {
    const theft: Theft = { keys: ["tsa"], since };
    const report = verify(issued.stamped, theft);
    expect(verdicts(report)).toEqual(["passed", "indeterminate", "passed"]);
    expect(sentence(report, "when")).toStartWith("The key that made its timestamp was revoked");
    expect(verdicts(verify(picture, theft))).toEqual(["indeterminate", "indeterminate", "indeterminate"]);
    const token = verify(issued.stampedToken, theft);
    expect([sentence(token, "when"), sentence(token, "who")]).toEqual([
      "The key that made its timestamp was revoked, and nothing here shows that the timestamp is older than that.",
      "The key that signed it was revoked.",
    ]);
  }
});

const both: Theft = { keys: ["seal", "tsa"], since: theDayAfter };
const withoutRole: [string, Uint8Array][] = [
  ["stamped copy", issued.stamped],
  ["certificate", certificate],
  ["stamped picture", picture],
];

test.each(withoutRole)(
  "an external time-stamp over a %s from before the theft confirms everything in it, a later one does not",
  (_, bytes) => {
    const before = verify(bytes, both, outsideTokenOver(bytes));
    expect(verdicts(before)).toEqual(["passed", "passed", "passed"]);
    const after = new Date(theDayAfter.getTime() + dayMs);
    const later = verify(bytes, both, outsideTokenOver(bytes, after));
    expect([later.findings.unchanged.verdict, overallVerdict(later)]).toEqual([
      "indeterminate",
      "indeterminate",
    ]);
  },
);

test("an external time-stamp inside a PDF, over its seal, does the same", async () => {
  const file = await seal(plainPdf.table, authority, outside.tsa);
  expect(verdicts(verify(file, both))).toEqual(["passed", "passed", "passed"]);
});

test("an entry of the log that a witness saw before the theft confirms the seal of the file that it names", () => {
  const { token } = witnessesAbout(issued.receipt);
  const known: Evidence = {
    ...noEvidence,
    attestations: [issued.attestation],
    receipts: [issued.receipt],
    tokens: [{ bytes: token, about: "checkpoint" }],
  };
  const details = (evidence: Evidence) => allDetails(verify(issued.stamped, both, evidence).findings.who);
  const reasons = (evidence: Evidence) =>
    details(evidence).filter(({ label }) => label.code === "label-reason");
  expect(reasons(known)).toEqual([]);
  expect(reasons({ ...known, tokens: [] })).not.toEqual([]);
});

test("a stolen key's time-stamp counts again with an external time-stamp over it from before the theft", () => {
  const theft: Theft = { keys: ["tsa"], since: theDayAfter };
  const report = verify(issued.stampedToken, theft, outsideTokenOver(issued.stampedToken));
  expect(sentence(report, "when")).toContain("by Attestamp's own clock");
  const after = outsideTokenOver(issued.stampedToken, new Date(theDayAfter.getTime() + dayMs));
  expect(sentence(verify(issued.stampedToken, theft, after), "when")).toContain("was revoked");
});

test("a stolen key's own time-stamp over its time-stamp proves nothing", () => {
  const over = { ...noEvidence, tokens: [{ bytes: tokenOver(hash(issued.stampedToken)) }] };
  const report = verify(issued.stampedToken, { keys: ["tsa"], since: theDayAfter }, over);
  expect(sentence(report, "when")).toContain("was revoked");
});

test("a pack stays confirmed by statement and external time-stamp after the root was stolen", async () => {
  const fresh = { ...readTrust({ ...trustTexts, ca: "", crl: "" }), publicRoots: outside.roots };
  const parts = await buildPackParts(issued);
  const bytes = await buildPack({
    ...parts,
    stampedToken: tokenOver(hash(issued.stamped), outside.tsa),
    originalToken: tokenOver(hash(issued.original), outside.tsa),
  });
  const report = verifyFile({ name: "pack.zip", bytes }, noEvidence, fresh, muchLater);
  expect(verdicts(report)).toEqual(["passed", "passed", "passed"]);
  expect(overallVerdict(verifyFile({ name: "x", bytes: issued.stamped }, noEvidence, fresh, muchLater))).toBe(
    "indeterminate",
  );
});
