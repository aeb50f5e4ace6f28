import { expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { statementFile } from "../attestation.ts";
import { writeArchiveChains } from "../ers/evidence-record.ts";
import { reduceHashTree } from "../ers/hash-tree.ts";
import type { PreservedObject } from "../ers/renew.ts";
import { halfACentury, inYear, preserve, recordsOf, type Step, tokenOver } from "../ers/test-preserved.ts";
import { buildCollectionPack, buildCollectionParts, buildPack, buildPackParts } from "../pack/test-packs.ts";
import { readCertificate } from "../x509/certificate.ts";
import { revocationReasons } from "../x509/crl.ts";
import { makeCrl } from "../x509/make-crl.ts";
import { encodePem } from "../x509/pem.ts";
import { plainValue } from "./detail.ts";
import { noEvidence } from "./evidence.ts";
import { overallVerdict, questions, type Report } from "./report.ts";
import { labels, sentences } from "./sentences.ts";
import { summarize } from "./summary.ts";
import { issue, issueCollection, now, own, trustTexts } from "./test-issued.ts";
import { readTrust } from "./trust.ts";
import { verifyFiles } from "./verify-files.ts";

const century = halfACentury();
const { steps } = century;
const texts = {
  ...trustTexts,
  ca: trustTexts.ca + century.pem.map(({ certificate }) => encodePem("CERTIFICATE", certificate)).join(""),
};
const trust = readTrust(texts);
const later = inYear(2076);
const issued = await issue("table", undefined, own, century.first);
const parts = await buildPackParts(issued);

const digest = (bytes: Uint8Array) => ({
  digests: { "SHA-256": new Uint8Array(createHash("sha256").update(bytes).digest()) },
});
const objects: PreservedObject[] = [
  { bytes: statementFile(issued.attestation) },
  { bytes: issued.originalToken },
  { bytes: issued.stampedToken },
  digest(issued.stamped),
];
const other: PreservedObject[] = [{ bytes: statementFile("another statement") }, { bytes: issued.original }];
const recordAfter = (some: Step[]) => recordsOf(preserve([objects, other], some))[0] ?? new Uint8Array();
const packAfter = (some: Step[]) => buildPack({ ...parts, renewal: recordAfter(some) });
const verify = (pack: Uint8Array, trusted = trust): Report => {
  const [report] = verifyFiles([{ name: "evidence.zip", bytes: pack }], noEvidence, trusted, later);
  if (!report) throw new Error("There is no report.");
  return report;
};
const verdicts = ({ findings }: Report) => questions.map((question) => findings[question].verdict).join(" ");

test("a pack says in one sentence when its proofs were renewed, and is as good as on the first day, fifty years later", async () => {
  const fresh = verify(await buildPack(parts));
  for (const count of [1, 5]) {
    const report = verify(await packAfter(steps.slice(0, count)));
    expect(verdicts(report)).toBe(verdicts(fresh));
    const { once, several } = sentences.renewed;
    const last = steps[count - 1]?.time ?? later;
    expect(report.notes).toEqual([count === 1 ? once(last) : several(count, last)]);
    expect(summarize(report).sentences.at(-1)).toEqual(report.notes?.[0] ?? sentences.when.wrong);
    const renewals = report.findings.unchanged.details.filter(({ label }) => label === labels.renewed);
    expect(renewals.map(plainValue)).toHaveLength(count);
  }
  expect(fresh.notes).toBeUndefined();
});

test("what is said about certificates that have ended is about the last renewal, not about the first timestamp", async () => {
  const ended = (report: Report) =>
    report.findings.when.details
      .filter(({ label }) => label === labels.ended)
      .map(plainValue)
      .join();
  expect(ended(verify(await buildPack(parts)))).toContain("TSA 2026");
  const report = ended(verify(await packAfter(steps)));
  expect(report).not.toContain("TSA 2026");
  expect(report).toContain("TSA 2056");
});

test("a collection's pack says when its proofs were renewed", async () => {
  const collection = await issueCollection(["a.jpg", "b.jpg", "c.jpg"]);
  const files = await buildCollectionParts(collection);
  const all = [{ bytes: statementFile(collection.attestation) }, { bytes: collection.token }, ...other];
  const [renewal] = recordsOf(preserve([all], steps.slice(0, 2)));
  const report = verify(await buildCollectionPack({ ...files, ...(renewal && { renewal }) }));
  expect([report.kind, report.findings.unchanged.verdict]).toEqual(["pack", "passed"]);
  expect(report.notes).toEqual([sentences.renewed.several(2, steps[1]?.time ?? later)]);
});

test("[threat V21] a pack whose proofs were renewed too late is never called right", async () => {
  const [one, two] = steps;
  if (!one || !two) throw new Error("There are too few steps.");
  for (const late of [
    [{ ...one, time: inYear(2036, 1) }],
    [one, { ...two, time: inYear(2041, 1) }],
    [one, { ...two, time: inYear(2041, 1) }, ...steps.slice(2)],
  ]) {
    const { findings, notes } = verify(await packAfter(late));
    expect([findings.when.verdict, findings.when.sentence]).toEqual([
      "indeterminate",
      sentences.when.renewedLate,
    ]);
    expect(notes).toBeUndefined();
  }
});

test("[threat V22] a pack with the renewals of another document, or with a changed one, is refused or says nothing of renewals", async () => {
  const [, foreign] = recordsOf(preserve([objects, other], steps));
  const strange = verify(await buildPack({ ...parts, ...(foreign && { renewal: foreign }) }));
  expect(strange.notes).toBeUndefined();
  const changed = recordAfter(steps);
  const at = changed.length - 20;
  changed[at] = (changed[at] ?? 0) ^ 1;
  expect(verify(await buildPack({ ...parts, renewal: changed })).findings.when.verdict).toBe("failed");
});

test("[threat V23] when the key of the first time-stamps becomes known decades later, only a pack that was renewed before keeps its time", async () => {
  const [root] = century.pem;
  const { serialNumber } = readCertificate(century.first.certificate);
  const stolen = (year: number) => {
    const list = makeCrl(root, {
      number: 1n,
      thisUpdate: inYear(year),
      nextUpdate: inYear(year + 30),
      revocations: [{ serialNumber, at: inYear(year), reason: revocationReasons.keyCompromise }],
    });
    return readTrust({ ...texts, crl: texts.crl + encodePem("X509 CRL", list) });
  };
  const pack = await packAfter(steps);
  const { sentence } = verify(await buildPack(parts)).findings.when;
  expect(verify(pack, stolen(2052)).findings.when.sentence).toEqual(sentence);
  const before = verify(await buildPack(parts), stolen(2052)).findings.when;
  expect(before.sentence).not.toEqual(sentence);
  expect(verify(pack, stolen(2034)).findings.when.sentence).toEqual(before.sentence);
});

test("an evidence record alone says that it needs its files, and a late one never more than that", () => {
  const [one, two] = steps;
  if (!one || !two) throw new Error("There are too few steps.");
  const alone = (record: Uint8Array) =>
    verifyFiles([{ name: "attestation.ers", bytes: record }], noEvidence, trust, later)[0];
  expect(alone(recordAfter([one, two]))?.findings.unchanged.verdict).toBe("indeterminate");
  const late = alone(recordAfter([one, { ...two, time: inYear(2041, 1) }]));
  expect(late?.findings.when.sentence).toEqual(sentences.when.renewedLate);
});

test("[threat V22] a record that someone made of the same statement takes nothing from its files, and is named", () => {
  const file = (name: string, bytes: Uint8Array) => ({ name, bytes });
  const statement = file("attestation.jws", new TextEncoder().encode(issued.attestation));
  const given = [file("stamped.pdf", issued.stamped), file("original.pdf", issued.original), statement];
  const before = verifyFiles(given, noEvidence, trust, later).map(overallVerdict);
  expect(before).toEqual(["claimed", "claimed", "indeterminate"]);
  const [one, two] = steps;
  if (!one || !two) throw new Error("There are too few steps.");
  const { first } = halfACentury();
  const stranger = [
    { signer: first, time: inYear(2027) },
    { signer: first, time: inYear(2037) },
  ];
  const [chains = []] = preserve([objects, other], [one]);
  const overNothing = tokenOver(randomBytes(64), "SHA-512", two.signer, two.time);
  const forged = writeArchiveChains([
    ...chains,
    { hash: "SHA-512", timeStamps: [{ reduced: undefined, token: overNothing }] },
  ]);
  const { damaged, late } = sentences.notUsed;
  for (const [record, sentence] of [
    [forged, damaged],
    [recordAfter(stranger), late],
    [recordAfter([one, { ...two, time: inYear(2041, 1) }]), late],
  ] as const) {
    const reports = verifyFiles([...given, file("x.ers", record)], noEvidence, trust, later);
    expect(reports.map(overallVerdict)).toEqual([...before, "indeterminate"]);
    expect(reports[0]?.notes).toEqual([sentence.one("x.ers")]);
  }
});

test("[threat V22] a false record inside the pack of another document takes nothing from a file beside it", async () => {
  const [chains = []] = preserve([objects, other], steps.slice(0, 1));
  const token = tokenOver(randomBytes(64), "SHA-512", steps[1]?.signer ?? own.authority.tsa, inYear(2040));
  const timeStamps = [{ reduced: undefined, token }];
  const renewal = writeArchiveChains([...chains, { hash: "SHA-512", timeStamps }]);
  const bytes = await buildPack({ ...(await buildPackParts(await issue())), renewal });
  const given = [
    { name: "stamped.pdf", bytes: issued.stamped },
    { name: "attestation.jws", bytes: new TextEncoder().encode(issued.attestation) },
    { name: "other.zip", bytes },
  ];
  const [file] = verifyFiles(given, noEvidence, trust, later);
  expect(file && overallVerdict(file)).toBe("claimed");
  expect(file?.notes).toEqual([sentences.notUsed.damaged.one("other.zip")]);
});

test("[threat V22] a file of a collection beside its pack is not denied because of a record with a false renewal", async () => {
  const collection = await issueCollection(["a.jpg", "b.jpg"]);
  const [bytes = new Uint8Array()] = collection.contents;
  const pack = await buildCollectionPack(await buildCollectionParts(collection));
  const hashes = Buffer.from(collection.files.map(({ sha256 }) => sha256).join(""), "hex");
  const reduced = reduceHashTree(collection.secret, collection.tree, 0, hashes);
  const overNothing = tokenOver(randomBytes(64), "SHA-512", own.authority.tsa, now);
  const record = writeArchiveChains([
    { hash: "SHA-256", timeStamps: [{ reduced, token: collection.token }] },
    { hash: "SHA-512", timeStamps: [{ reduced: undefined, token: overNothing }] },
  ]);
  const given = [
    { name: "a.jpg", bytes },
    { name: "a.ers", bytes: record },
    { name: "pack.zip", bytes: pack },
  ];
  const [file] = verifyFiles(given, noEvidence, trust, now);
  expect(file && [file.kind, overallVerdict(file)]).toEqual(["member", "claimed"]);
  expect(file?.notes).toEqual([sentences.notUsed.damaged.one("a.ers")]);
});
