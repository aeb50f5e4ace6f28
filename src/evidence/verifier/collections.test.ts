import { expect, spyOn, test } from "bun:test";
import { hexToBytes } from "@noble/hashes/utils.js";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { readZip, type ZipEntry } from "../../formats/zip/read-zip.ts";
import { joined } from "../../formats/zip/test-pieces.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { writeEvidenceRecord } from "../ers/evidence-record.ts";
import { findBlock, reduceHashTree } from "../ers/hash-tree.ts";
import { buildCollectionPack, buildCollectionParts } from "../pack/test-packs.ts";
import { manifestPayload } from "../pack-manifest.ts";
import { mutated, seeded } from "../test-mutations.ts";
import { type Evidence, noEvidence, type RecordFacts } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import { makeRecords } from "./make-records.ts";
import { overallVerdict, questions, type Report } from "./report.ts";
import { labels, sentences } from "./sentences.ts";
import { countVerdicts, summarize } from "./summary.ts";
import { issue, issueCollection, now, signer, tokenOver, trust } from "./test-issued.ts";
import { readTrust, trustTextsSchema } from "./trust.ts";
import { verifyFiles, verifyOneByOne } from "./verify-files.ts";

const names = Array.from({ length: 300 }, (_, index) => `photos/IMG_${index}.jpg`);
const issued = await issueCollection(names);
const { statement } = issued;
const pack = await buildCollectionPack(await buildCollectionParts(issued));
const nobody = readTrust(trustTextsSchema.parse({ name: "the service" }));

const hashes = hexToBytes(issued.files.map(({ sha256 }) => sha256).join(""));
function recordOf(index: number): Uint8Array {
  const { start, end } = findBlock(index, names.length);
  const reduced = reduceHashTree(issued.secret, issued.tree, index, hashes.subarray(start * 32, end * 32));
  return writeEvidenceRecord(reduced, issued.token);
}

const content = (index: number): GivenFile => ({
  name: `IMG_${index}.jpg`,
  bytes: issued.contents[index] ?? new Uint8Array(),
});
const changed: GivenFile = { name: "IMG_7.jpg", bytes: new TextEncoder().encode("changed") };
const file = (name: string, bytes: Uint8Array): GivenFile => ({ name, bytes });

const verify = (files: GivenFile[], known: Partial<Evidence> = {}, by = trust) =>
  verifyFiles(files, { ...noEvidence, ...known }, by, now);
const verdicts = ({ findings }: Report) => questions.map((question) => findings[question].verdict).join(" ");
const answer = (report: Report | undefined) => report?.findings.unchanged.sentence.message;

test("with the pack of a collection, the verifier shows the position and time of each of its files, and refuses any other file", () => {
  const reports = verify([file("pack.zip", pack), content(0), content(299), changed]);
  expect(reports.map(({ kind }) => kind)).toEqual(["pack", "member", "member", "unknown"]);
  expect(reports.map(verdicts)).toEqual([
    "passed claimed passed passed",
    "passed claimed passed passed",
    "passed claimed passed passed",
    expect.stringMatching(/^failed/),
  ]);
  const [ofPack, first, last, other] = reports;
  expect(answer(ofPack)).toBe(sentences.unchanged.collectionPack.message);
  expect(answer(first)).toBe("Yes. This is exactly file 1 of 300 in this collection.");
  expect(answer(last)).toBe("Yes. This is exactly file 300 of 300 in this collection.");
  expect(answer(other)).toBe(sentences.unchanged.notMember(statement.serial).message);
  expect(first?.findings.when.sentence.message).toContain("November 20, 2026");
  expect(first?.findings.who.sentence.message).toContain('an account calling itself "Jane Doe"');
  expect(first && summarize(first).title.message).toBe(
    "This file belongs to the collection, but no one independent confirms its time",
  );
});

test("a total counts a collection's files, and its evidence only if that is wrong or nothing else was given", () => {
  const ofPack = file("pack.zip", pack);
  const broken = file("pack.zip", pack.with(pack.length - 100, (pack.at(-100) ?? 0) ^ 1));
  const total = (...files: GivenFile[]) => countVerdicts(verify(files));
  expect(total(ofPack, content(0), content(1), changed)).toEqual({
    passed: 0,
    claimed: 2,
    indeterminate: 0,
    failed: 1,
  });
  expect(total(ofPack)).toEqual({ passed: 0, claimed: 1, indeterminate: 0, failed: 0 });
  expect(total(broken, content(0)).failed).toBe(1);
});

test("a file, its record, and the signed statement verify together, without the other files", () => {
  const files = [
    content(41),
    file("042.ers", recordOf(41)),
    file("statement.jws", new TextEncoder().encode(issued.attestation)),
  ];
  const [report] = verify(files, { receipts: [issued.receipt] });
  expect(report && verdicts(report)).toBe("passed claimed passed passed");
  expect(answer(report)).toBe("Yes. This is exactly one of the 300 files in this collection.");
});

test("the record of each file can be made from a collection's pack, as the server does", () => {
  const given = [file("pack.zip", pack), content(0), changed, content(41)];
  const made = makeRecords(given, verify(given));
  expect(made.map((record) => record && Buffer.from(record).toString("hex"))).toEqual([
    undefined,
    Buffer.from(recordOf(0)).toString("hex"),
    undefined,
    Buffer.from(recordOf(41)).toString("hex"),
  ]);
  const without = given.slice(1);
  expect(makeRecords(without, verify(without))).toEqual([undefined, undefined, undefined]);
});

test("no record is made from a pack whose list differs from the time-stamped one", async () => {
  const list = writeSha256Sums(issued.files.slice(1));
  const other = await repacked(replaced("SHA256SUMS", list));
  const given = [file("pack.zip", other), content(41)];
  expect(makeRecords(given, verify(given))[1]).toBeUndefined();
});

test("a forged pack of the same files does not take the place of the pack that was verified", async () => {
  const other = await issueCollection(names);
  const entries = readZip(await buildCollectionPack(await buildCollectionParts(other)));
  if ("error" in entries) throw new Error(entries.error);
  const unsigned = entries.filter(({ name }) => name !== "pack.jws");
  const forged = await repacked(() => replaced("attestation.jws", issued.attestation)(unsigned));
  const given = [file("forged.zip", forged), file("pack.zip", pack), content(41)];
  const reports = verify(given);
  expect(reports.slice(0, 2).map(overallVerdict)).toEqual(["failed", "claimed"]);
  const record = makeRecords(given, reports)[2];
  expect(record && Buffer.from(record).toString("hex")).toBe(Buffer.from(recordOf(41)).toString("hex"));
});

test("a file and its record alone verify the time", () => {
  const [report, record] = verify([content(41), file("042.ers", recordOf(41))]);
  expect(report?.findings.unchanged.verdict).toBe("passed");
  expect(report?.findings.when.verdict).toBe("claimed");
  expect(record?.kind).toBe("record");
  expect(answer(record)).toBe(sentences.unchanged.recordAlone.message);
  expect(record?.findings.when.verdict).toBe("claimed");
});

test("a record proves no other file, and nothing to those who do not trust its authority", () => {
  const [report] = verify([content(40), file("042.ers", recordOf(41))]);
  expect(answer(report)).toBe(sentences.unchanged.otherRecord.message);
  expect(report && overallVerdict(report)).toBe("indeterminate");
  const [unknown] = verify([content(41), file("042.ers", recordOf(41))], {}, nobody);
  expect(unknown?.findings.when.verdict).toBe("indeterminate");
});

test("a file with another file's record is never said to be outside of the collection, since it may be in it", () => {
  const statement = file("statement.jws", new TextEncoder().encode(issued.attestation));
  const [one, other] = verify([content(40), content(41), file("042.ers", recordOf(41)), statement]);
  expect(answer(one)).toBe(sentences.unchanged.otherRecord.message);
  expect(one?.findings.unchanged.verdict).toBe("indeterminate");
  expect(other?.findings.unchanged.verdict).toBe("passed");
});

test("bytes whose hash is the nonce in a record do not count as a file of the collection, with its list or without [threat V5]", () => {
  const key = Buffer.concat([issued.secret, Buffer.alloc(32)]);
  const inner = new Bun.CryptoHasher("sha256").update(key.map((byte) => byte ^ 0x36));
  const hash = inner.update(Buffer.from([0, 0, 0, 0, 41])).digest();
  const source = Buffer.concat([key.map((byte) => byte ^ 0x5c), hash]);
  const nonce = new Bun.CryptoHasher("sha256").update(source).digest();
  expect(Buffer.from(recordOf(41)).includes(nonce)).toBe(true);
  const given = [file("x.bin", source), file("042.ers", recordOf(41))];
  for (const known of [{}, { record }, { attestations: [issued.attestation] }])
    expect(verify(given, known)[0]?.findings.unchanged.verdict).not.toBe("passed");
  const sha256 = nonce.toString("hex");
  const [large] = verify([{ name: "x.bin", sha256 }, ...given.slice(1), file("pack.zip", pack)], { record });
  expect(answer(large)).toBe(sentences.unchanged.notMember(statement.serial).message);
});

test("bytes whose hashes lead to a padding value or to a nonce do not count as a file of the collection, with its list or without [threat V5]", async () => {
  const sha256 = (bytes: Uint8Array) => new Uint8Array(new Bun.CryptoHasher("sha256").update(bytes).digest());
  // With this secret, the three parts of the padding's source are in ascending order, as a list of hashes is read.
  const secret = new Uint8Array(32).fill(0x5e);
  const uneven = await issueCollection(["a", "b", "c"], secret);
  const key = Buffer.concat([secret, Buffer.alloc(32)]);
  const padded = (mask: number) => key.map((byte) => byte ^ mask);
  const sourceOf = (purpose: number, place: number) =>
    Buffer.concat([padded(0x36), Buffer.from([purpose, 0, 0, 0, place])]);
  const leaves = hexToBytes(uneven.files.map(({ sha256: hash }) => hash).join(""));
  const [group = [], padding = [], above = []] = reduceHashTree(secret, uneven.tree, 2, leaves);
  const known = {
    serialNumber: uneven.statement.serial,
    processedDate: "2026-11-20T19:11:00.000Z",
    documentName: uneven.statement.name,
    certificateSha256: "c".repeat(64),
    root: uneven.statement.root,
    fileCount: 3,
  };
  const crafted = [
    { source: sourceOf(1, 0), lists: [[sha256(Buffer.concat(group))], above] },
    { source: sourceOf(0, 2), lists: [[leaves.subarray(64)], padding, above] },
  ];
  for (const { source, lists } of crafted) {
    const inner = sha256(source);
    const outer = Buffer.concat([padded(0x5c), inner]);
    const list = [outer.subarray(0, 32), outer.subarray(32, 64), inner];
    expect(list.toSorted(Buffer.compare)).toEqual(list);
    const given = [file("x.bin", source), file("x.ers", writeEvidenceRecord([list, ...lists], uneven.token))];
    const statement = file("statement.jws", new TextEncoder().encode(uneven.attestation));
    const pack = file("pack.zip", await buildCollectionPack(await buildCollectionParts(uneven)));
    for (const [files, evidence] of [
      [given, {}],
      [given, { record: known }],
      [[...given, statement], {}],
      [[...given, pack], {}],
    ] as const)
      expect(verify([...files], evidence)[0]?.findings.unchanged.verdict).not.toBe("passed");
    const [outside] = verify([...given, pack], {});
    expect(answer(outside)).toBe(sentences.unchanged.notMember(uneven.statement.serial).message);
  }
});

test("no hash tree is computed for a list that no signed statement commits to, however long it is [threat V6]", () => {
  const sums = `${"a".repeat(64)}  x\n`.repeat(5_000);
  const list = { sums, secret: issued.secret };
  const steps = spyOn(DataView.prototype, "setUint32");
  const [report] = verify([content(41)], { lists: [list], attestations: [issued.attestation] });
  expect(steps.mock.calls.length).toBeLessThan(1_000);
  steps.mockRestore();
  expect(answer(report)).toBe(sentences.unchanged.noList.message);
});

test("a record whose time-stamp is over another root is damaged, and its file has no time", () => {
  const { start, end } = findBlock(41, 300);
  const reduced = reduceHashTree(issued.secret, issued.tree, 41, hashes.subarray(start * 32, end * 32));
  const forged = writeEvidenceRecord(reduced, tokenOver(new Uint8Array(32)));
  const [report, record] = verify([content(41), file("042.ers", forged)]);
  expect(report && overallVerdict(report)).toBe("failed");
  expect(answer(record)).toBe(sentences.unchanged.brokenRecord.message);
});

const record: RecordFacts = {
  serialNumber: statement.serial,
  processedDate: "2026-11-20T19:11:00.000Z",
  documentName: statement.name,
  certificateSha256: "c".repeat(64),
  root: statement.root,
  fileCount: 300,
};

test("with the service's record, the verifier shows the position of a file, and refuses one that the service does not know", () => {
  const known = { record, attestations: [issued.attestation], receipts: [issued.receipt] };
  const [report] = verify([content(41)], { ...known, records: [{ bytes: recordOf(41), index: 41 }] });
  expect(report && verdicts(report)).toBe("passed claimed passed passed");
  expect(answer(report)).toBe("Yes. This is exactly file 42 of 300 in this collection.");
  const [absent] = verify([{ name: "x", sha256: "e".repeat(64) }], { ...known, absent: ["e".repeat(64)] });
  expect(answer(absent)).toBe(sentences.unchanged.notMember(statement.serial).message);
  const [unasked] = verify([changed], known);
  expect(unasked?.findings.unchanged.verdict).toBe("indeterminate");
});

test("a record from the service that contradicts the signed statement is detected", () => {
  const [report] = verify([content(41)], {
    record: { ...record, fileCount: 301 },
    attestations: [issued.attestation],
    records: [{ bytes: recordOf(41) }],
  });
  expect(report?.findings.who.verdict).toBe("failed");
});

test("the root, the list and a node of the tree are not accepted as files of the collection", () => {
  const [group = [], [sibling = new Uint8Array()] = []] = reduceHashTree(
    issued.secret,
    issued.tree,
    41,
    hashes.subarray(0, 128 * 32),
  );
  const asFile = (...parts: Uint8Array[]) =>
    file("x", Buffer.concat(parts.toSorted((one, other) => Buffer.compare(one, other))));
  const given = [asFile(...group), asFile(sibling, group[0] ?? new Uint8Array())];
  for (const report of verify([...given, file("pack.zip", pack)]).slice(0, 2))
    expect(report.findings.unchanged.verdict).toBe("failed");
});

test("64 bytes of a node with a record from the middle of the tree never count as a file of the collection", () => {
  const reduced = reduceHashTree(issued.secret, issued.tree, 41, hashes.subarray(0, 128 * 32));
  const [group = [], [sibling = new Uint8Array()] = [], [above = new Uint8Array()] = [], ...rest] = reduced;
  const sorted = (...parts: Uint8Array[]) => Buffer.concat(parts.toSorted(Buffer.compare));
  const hash = (bytes: Uint8Array) => new Uint8Array(new Bun.CryptoHasher("sha256").update(bytes).digest());
  const node = sorted(hash(sorted(...group)), sibling);
  const crafted = writeEvidenceRecord([[hash(node), above], ...rest], issued.token);
  const given = [file("x", node), file("x.ers", crafted)];
  for (const known of [
    { record },
    { attestations: [issued.attestation] },
    { record, attestations: [issued.attestation] },
  ]) {
    const [report] = verify(given, known);
    const isPassed = report?.findings.unchanged.verdict === "passed";
    expect([known, isPassed]).toEqual([known, false]);
  }
  const [genuine] = verify([content(41), file("042.ers", recordOf(41))], { record });
  expect(answer(genuine)).toBe("Yes. This is exactly one of the 300 files in this collection.");
});

/** The pack with other files, under its own manifest. */
async function repacked(change: (entries: ZipEntry[]) => ZipEntry[], isSigned = true): Promise<Uint8Array> {
  const entries = readZip(pack);
  if ("error" in entries) throw new Error(entries.error);
  const files = change(entries.filter(({ name }) => name !== "pack.jws"));
  const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const listed = files.map(({ name, data }) => ({ name, sha256: sha256(data) }));
  const jws = isSigned
    ? new TextEncoder().encode(
        `${signer.sign(manifestPayload({ serial: statement.serial, files: listed }))}\n`,
      )
    : (entries.find(({ name }) => name === "pack.jws")?.data ?? new Uint8Array());
  return zipped([...files, { name: "pack.jws", data: jws }]);
}

function zipped(files: { name: string; data: Uint8Array }[]): Uint8Array {
  return joined(
    writeZip(
      files.map(({ name, data }) => ({ name, content: [data] })),
      new Date(statement.time),
    ),
  );
}

const replaced = (name: string, text: string) => (entries: ZipEntry[]) =>
  entries.map((entry) => (entry.name === name ? { ...entry, data: new TextEncoder().encode(text) } : entry));

test("a pack with another list, order, name or secret is refused, even if its manifest is signed", async () => {
  const renamed = issued.files.map((one, index) => (index === 5 ? { ...one, name: "other.jpg" } : one));
  const swapped = [issued.files[1], issued.files[0], ...issued.files.slice(2)].flatMap((one) => one ?? []);
  const lists = [renamed, swapped, issued.files.slice(1), [...issued.files, ...issued.files.slice(0, 1)], []];
  for (const list of lists) {
    const [report] = verify([
      file("pack.zip", await repacked(replaced("SHA256SUMS", writeSha256Sums(list)))),
    ]);
    expect(report?.findings.unchanged.verdict).toBe("failed");
  }
  const [other] = verify([
    file(
      "pack.zip",
      await repacked(replaced("attestation.json", JSON.stringify({ statement, secret: "00".repeat(32) }))),
    ),
  ]);
  expect(other?.findings.unchanged.verdict).toBe("failed");
  const [same] = verify([file("pack.zip", await repacked((entries) => entries))]);
  expect(same?.findings.unchanged.verdict).toBe("passed");
});

test("without its signed list of files, a pack names its evidence records among what is not checked", async () => {
  const entries = readZip(pack);
  if ("error" in entries) throw new Error(entries.error);
  const early = entries.filter(({ name }) => name !== "pack.jws");
  const [report] = verify([file("pack.zip", zipped(early))]);
  expect(answer(report)).toContain("records.zip");
});

test("a list that differs from the issued one in bytes alone is refused", async () => {
  const marked = `\ufeff${writeSha256Sums(issued.files)}`;
  const [report] = verify([file("pack.zip", await repacked(replaced("SHA256SUMS", marked)))]);
  expect(report?.findings.unchanged.verdict).toBe("failed");
});

test("a pack with a file that was changed, removed or added is refused", async () => {
  const changes = [
    replaced("README.txt", "Pay here."),
    replaced("records.zip", "none"),
    (entries: ZipEntry[]) => entries.filter(({ name }) => name !== "root.tst"),
    (entries: ZipEntry[]) => [
      ...entries,
      { name: "more.txt", data: new Uint8Array(3), crc: 0, isStored: true },
    ],
  ];
  for (const change of changes) {
    const [report] = verify([file("pack.zip", await repacked(change, false))]);
    expect(report?.findings.unchanged.verdict).toBe("failed");
  }
});

test("the pack of another collection does not answer for the one in question", async () => {
  const other = await issueCollection(["a", "b"]);
  const otherPack = await buildCollectionPack(await buildCollectionParts(other));
  const [report] = verify([file("pack.zip", otherPack)], { record });
  expect(answer(report)).toBe(sentences.unchanged.otherDocument(other.statement.serial).message);
  const document = await issue();
  const [ofDocument] = verify([file("pack.zip", pack)], { record: document.record });
  expect(ofDocument?.findings.unchanged.verdict).not.toBe("passed");
});

test("without the service's keys nothing about a collection is confirmed", () => {
  for (const report of verify([file("pack.zip", pack), content(1)], {}, nobody))
    expect(overallVerdict(report)).not.toBeOneOf(["passed", "claimed"]);
});

test("among a hundred records, a changed one neither takes a verdict from the others nor gives them its own", () => {
  const places = Array.from({ length: 100 }, (_, index) => index);
  const signed = [file("statement.jws", new TextEncoder().encode(issued.attestation))];
  const genuine = recordOf(41);
  const changedAt = (fromEnd: number) =>
    genuine.with(genuine.length - fromEnd, (genuine.at(-fromEnd) ?? 0) ^ 1);
  const middleOfTree = Buffer.from(genuine).indexOf(issued.token) - 10;
  for (const forged of [changedAt(1), changedAt(genuine.length - middleOfTree)]) {
    const records = places.map((index) => file(`${index}.ers`, index === 41 ? forged : recordOf(index)));
    const reports = verify([...places.map(content), ...records, ...signed], { receipts: [issued.receipt] });
    const wrong = places.filter((index) => {
      const report = reports[index];
      return !report || verdicts(report) !== "passed claimed passed passed";
    });
    expect(wrong).toEqual([41]);
    const wrongRecords = places.filter((index) => reports[100 + index]?.findings.when.verdict !== "claimed");
    expect(wrongRecords).toEqual([41]);
  }
});

test("a record that carries the time-stamp of a genuine record proves nothing, whichever is checked first", () => {
  const hash = new Uint8Array(new Bun.CryptoHasher("sha256").update("changed").digest());
  const crafted = file("changed.ers", writeEvidenceRecord([[hash, new Uint8Array(32)]], issued.token));
  const genuine = [content(41), file("042.ers", recordOf(41))];
  for (const given of [
    [...genuine, changed, crafted],
    [changed, crafted, ...genuine],
  ]) {
    const reports = new Map(verify(given).map((report) => [report.name, report.findings.when.verdict]));
    expect([...reports].toSorted()).toEqual([
      ["042.ers", "claimed"],
      ["IMG_41.jpg", "claimed"],
      ["IMG_7.jpg", "failed"],
      ["changed.ers", "failed"],
    ]);
  }
});

test("files of two collections each belong to their own, and a file that is in both to the one given first", async () => {
  const other = await issueCollection([...names.slice(0, 2), "other.jpg"]);
  const packs = [
    file("pack.zip", pack),
    file("other.zip", await buildCollectionPack(await buildCollectionParts(other))),
  ];
  const ofOther = file("other.jpg", other.contents[2] ?? new Uint8Array());
  const files = [content(0), content(290), ofOther, changed];
  const places = (given: GivenFile[]) =>
    verify([...given, ...files])
      .slice(2)
      .map((report) => [
        report.findings.unchanged.verdict === "passed" && answer(report)?.match(/file .*\d/)?.[0],
        report.findings.who.details.find(({ label }) => label === labels.serial)?.value,
        overallVerdict(report),
      ]);
  const { serial } = statement;
  const single = [
    ["file 291 of 300", serial, "claimed"],
    ["file 3 of 3", other.statement.serial, "claimed"],
    [false, undefined, expect.stringMatching(/failed|indeterminate/)],
  ];
  expect(places(packs)).toEqual([["file 1 of 300", serial, "claimed"], ...single]);
  expect(places(packs.toReversed())).toEqual([["file 1 of 3", other.statement.serial, "claimed"], ...single]);
});

test("a receipt proves the log entry of its own collection, and not that of another one checked with it", async () => {
  const other = await issueCollection(["other.jpg"]);
  const statements = [issued, other].map(({ attestation }, index) =>
    file(`${index}.jws`, new TextEncoder().encode(attestation)),
  );
  const lists = [issued, other].map(({ files, secret }) => ({ sums: writeSha256Sums(files), secret }));
  const ofOther = file("other.jpg", other.contents[0] ?? new Uint8Array());
  const inLog = (...given: GivenFile[]) =>
    verify([...given, ...statements], { lists, receipts: [issued.receipt] })
      .slice(0, given.length)
      .map(({ findings }) => findings.log.verdict);
  expect(inLog(content(0), ofOther)).toEqual(["passed", "indeterminate"]);
  expect(inLog(ofOther, content(0))).toEqual(["indeterminate", "passed"]);
});

test("one by one, the verifier gives the same answers in the same order", () => {
  const given = [content(299), file("042.ers", recordOf(41)), file("pack.zip", pack), changed, content(41)];
  const reports = verify(given);
  expect([...verifyOneByOne(given, noEvidence, trust, now)]).toEqual(reports);
  const [first] = verifyOneByOne(given, noEvidence, trust, now);
  expect(first).toEqual(reports[0]);
});

test("among many statements and receipts, no signature is checked again for each other file [threat V6]", async () => {
  const count = 20;
  const all = await Promise.all(Array.from({ length: count }, (_, index) => issueCollection([`${index}`])));
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const statements = all.map(({ attestation }, index) => file(`${index}.jws`, utf8(attestation)));
  const receipts = all.map(({ receipt }, index) => file(`${index}.tlog-proof`, utf8(receipt)));
  let uses = 0;
  const counting = <Key extends string, Holder extends Record<Key, unknown>>(
    holder: Holder,
    key: Key,
  ): Holder =>
    Object.defineProperty({ ...holder }, key, {
      get: () => {
        uses += 1;
        return holder[key];
      },
    });
  const counted = (by: Partial<typeof trust>) => {
    uses = 0;
    const reports = verify([...statements, ...receipts], {}, { ...trust, ...by });
    expect(reports.slice(0, count).map(({ findings }) => findings.log.verdict)).toEqual(
      Array(count).fill("passed"),
    );
    return uses;
  };
  expect(counted({ logs: trust.logs.map((log) => counting(log, "publicKey")) })).toBeLessThanOrEqual(
    8 * count,
  );
  const { keys } = trust.jwks;
  expect(counted({ jwks: { keys: keys.map((key) => counting(key, "x")) } })).toBeLessThanOrEqual(5 * count);
});

test("whatever the bytes of a record or pack are, each file gets its answers", () => {
  const random = seeded(11);
  const original = recordOf(3);
  for (let round = 0; round < 400; round++) {
    const bytes = mutated(original, random, () => random(256));
    const [report] = verify([content(3), file("004.ers", bytes)]);
    if (!Buffer.from(bytes).equals(Buffer.from(original)))
      expect(report?.findings.when.verdict).not.toBeOneOf(["passed", "claimed"]);
  }
  for (let round = 0; round < 60; round++) {
    const bytes = pack.slice(0, round % 4 === 0 ? random(pack.length) : pack.length);
    const at = random(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    const [report] = verify([file("pack.zip", bytes)]);
    expect(report && overallVerdict(report)).not.toBeOneOf(["passed", "claimed"]);
  }
});
