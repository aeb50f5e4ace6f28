import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { onePage, pdfWithTable } from "../../formats/pdf/test-documents.ts";
import { stamped } from "../../formats/pdf/test-stamping.ts";
import { testAuthority } from "../test-pki.ts";
import { computeKeyId, parseNote } from "../tlog/signed-note.ts";
import { parseTlogProof } from "../tlog/tlog-proof.ts";
import { CheckedEvidence } from "./checked-evidence.ts";
import { noEvidence } from "./evidence.ts";
import type { Report } from "./report.ts";
import { authority, issue, logVerifier, now, seal, tokenOver, trust } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import { verifyToken } from "./verify-token.ts";

const issued = { table: await issue("table"), stream: await issue("stream") };
const verify = (bytes: Uint8Array, evidence = noEvidence) =>
  verifyFile({ name: "file", bytes }, evidence, trust, now);
const verdicts = ({ findings }: Report) => Object.values(findings).map(({ verdict }) => verdict);

function flipped(bytes: Uint8Array, at: number, bit = at % 8): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
}

/** The tested positions: this many, evenly spread. */
const places = (length: number, count: number) =>
  Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * length) / count));

for (const kind of ["table", "stream"] as const) {
  test(`a flipped bit anywhere in a stamped copy is detected by its seal alone (${kind})`, () => {
    const file = issued[kind].stamped;
    for (const at of places(file.length, 60)) {
      expect([at, verify(flipped(file, at)).findings.unchanged.verdict === "passed"]).toEqual([at, false]);
    }
  });

  test(`a flipped bit anywhere in any file is detected by the attestation (${kind})`, () => {
    const { original, stamped: copy, attestation, receipt } = issued[kind];
    const proven = { ...noEvidence, attestations: [attestation], receipts: [receipt] };
    for (const file of [original, copy]) {
      expect(verdicts(verify(file, proven))[0]).toBe("passed");
      for (const at of places(file.length, 40)) {
        const changed = verdicts(verify(flipped(file, at), proven));
        expect([at, changed[0], changed[3]]).toEqual([at, "failed", "indeterminate"]);
      }
    }
  });
}

test("with a flipped bit anywhere in an attestation or a receipt, issuer or log no longer passes; only a receipt that no longer names the log can't be called wrong", () => {
  const { original, attestation, receipt } = issued.table;
  for (const at of places(attestation.length, 120)) {
    const changed = new TextDecoder("latin1").decode(flipped(new TextEncoder().encode(attestation), at));
    const { findings } = verify(original, { ...noEvidence, attestations: [changed] });
    expect([at, findings.who.verdict === "passed"]).toEqual([at, false]);
  }
  const bytes = new TextEncoder().encode(receipt);
  const keyId = Buffer.from(computeKeyId(logVerifier)).toString("base64").slice(0, 5);
  const logLine = `— ${logVerifier.name} ${keyId}`;
  const isDamaged = (text: string) => !parseNote(parseTlogProof(text)?.checkpoint ?? "");
  for (const at of places(bytes.length, 200)) {
    const changed = new TextDecoder().decode(flipped(bytes, at));
    const { findings } = verify(original, {
      ...noEvidence,
      attestations: [attestation],
      receipts: [changed],
    });
    const namesLog = changed.split("\n").some((line) => line.startsWith(logLine));
    expect([at, findings.log.verdict]).toEqual([
      at,
      namesLog || isDamaged(changed) ? "failed" : "indeterminate",
    ]);
  }
});

test("a flipped bit anywhere in a token is detected", () => {
  const { originalToken: token } = issued.table;
  const look = (bytes: Uint8Array) =>
    verifyToken("token", bytes, new CheckedEvidence(noEvidence, trust), now);
  expect(look(token).findings.when.verdict).toBe("claimed");
  for (const at of token.keys()) {
    const { findings } = look(flipped(token, at));
    expect([at, ["passed", "claimed"].includes(findings.when.verdict)]).toEqual([at, false]);
  }
});

test("a page replaced after the seal is reported as an addition, with the size of the sealed part", () => {
  const { stamped: file } = issued.table;
  const shadow = appended(file, "4 0 obj\n<< /Length 0 >>\nstream\n\nendstream\nendobj\n");
  const { findings } = verify(shadow);
  expect(findings.unchanged.sentence.message).toBe(
    "No. Something was added to this PDF after it was sealed.",
  );
  expect(Object.values(findings).map(({ verdict }) => verdict)).toEqual([
    "failed",
    "indeterminate",
    "indeterminate",
    "indeterminate",
  ]);
  expect(findings.unchanged.details.map(({ label }) => label.message)).toContain("Added after it");
});

function appended(file: Uint8Array, objects: string): Buffer {
  const text = `${objects}xref\n4 1\n${String(file.length).padStart(10, "0")} 00000 n \ntrailer\n<< /Root 1 0 R /Size 40 /Prev ${findStart(file)} >>\nstartxref\n${file.length + objects.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(text, "latin1")]);
}

const findStart = (file: Uint8Array) =>
  /startxref\n(\d+)\n%%EOF\n$/.exec(Buffer.from(file.slice(-64)).toString("latin1"))?.[1] ?? "";

/** The file up to the end of its seal, and its length. */
function sealedPart(file: Buffer): Buffer {
  const end = file.indexOf("%%EOF\n", file.indexOf("/SubFilter /ETSI.CAdES.detached")) + 6;
  return file.subarray(0, end);
}

/** Appends bytes after the seal, and our genuine time-stamp over everything: anyone can get one. */
function timeStamped(behind: (sealed: Buffer) => Buffer): Buffer {
  const { stamped: file } = issued.table;
  const sealed = sealedPart(file);
  const revision = file.subarray(sealed.length);
  const before = behind(sealed);
  const shift = before.length - sealed.length;
  const room = revision.indexOf("/Contents <") + 10;
  const roomEnd = revision.indexOf(">", room) + 1;
  const moved = (text: string) =>
    text
      .replace(/\/ByteRange \[[\d ]{34}\]/, () => {
        const numbers = `0 ${before.length + room} ${before.length + roomEnd} ${revision.length - roomEnd}`;
        return `/ByteRange [${numbers.padEnd(34)}]`;
      })
      .replace(/^(\d{10})(?= 00000 n)/gm, (offset) => String(Number(offset) + shift).padStart(10, "0"))
      .replace(/startxref\n(\d+)/, (_, offset) => `startxref\n${Number(offset) + shift}`);
  const whole = Buffer.concat([before, Buffer.from(moved(revision.toString("latin1")), "latin1")]);
  const [start, end] = [before.length + room, before.length + roomEnd];
  const hasher = new Bun.CryptoHasher("sha256").update(whole.subarray(0, start)).update(whole.subarray(end));
  const token = Buffer.from(tokenOver(new Uint8Array(hasher.digest())));
  whole.write(token.toString("hex").padEnd(end - start - 2, "0"), start + 1, "latin1");
  return whole;
}

test("our genuine time-stamp over bytes after the seal does not make them ours", () => {
  expect(verify(timeStamped((sealed) => sealed)).findings.unchanged.verdict).toBe("passed");
  const shadow = timeStamped((sealed) =>
    appended(sealed, "4 0 obj\n<< /Length 0 >>\nstream\n\nendstream\nendobj\n"),
  );
  expect(verdicts(verify(shadow))).toEqual(["failed", "indeterminate", "indeterminate", "indeterminate"]);
});

test("nothing except the time-stamp may follow the seal: another object, root or position is reported", () => {
  const changes: [from: RegExp, to: string][] = [
    [/\/Root 1 0 R(?=[^\n]*\/Size)/g, "/Root 4 0 R"],
    [/\/Rect \[0 0 0 0\] \/P 3 0 R(?=.*\/V )/g, "/Rect [0 0 9 9] /P 3 0 R"],
    [/\/T \(Timestamp\)(?=.*\/V )/g, "/T (Timestump)"],
  ];
  for (const [from, to] of changes) {
    const file = timeStamped((sealed) => sealed).toString("latin1");
    const end = sealedPart(Buffer.from(file, "latin1")).length;
    const changed = file.slice(0, end) + file.slice(end).replace(from, to);
    expect(changed).not.toBe(file);
    expect(verify(restamped(Buffer.from(changed, "latin1"))).findings.unchanged.verdict).toBe("failed");
  }
});

/** A new genuine time-stamp in the last placeholder of a file of the same length. */
function restamped(file: Buffer): Buffer {
  const start = file.lastIndexOf("/Contents <") + 10;
  const end = file.indexOf(">", start) + 1;
  const hasher = new Bun.CryptoHasher("sha256").update(file.subarray(0, start)).update(file.subarray(end));
  const token = Buffer.from(tokenOver(new Uint8Array(hasher.digest())));
  file.write(token.toString("hex").padEnd(end - start - 2, "0"), start + 1, "latin1");
  return file;
}

test("a seal by someone who only uses our name is a stranger's", async () => {
  const forged = await seal(stamped(issued.table.original).file, testAuthority("Attestamp"));
  const { kind, findings } = verify(forged);
  expect([kind, findings.unchanged.verdict, findings.when.verdict, findings.who.verdict]).toEqual([
    "unknown",
    "indeterminate",
    "indeterminate",
    "indeterminate",
  ]);
});

test("a seal taken from another file is detected", async () => {
  const [one, other] = [await seal(stamped(issued.table.original).file), Buffer.from(issued.table.stamped)];
  const start = one.indexOf("/Contents <") + 10;
  one.copy(other, start, start, one.indexOf(">", start));
  expect(verdicts(verify(other)).slice(0, 3)).toEqual(["failed", "failed", "failed"]);
});

test("ranges that do not cover the required bytes are not signatures", () => {
  const hex = Buffer.from(authority.seal.certificate).toString("hex");
  const lies: string[] = [
    `/ByteRange [0 10 20 30] /Contents <${hex}>`,
    `/ByteRange [5 10 20 30] /Contents <${hex}>`,
    "/ByteRange [0 9999999999 9999999999 9999999999] /Contents <00>",
    "/ByteRange [0 1 2 3 4 5] /Contents <00>",
    "/ByteRange [0 -1 2 3] /Contents <00>",
    "/ByteRange 5 0 R /Contents <00>",
  ];
  for (const lie of lies) {
    const file = pdfWithTable(onePage({ more: { 30: `<< /Type /Sig ${lie} >>` } }));
    const { findings } = verify(file);
    expect([lie, findings.unchanged.verdict]).toEqual([lie, "indeterminate"]);
    expect(findings.unchanged.details).toContainEqual({
      label: expect.objectContaining({ message: "Parts that only look like signatures" }),
      value: "1",
    });
  }
});

test("huge counts of anything give a verdict", () => {
  const many = Buffer.from(`%PDF-1.7\n${"/ByteRange [0 1 2 3] ".repeat(500_000)}`);
  const nested = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(5_000_000, "B")]);
  const deep = Buffer.alloc(60_000, 0x30);
  const zip = Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(5_000_000, "PK\x05\x06")]);
  for (const bytes of [many, nested, deep, zip]) {
    for (const verdict of verdicts(verify(bytes))) expect(verdict).toBe("indeterminate");
  }
  const piled = Buffer.concat(Array.from({ length: 60 }, () => issued.table.stamped));
  expect(verify(piled).findings.unchanged.verdict).not.toBe("passed");
});

/** The service's record of a document with these fingerprints. */
const buildRecord = (originalSha256: string) => ({
  serialNumber: "AT-00000-00000-00000-00000",
  processedDate: now.toISOString(),
  documentName: "lease.pdf",
  originalSha256,
  stampedSha256: "0".repeat(64),
  certificateSha256: "1".repeat(64),
});

test("a sealed copy with an addition and a new time-stamp does not get the time of the old seal", () => {
  const grown = appended(issued.table.stamped, "4 0 obj\n<< /Length 0 >>\nstream\n\nendstream\nendobj\n");
  const record = buildRecord(createHash("sha256").update(grown).digest("hex"));
  const { when } = verify(grown, { ...noEvidence, record }).findings;
  expect([when.verdict, when.sentence.message.includes("A timestamp confirms it")]).toEqual([
    "indeterminate",
    false,
  ]);
});

test("a time-stamp, which anyone can get, does not make another file part of the document in question", () => {
  const changed = new TextEncoder().encode("the rent is 9999");
  const token = tokenOver(createHash("sha256").update(changed).digest());
  const evidence = { ...noEvidence, tokens: [{ bytes: token }], record: buildRecord("2".repeat(64)) };
  const { unchanged, who } = verify(changed, evidence).findings;
  expect([unchanged.verdict, who.verdict]).toEqual(["failed", "indeterminate"]);
});
