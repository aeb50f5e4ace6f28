import { expect, test } from "bun:test";
import { onePage, pdfWithTable } from "../../formats/pdf/test-documents.ts";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { filesIn, joined } from "../../formats/zip/test-pieces.ts";
import { makeAsicS } from "../asic/asic-s.ts";
import { writeEvidenceRecord } from "../ers/evidence-record.ts";
import { reduceHashTree } from "../ers/hash-tree.ts";
import { buildCollectionPack, buildCollectionParts, buildPack, buildPackParts } from "../pack/test-packs.ts";
import { certificateReason } from "../seal/certificate-reason.ts";
import { noEvidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import { extend } from "./pdf/extension/test-extensions.ts";
import { isRight, overallVerdict, questions, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { countVerdicts, summarize } from "./summary.ts";
import {
  buildInstallation,
  type Installation,
  issue,
  issueCollection,
  now,
  outside,
  own,
  plainPdf,
  publishedBy,
  seal,
  trust,
} from "./test-issued.ts";
import { witnessesAbout } from "./test-witnessed.ts";
import { readTrust, type Trust } from "./trust.ts";
import { verifyFiles } from "./verify-files.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const file = (name: string, bytes: Uint8Array): GivenFile & { bytes: Uint8Array } => ({ name, bytes });
const verify = (files: GivenFile[], by: Trust = trust) => verifyFiles(files, noEvidence, by, now);
/** Another letter in the place of one byte, so that texts keep their form. */
const damaged = ({ name, bytes }: ReturnType<typeof file>) =>
  file(name, bytes.with(bytes.length - 20, bytes.at(-20) === 0x41 ? 0x42 : 0x41));
const verdicts = ({ findings }: Report) => questions.map((question) => findings[question].verdict).join(" ");

/** A document with everything that its owner may have, as files. */
async function documentOf(original: Buffer, by: Installation) {
  const issued = await issue(undefined, original, by);
  const certificate = await seal(plainPdf.table, by.authority, undefined, certificateReason);
  const pack = await buildPack({ ...(await buildPackParts(issued, by)), certificate });
  const container = makeAsicS(
    { name: "lease.pdf", data: issued.original, token: issued.originalToken },
    new Date(issued.statement.time),
  );
  return {
    original: file("original.pdf", issued.original),
    stamped: file("stamped.pdf", issued.stamped),
    extended: file("extended.pdf", extend(issued.stamped, { signer: outside.tsa, time: now })),
    certificate: file("certificate.pdf", certificate),
    pack: file("pack.zip", pack),
    statement: file("statement.jws", utf8(issued.attestation)),
    receipt: file("entry.tlog-proof", utf8(issued.receipt)),
    proof: file("checkpoint.ots", witnessesAbout(issued.receipt).promised),
    originalToken: file("original.tst", issued.originalToken),
    stampedToken: file("stamped.tst", issued.stampedToken),
    container: file("original.asics", joined(container)),
    serial: issued.statement.serial,
  };
}

/** A collection, with what the owner of its second file may have. */
async function collectionOf(names: string[], by: Installation) {
  const issued = await issueCollection(names, undefined, by);
  const hashes = Buffer.from(issued.files.map(({ sha256 }) => sha256).join(""), "hex");
  const record = writeEvidenceRecord(reduceHashTree(issued.secret, issued.tree, 1, hashes), issued.token);
  return {
    member: file("member.txt", issued.contents[1] ?? new Uint8Array()),
    record: file("member.ers", record),
    pack: file("collection.zip", await buildCollectionPack(await buildCollectionParts(issued, by))),
    statement: file("collection.jws", utf8(issued.attestation)),
    receipt: file("collection.tlog-proof", utf8(issued.receipt)),
    token: file("root.tst", issued.token),
    sums: file("SHA256SUMS", utf8(writeSha256Sums(issued.files))),
    serial: issued.statement.serial,
  };
}

/** What the page of a document knows. */
const recordOf = (serialNumber: string) => ({
  serialNumber,
  processedDate: "2026-11-20T19:11:00Z",
  documentName: "lease.pdf",
  originalSha256: "a".repeat(64),
  stampedSha256: "b".repeat(64),
  certificateSha256: "c".repeat(64),
});

const [lease, deed] = [await documentOf(plainPdf.table, own), await documentOf(plainPdf.stream, own)];
const photos = await collectionOf(["a.jpg", "b.jpg", "c.jpg"], own);
const stranger = buildInstallation();
const [foreign, foreignPhotos] = [
  await documentOf(pdfWithTable(onePage({ page: "/MediaBox [0 0 600 800] /Contents 4 0 R" })), stranger),
  await collectionOf(["a.jpg", "d.jpg"], stranger),
];
const foreignTrust = readTrust(publishedBy(stranger));

test("a pack made after the log was replaced can't be checked with the earlier log's key, and nothing in it is called wrong", () => {
  const earlier = readTrust({ ...publishedBy(own), vkeys: publishedBy(stranger).vkeys });
  for (const { pack } of [lease, photos]) {
    const [report] = verify([pack], earlier);
    expect(report && verdicts(report)).toBe("passed claimed passed indeterminate");
    expect(report?.findings.log.sentence).toEqual(sentences.log.noKey);
  }
});

test("a receipt that names a known log, which did not sign it, stays wrong, and the others do not need it", () => {
  const text = new TextDecoder().decode(lease.receipt.bytes);
  const changed = `${text.slice(0, -4)}AA==\n`;
  const given = [lease.stamped, lease.statement, file("entry.tlog-proof", utf8(changed))];
  const reports = verify(given);
  expect(reports.map(overallVerdict)).toEqual(["claimed", "indeterminate", "failed"]);
  expect(reports.map(({ findings }) => findings.log.verdict)).toEqual([
    "indeterminate",
    "indeterminate",
    "failed",
  ]);
});

test("a pack with the receipt of another document is refused", async () => {
  const other = await issue();
  const parts = { ...(await buildPackParts(await issue())), receipt: other.receipt };
  const [report] = verify([file("pack.zip", await buildPack(parts))]);
  expect(report?.findings.log).toMatchObject({ verdict: "failed", sentence: sentences.log.wrong });
});

test("a timestamp from the pack keeps the level of its time: the pack's list confirms no time", () => {
  const [report] = verify([lease.stampedToken, lease.pack]);
  expect(report).toMatchObject({
    kind: "token",
    findings: { when: { verdict: "claimed", level: "own-clock" } },
  });
  expect(report && overallVerdict(report)).toBe("claimed");
  expect(report?.findings.unchanged.sentence).toEqual(sentences.unchanged.part(lease.serial));
});

test("a copy with its own statement is confirmed whatever is given about other documents", () => {
  const others = [deed.pack, deed.receipt, deed.statement, photos.pack, foreign.pack, foreign.receipt];
  for (const given of [
    [lease.stamped, lease.statement, ...others],
    [...others, lease.statement, lease.stamped],
  ]) {
    const report = verify(given).find(({ name }) => name === lease.stamped.name);
    expect(report && verdicts(report)).toBe("passed claimed passed indeterminate");
    expect(report && summarize(report).title.message).toBe(
      "This is the stamped copy, but no one independent confirms its time",
    );
    expect(report?.findings.log.verdict).toBe("indeterminate");
  }
});

test("a receipt is reported with the statement that it leads from, and never with another one", () => {
  const [own, others] = [
    verify([lease.statement, deed.statement, lease.receipt]).at(-1),
    verify([deed.statement, lease.receipt]).at(-1),
  ];
  expect(own && verdicts(own)).toBe("indeterminate claimed passed passed");
  expect(others && verdicts(others)).toBe("indeterminate indeterminate indeterminate indeterminate");
  expect(others?.findings.log.sentence).toEqual(sentences.log.noStatement);
});

test("a file with its own timestamp is not called wrong because of evidence about another document", () => {
  for (const [subject, evidence] of [
    [photos.member, photos.record],
    [lease.original, lease.originalToken],
  ] as const) {
    const [report] = verify([subject, evidence, deed.statement]);
    expect(report?.findings.unchanged.verdict).toBe("indeterminate");
    expect(report?.findings.unchanged.sentence).toEqual(sentences.unchanged.otherEvidence(deed.serial));
  }
});

test("every file that lies in a pack is confirmed with it, byte for byte, and none with one byte changed", () => {
  for (const { pack } of [lease, deed, photos]) {
    const entries = filesIn(pack.bytes).map(({ name, data }) => file(name, data));
    expect(entries.length).toBeGreaterThan(8);
    for (const given of [
      [pack, ...entries],
      [...entries, pack],
    ]) {
      const reports = verify(given).filter(({ kind }) => kind !== "pack");
      expect(reports.map((report) => [report.name, isRight(overallVerdict(report))])).toEqual(
        entries.map(({ name }) => [name, true]),
      );
    }
    for (const entry of entries) {
      const changed = entry.bytes.with(
        entry.bytes.length >> 1,
        (entry.bytes[entry.bytes.length >> 1] ?? 0) ^ 1,
      );
      const [report] = verify([file(entry.name, changed), pack]);
      expect([entry.name, report && isRight(overallVerdict(report))]).toEqual([entry.name, false]);
    }
  }
});

test("the files of an unpacked pack are confirmed with the signed list among them, and none with one byte changed", () => {
  for (const { pack, serial } of [lease, deed, photos]) {
    const entries = filesIn(pack.bytes).map(({ name, data }) => file(name, data));
    const isList = ({ name }: { name: string }) => name === "pack.jws";
    for (const given of [entries, entries.toReversed()])
      expect(verify(given).filter((report) => !isRight(overallVerdict(report)))).toEqual([]);
    expect(verify(entries.filter(isList)).map(({ kind, findings }) => [kind, findings.when.level])).toEqual([
      ["part", undefined],
    ]);
    for (const entry of entries.filter((one) => !isList(one))) {
      const changed = damaged(entry);
      const [report] = verify([changed, ...entries.filter(isList)]);
      expect([entry.name, report && isRight(overallVerdict(report))]).toEqual([entry.name, false]);
    }
    const asked = { ...noEvidence, record: recordOf(lease.serial) };
    const readme = entries.filter((one) => one.name === "README.txt" || isList(one));
    const [told] = verifyFiles(readme, asked, trust, now);
    expect([serial, told?.kind]).toEqual([serial, serial === lease.serial ? "part" : "unknown"]);
  }
});

test("a list that a stolen key signed, or one that we don't know, says nothing about the files of a pack", () => {
  const entries = filesIn(lease.pack.bytes).map(({ name, data }) => file(name, data));
  const given = entries.filter(({ name }) => ["README.txt", "pack.jws"].includes(name));
  const revoked = { revoked_at: now.getTime() / 1000, reason: "compromised" };
  const { keys } = trust.jwks;
  const stolen = { ...trust, jwks: { keys: keys.map((key) => ({ ...key, revoked, log_size: 20 })) } };
  for (const by of [stolen, foreignTrust])
    expect(verify(given, by).map(overallVerdict)).toEqual(["indeterminate", "indeterminate"]);
});

test("a certificate given with its pack is called the certificate, with issuer and time", () => {
  const [report] = verify([lease.certificate, lease.pack]);
  expect(report && [report.kind, verdicts(report), summarize(report).title.message]).toEqual([
    "certificate",
    "passed claimed passed indeterminate",
    "This is the certificate, but no one independent confirms its time",
  ]);
  expect(report?.findings.log.sentence).toEqual(sentences.log.otherFile);
});

test("a file from a pack that is not confirmed itself is not confirmed by it", () => {
  const readme = filesIn(lease.pack.bytes)[0]?.data ?? new Uint8Array();
  const given = [file("README.txt", readme), lease.pack];
  expect(verify(given).map(overallVerdict)).toEqual(["passed", "claimed"]);
  const broken = file("pack.zip", lease.pack.bytes.with(-1, 1));
  for (const by of [trust, foreignTrust]) {
    const [report] = verify([file("README.txt", readme), by === trust ? broken : lease.pack], by);
    expect(report && overallVerdict(report)).not.toBe("passed");
  }
});

const pieces = { lease, deed, photos, foreign, foreignPhotos };

/** Everything that may be given, with the name of its document. */
const everything = Object.entries(pieces).flatMap(([owner, { serial: _, ...files }]) =>
  Object.values(files).map((one) => ({ owner, ...one, name: `${owner} ${one.name}` })),
);

/** A file that is not recognized is compared with what came with it, as its reader asks. */
const isAnswer = ({ kind, findings: { unchanged } }: Report) =>
  kind === "unknown" &&
  [sentences.unchanged.none("").code, sentences.unchanged.notMember("").code].includes(
    unchanged.sentence.code,
  );

/** Every two of them; which one comes first alternates. */
const pairs = everything.flatMap((one, at) =>
  everything
    .slice(at + 1)
    .map((other, next) => (next % 2 === 0 ? ([one, other] as const) : ([other, one] as const))),
);

test("of any two genuine files of any documents and services, none is called wrong, and none proves anything about those of another document", () => {
  const alone = new Map(everything.map((one) => [one.name, verify([one])[0]]));
  const wrong: string[] = [];
  const gained: string[] = [];
  for (const [one, other] of pairs) {
    for (const report of verify([one, other])) {
      const beside = report.name === one.name ? other : one;
      const told = `${report.name} with ${beside.name}`;
      if (overallVerdict(report) === "failed" && !isAnswer(report)) wrong.push(told);
      const before = alone.get(report.name);
      const more = questions.filter(
        (question) =>
          report.findings[question].verdict === "passed" && before?.findings[question].verdict !== "passed",
      );
      if (one.owner !== other.owner && more.length > 0) gained.push(`${told}: ${more}`);
    }
  }
  expect([wrong, gained]).toEqual([[], []]);
});

test("without keys, none of two genuine files is confirmed or called wrong", () => {
  const noKeys = readTrust({ name: "Attestamp", ca: "", stampCa: "", crl: "", jwks: "", vkeys: "" });
  const told = pairs
    .flatMap((pair) => verify([...pair], noKeys).map((report) => [report.name, overallVerdict(report)]))
    .filter(([, verdict]) => verdict !== "indeterminate");
  expect(told).toEqual([]);
});

test("a sealed copy keeps its verdict beside a damaged or forged file, which is named and fails by itself", () => {
  const [alone] = verify([lease.stamped]);
  for (const one of [lease.statement, lease.stampedToken, lease.pack, photos.record, photos.token]) {
    const reports = verify([damaged(one), lease.stamped]);
    const [item, copy] = reports;
    expect([one.name, item && overallVerdict(item)]).toEqual([one.name, "failed"]);
    expect(copy?.findings).toEqual(alone?.findings as Report["findings"]);
    const named = copy ? summarize(copy).sentences.at(-1)?.message : "";
    if (["statement.jws", "stamped.tst"].includes(one.name))
      expect(named).toBe(`One of the other files, ${one.name}, is damaged or forged; it was not used.`);
    expect(countVerdicts(reports)).toEqual({ passed: 0, claimed: 1, indeterminate: 0, failed: 1 });
  }
});

test("several files that cannot be used are told in one sentence, and those of a stranger in another one", () => {
  const [forged, token] = [damaged(lease.statement), damaged(lease.stampedToken)];
  const [copy] = verify([lease.stamped, forged, token, foreign.statement]);
  expect(
    copy &&
      summarize(copy)
        .sentences.slice(3)
        .map(({ message }) => message),
  ).toEqual([
    "2 of the other files, such as statement.jws, are damaged or forged; they were not used.",
    "One of the other files, statement.jws, is signed with a key that we don't know; it was not used.",
  ]);
});

test("an original whose only statement is forged is not confirmed", () => {
  const [original] = verify([lease.original, lease.originalToken, damaged(lease.statement)]);
  expect(original?.findings.who).toMatchObject({ verdict: "failed", sentence: sentences.who.forged });
});
