import { expect, test } from "bun:test";
import { writeEvidenceRecord } from "../ers/evidence-record.ts";
import { reduceHashTree } from "../ers/hash-tree.ts";
import { renewHashTree, renewTimeStamp } from "../ers/test-renewals.ts";
import { testAuthority } from "../test-pki.ts";
import { plainValue } from "./detail.ts";
import { noEvidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import { questions, type Report } from "./report.ts";
import { labels, sentences } from "./sentences.ts";
import { issueCollection, now, outside, trust } from "./test-issued.ts";
import { verifyFiles } from "./verify-files.ts";

const issued = await issueCollection(["a.jpg", "b.jpg", "c.jpg"]);
const hashes = Buffer.from(issued.files.map(({ sha256 }) => sha256).join(""), "hex");
const record = writeEvidenceRecord(reduceHashTree(issued.secret, issued.tree, 1, hashes), issued.token);
const member = issued.contents[1] ?? new Uint8Array();
const time = new Date(now.getTime() + 3_600_000);
const stranger = testAuthority("Archive");

const file = (name: string, bytes: Uint8Array): GivenFile => ({ name, bytes });
const statement = file("statement.jws", new TextEncoder().encode(issued.attestation));
const verify = (bytes: Uint8Array, content = member) =>
  verifyFiles([file("b.jpg", content), file("b.ers", bytes), statement], noEvidence, trust, now);
const verdicts = ({ findings }: Report) => questions.map((question) => findings[question].verdict).join(" ");
const extensions = ({ findings }: Report) =>
  findings.unchanged.details.filter(({ label }) => label === labels.extended).map(plainValue);

test("a file and its renewed record are confirmed as before, and the report says who renewed it and when", () => {
  for (const renewed of [
    renewTimeStamp(record, { signer: outside.tsa, time }),
    renewHashTree(record, member, { signer: outside.tsa, time }),
  ]) {
    const [report] = verify(renewed);
    expect(report && [report.kind, verdicts(report)]).toEqual([
      "member",
      "passed claimed passed indeterminate",
    ]);
    expect(report && extensions(report)).toEqual([
      expect.stringMatching(
        /^by Outside TSA, Outside on November 20, 2026, .*everything before it is unchanged$/,
      ),
    ]);
  }
  const [, alone] = verify(renewTimeStamp(record, { signer: outside.tsa, time }));
  expect(alone && [alone.kind, alone.findings.unchanged.sentence, extensions(alone).length]).toEqual([
    "record",
    sentences.unchanged.recordAlone,
    1,
  ]);
});

test("an unknown authority that renewed a record is named as unknown, and takes nothing from the record", () => {
  const [report, alone] = verify(renewTimeStamp(record, { signer: stranger.tsa, time }));
  expect(report && verdicts(report)).toBe("passed claimed passed indeterminate");
  for (const one of [report, alone])
    expect(one && extensions(one)).toEqual([
      expect.stringContaining('by someone calling themselves "Archive TSA, Archive" (not checked)'),
    ]);
});

test("a record with a renewal that is not of it is refused, and so is its file's time", () => {
  const other = renewHashTree(record, new TextEncoder().encode("changed"), { signer: outside.tsa, time });
  const earlier = renewTimeStamp(record, { signer: outside.tsa, time: new Date(now.getTime() - 3_600_000) });
  expect(verify(other)[0]?.findings.when.sentence).toEqual(sentences.when.wrong);
  const [report, alone] = verify(earlier);
  expect(report?.findings.when.sentence).toEqual(sentences.when.wrong);
  expect(alone?.findings.unchanged.sentence).toEqual(sentences.unchanged.brokenRecord);
});

test("a renewed record proves no other file", () => {
  const renewed = renewTimeStamp(record, { signer: outside.tsa, time });
  const [report] = verify(renewed, issued.contents[0]);
  expect(report?.findings.unchanged.verdict).toBe("indeterminate");
});
