import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { PDFDocument, PDFHexString, PDFName } from "pdf-lib";
import { xmpMetadata } from "../../formats/certificate/xmp-metadata.ts";
import { signedPdf } from "../../formats/pdf/test-signing.ts";
import { stamped } from "../../formats/pdf/test-stamping.ts";
import { joined } from "../../formats/zip/test-pieces.ts";
import { makeAsicS } from "../asic/asic-s.ts";
import { certificateReason } from "../seal/certificate-reason.ts";
import { signAttestation } from "../sign-attestation.ts";
import { createSigningKey } from "../signing-key.ts";
import { testAuthority } from "../test-pki.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import { questions, type Report } from "./report.ts";
import { labels, sentences, values } from "./sentences.ts";
import { authority, issue, key, now, outside, plainPdf, seal, tokenOver, trust } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import { readTrust } from "./trust.ts";
import { verifyFiles } from "./verify-files.ts";

const issued = await issue();
const proven: Evidence = {
  ...noEvidence,
  attestations: [issued.attestation],
  receipts: [issued.receipt],
  tokens: [{ bytes: issued.originalToken }, { bytes: issued.stampedToken }],
};
const strangerKey = createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
const nobody = readTrust({ name: "Attestamp", ca: "", stampCa: "", crl: "", jwks: "", vkeys: "" });
const text = (content: string) => new TextEncoder().encode(content);

/** The verdicts in the order of the questions. */
const verdicts = ({ findings }: Report) => questions.map((question) => findings[question].verdict).join(" ");

const verify = (bytes: Uint8Array, evidence: Evidence = noEvidence, by = trust) =>
  verifyFile({ name: "file", bytes }, evidence, by, now);

test("original and stamped copy with all their evidence pass in every finding", () => {
  const original = verify(issued.original, proven);
  expect([original.kind, verdicts(original)]).toEqual(["original", "passed claimed passed passed"]);
  expect(original.findings.who.sentence.message).toBe(
    'Attestamp received it from an account calling itself "Jane Doe" (as stated by the account, not checked) and signed a statement about it.',
  );
  const copy = verify(issued.stamped, proven);
  expect([copy.kind, verdicts(copy)]).toEqual(["stamped", "passed claimed passed passed"]);
  expect(copy.findings.when.sentence.message).toBe(
    "It existed on November 20, 2026, 1:11:00 PM CST (2026-11-20 19:11:00 UTC), by Attestamp's own clock. Only Attestamp itself vouches for that time.",
  );
  expect(copy.findings.who.sentence.message).toBe(
    'Attestamp issued it and signed a statement about it, for an account calling itself "Jane Doe" (as stated by the account, not checked).',
  );
});

test("a time-stamp over a file that is known from the record and from a pack is listed once", () => {
  const tokens = [...proven.tokens, { bytes: Uint8Array.from(issued.originalToken) }];
  const { when } = verify(issued.original, { ...proven, tokens }).findings;
  expect(when.details.filter(({ label }) => label === labels.time)).toHaveLength(1);
});

test("two time-stamps of the same second are listed once, since they read the same", () => {
  const digest = createHash("sha256").update(issued.original).digest();
  const wholeSecond = Math.floor(now.getTime() / 1000) * 1000;
  const tokens = [100, 900].map((ms) => ({
    bytes: tokenOver(digest, authority.tsa, new Date(wholeSecond + ms)),
  }));
  const { when } = verify(issued.original, { ...proven, tokens }).findings;
  expect(when.details.filter(({ label }) => label === labels.time)).toHaveLength(1);
});

test("a wrong file does not show the serial number, name and client of the record that it was compared with", async () => {
  const { findings } = verify(text("another file"), proven);
  expect(findings.unchanged.verdict).toBe("failed");
  expect(findings.who.details).toEqual([]);
  const sealedToo = verify((await issue("stream")).stamped, proven);
  expect(sealedToo.findings.unchanged.verdict).toBe("indeterminate");
  expect(sealedToo.findings.who.details.map(({ label }) => label)).toEqual([labels.seal]);
});

for (const kind of ["table", "stream"] as const) {
  test(`a stamped copy is confirmed by its seal; only the log is indeterminate without the receipt (${kind})`, async () => {
    const report = verify((await issue(kind)).stamped);
    expect([report.kind, verdicts(report)]).toEqual(["stamped", "passed claimed passed indeterminate"]);
    expect(report.findings.who.sentence.message).toBe("Attestamp Seal, Attestamp sealed it.");
  });
}

test("a name chosen by an account stays within its quotation marks, and the report never claims an identity [threat V3]", () => {
  for (const client of [
    "Jane\u202e",
    "Jane\u2066\u200b  of   us",
    "Supreme Court of the United States",
    'Jane" (checked by Attestamp',
    "“Jane”, verified",
  ]) {
    const attestation = signAttestation({ ...issued.statement, client }, key);
    for (const bytes of [issued.original, issued.stamped]) {
      const { verdict, sentence } = verify(bytes, { ...noEvidence, attestations: [attestation] }).findings
        .who;
      const [, quoted, ...rest] = sentence.message.split('"');
      expect([verdict, quoted]).toEqual([
        "passed",
        client
          .replace(/["“”]/g, "'")
          .replace(/ +/g, " ")
          .replace(/[\u202e\u2066\u200b]/gu, ""),
      ]);
      expect(rest.join()).toStartWith(" (as stated by the account, not checked)");
    }
  }
});

test("a time-stamp of an external authority is reported by its name, ours as that of our own clock [threat V3]", () => {
  const digest = createHash("sha256").update(issued.stamped).digest();
  const when = (signer: typeof outside.tsa) => {
    const tokens = [{ bytes: tokenOver(digest, signer) }];
    return verifyFile(
      { name: "file", sha256: issued.statement.stamped },
      { ...noEvidence, tokens },
      trust,
      now,
    ).findings.when.sentence.message;
  };
  expect(when(authority.tsa)).toContain("by Attestamp's own clock");
  expect(when(outside.tsa)).toContain("by the clock of Outside TSA, Outside. ");
});

test("a sealed certificate is called a certificate, and no stamped copy is [threat V3]", async () => {
  const certificate = await seal(plainPdf.table, authority, authority.tsa, certificateReason);
  const alone = verify(certificate);
  expect([alone.kind, verdicts(alone)]).toEqual(["certificate", "passed claimed passed indeterminate"]);
  expect(alone.findings.unchanged.sentence).toEqual(sentences.unchanged.sealedCertificate);
  expect(verify(await seal(Buffer.from(certificate))).kind).toBe("stamped");
  expect(verify(issued.stamped).kind).toBe("stamped");
  const strangers = await seal(plainPdf.table, testAuthority("Attestamp"), undefined, certificateReason);
  expect(verify(strangers).kind).toBe("unknown");
});

/** A certificate as the first release wrote it, with one more page. */
async function firstCertificate(): Promise<Buffer> {
  const title = "Certificate of Attestation AT-0XTQM-HEB85-2ZWSP-KGDAH";
  const document = await PDFDocument.create({ updateMetadata: false });
  document.addPage();
  document.setTitle(title);
  const xmp = xmpMetadata({ title, author: "Attestamp", subject: "Lease.pdf", time: 0, language: "en-US" });
  const metadata = document.context.stream(Buffer.from(xmp), { Type: "Metadata", Subtype: "XML" });
  document.catalog.set(PDFName.of("Metadata"), document.context.register(metadata));
  const id = PDFHexString.of(createHash("sha256").update(title).digest("hex").slice(0, 32));
  document.context.trailerInfo.ID = document.context.obj([id, id]);
  return Buffer.from(await document.save());
}

test("a certificate of the first release, whose seal states no reason, is called a certificate; stamped copies of one are not", async () => {
  const drawn = await firstCertificate();
  const certificate = await seal(drawn);
  expect(verify(certificate).kind).toBe("certificate");
  expect(verify(certificate).findings.unchanged.sentence).toEqual(sentences.unchanged.sealedCertificate);
  expect(verify(await seal(drawn, testAuthority("Attestamp"))).kind).toBe("unknown");
  for (const original of [drawn, certificate]) {
    const copy = verify(await seal(stamped(original).file));
    expect([copy.kind, copy.findings.unchanged.sentence]).toEqual(["stamped", sentences.unchanged.sealed]);
  }
  const otherTitle = drawn
    .toString("latin1")
    .replace("Certificate of Attestation AT-", "Certificate of Attestation AT-0");
  expect(verify(await seal(Buffer.from(otherTitle, "latin1"))).kind).toBe("stamped");
});

test("a report about one document says if a valid file belongs to another", async () => {
  const { record } = await issue();
  const copy = verify(issued.stamped, { ...proven, record });
  expect(verdicts(copy)).toBe("indeterminate claimed passed passed");
  expect(copy.findings.unchanged.sentence.message).toBe(
    `This file is unchanged, but it belongs to another document, ${issued.statement.serial}, not to the one you asked about.`,
  );
  expect(verdicts(verify(issued.stamped, { ...proven, record: issued.record }))).toBe(
    "passed claimed passed passed",
  );
});

test("a file known only by its fingerprint is identified by the attestation", () => {
  const file = { name: "big.pdf", sha256: issued.statement.original };
  expect(verdicts(verifyFile(file, proven, trust, now))).toBe("passed claimed passed passed");
  const other = { name: "big.pdf", sha256: "0".repeat(64) };
  expect(verdicts(verifyFile(other, proven, trust, now))).toBe(
    "failed indeterminate indeterminate indeterminate",
  );
});

test("files that are checked together support each other", () => {
  const [copy, statement, receipt] = verifyFiles(
    [
      { name: "copy.pdf", bytes: issued.stamped },
      { name: "attestation.jws", bytes: text(`${issued.attestation}\n`) },
      { name: "entry.tlog-proof", bytes: text(issued.receipt) },
    ],
    noEvidence,
    trust,
    now,
  );
  expect(copy && verdicts(copy)).toBe("passed claimed passed passed");
  expect(statement && [statement.kind, verdicts(statement)]).toEqual([
    "statement",
    "indeterminate claimed passed passed",
  ]);
  expect(receipt && [receipt.kind, verdicts(receipt)]).toEqual([
    "receipt",
    "indeterminate claimed passed passed",
  ]);
});

test("without keys nothing passes and nothing fails", () => {
  for (const bytes of [issued.original, issued.stamped, issued.originalToken]) {
    expect(verdicts(verify(bytes, proven, nobody))).toBe(
      "indeterminate indeterminate indeterminate indeterminate",
    );
  }
});

test("without keys, only a file that is signed is called signed; nothing says who issued any other", () => {
  const who = (bytes: Uint8Array, evidence = noEvidence) =>
    verify(bytes, evidence, nobody).findings.who.sentence;
  for (const bytes of [new Uint8Array(), text("# Read me"), plainPdf.table, Buffer.from(issued.original)])
    expect(who(bytes)).toEqual(sentences.who.nothing);
  for (const bytes of [issued.stamped, signedPdf()]) expect(who(bytes)).toEqual(sentences.who.noKeys);
  const stated = { ...noEvidence, attestations: [issued.attestation] };
  const stamped = { ...noEvidence, tokens: [{ bytes: issued.originalToken }] };
  for (const evidence of [stated, stamped])
    expect(who(issued.original, evidence)).toEqual(sentences.who.noKeys);
});

test("the service's record identifies a file; the record is not signed", () => {
  const recorded = { ...noEvidence, record: issued.record };
  expect(verdicts(verify(issued.original, recorded))).toBe(
    "passed indeterminate indeterminate indeterminate",
  );
  expect(verdicts(verify(plainPdf.stream, recorded))).toBe(
    "failed indeterminate indeterminate indeterminate",
  );
  const certificate = { name: "c.pdf", sha256: issued.record.certificateSha256 };
  const signed = { ...recorded, attestations: [issued.attestation] };
  const report = verifyFile(certificate, signed, trust, now);
  expect([report.kind, verdicts(report)]).toEqual(["certificate", "passed claimed passed indeterminate"]);
});

test("an attestation signed with an unknown key makes no finding pass, and is not called forged", async () => {
  const { attestation, original, stamped: copy } = await issue();
  const lost: Evidence = { ...noEvidence, attestations: [signAttestation(issued.statement, strangerKey)] };
  for (const [bytes, expected] of [
    [issued.original, "indeterminate indeterminate indeterminate indeterminate"],
    [issued.stamped, "passed claimed indeterminate indeterminate"],
  ] as const) {
    const report = verify(bytes, lost);
    expect(verdicts(report)).toBe(expected);
    expect(report.findings.who.sentence.message).toContain("signed with a key that we don't know");
  }
  const alone = verify(text(`${lost.attestations[0]}\n`));
  expect([alone.kind, verdicts(alone)]).toEqual([
    "statement",
    "indeterminate indeterminate indeterminate indeterminate",
  ]);
  const changed = Uint8Array.from(copy);
  changed[200] = (changed[200] ?? 0) ^ 1;
  expect(verify(changed, lost).findings.who.verdict).toBe("failed");
  const [header, payload, signature = ""] = attestation.split(".");
  const flipped = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
  const forged = { ...noEvidence, attestations: [[header, payload, flipped].join(".")] };
  expect(verify(original, forged).findings.who.verdict).toBe("failed");
});

test("a record that contradicts the attestation is detected", () => {
  const record = { ...issued.record, originalSha256: "d".repeat(64) };
  expect(verify(issued.original, { ...proven, record }).findings.who.verdict).toBe("failed");
});

test("another document of ours on the page of this one is neither confirmed nor called changed", async () => {
  const other = await issue();
  const report = verify(other.stamped, { ...proven, record: issued.record });
  expect(report.findings.unchanged.verdict).toBe("indeterminate");
  expect(report.findings.log.verdict).toBe("indeterminate");
});

test("the certificate or stamped copy of another document is named by the serial number on it, and nothing else changes", async () => {
  const wanted = issued.record.serialNumber;
  const [table, stream] = [await issue("table"), await issue("stream")];
  const on = (bytes: Uint8Array, evidence: Evidence = { ...proven, record: issued.record }) =>
    verify(bytes, evidence);
  const certificate = await seal(await firstCertificate(), authority, authority.tsa, certificateReason);
  for (const [bytes, carried] of [
    [table.stamped, table.statement.serial],
    [stream.stamped, stream.statement.serial],
    [certificate, "AT-0XTQM-HEB85-2ZWSP-KGDAH"],
  ] as const) {
    const report = on(bytes);
    expect(report.findings.unchanged.sentence).toEqual(sentences.unchanged.otherSerial(carried, wanted));
    expect(verdicts(report)).toBe("indeterminate claimed passed indeterminate");
    const changed = Uint8Array.from(bytes);
    changed[150] = (changed[150] ?? 0) ^ 1;
    expect(on(changed).findings.unchanged).toMatchObject({
      verdict: "failed",
      sentence: sentences.unchanged.changed,
    });
  }
});

test("a number that only an original states, or a second one on a copy, is not named as that of the file", async () => {
  const inside = "/StampAT0XTQMHEB852ZWSPKGDAHx0 Certificate of Attestation AT-0XTQM-HEB85-2ZWSP-KGDAH";
  const original = Buffer.concat([plainPdf.table, Buffer.from(`\n% ${inside}\n`)]);
  const sentenceOf = (bytes: Uint8Array) =>
    verify(bytes, { ...proven, record: issued.record }).findings.unchanged.sentence;
  const { serialNumber } = issued.record;
  const other = await issue("table", original);
  expect(sentenceOf(other.stamped)).toEqual(
    sentences.unchanged.otherSerial(other.statement.serial, serialNumber),
  );
  const twice = await issue("table", other.stamped);
  expect(sentenceOf(twice.stamped)).toEqual(sentences.unchanged.otherSealed(serialNumber));
});

test("a token, even inside a reply, gives its time and asks for its file", () => {
  const report = verify(issued.originalToken);
  expect([report.kind, verdicts(report)]).toEqual(["token", "indeterminate claimed passed indeterminate"]);
});

test("time-stamps of an external authority count if its root is known; otherwise the seal is still evaluated", async () => {
  const file = await seal(stamped(plainPdf.table).file, authority, outside.tsa);
  expect(verdicts(verify(file))).toBe("passed claimed passed indeterminate");
  expect(verdicts(verify(file, noEvidence, { ...trust, stampRoots: [] }))).toBe(
    "indeterminate indeterminate passed indeterminate",
  );
  const changed = Uint8Array.from(file);
  const inStamp = file.lastIndexOf("/Contents <") + 500;
  changed[inStamp] = (changed[inStamp] ?? 0) ^ 1;
  expect(verdicts(verify(changed, noEvidence, { ...trust, stampRoots: [] }))).not.toStartWith("passed");
});

test("a root trusted only for time-stamps is not trusted for seals", async () => {
  const report = verify(await seal(stamped(plainPdf.table).file, outside));
  expect([report.kind, verdicts(report)]).toEqual([
    "unknown",
    "indeterminate claimed indeterminate indeterminate",
  ]);
});

test("a container proves when its file existed but not whose file it is, and another file in it fails", () => {
  const time = new Date(issued.statement.time);
  const buildContainer = (data: Uint8Array) =>
    joined(makeAsicS({ name: "lease.pdf", data, token: issued.originalToken }, time));
  const container = buildContainer(issued.original);
  const report = verify(container);
  expect([report.kind, verdicts(report)]).toEqual([
    "container",
    "passed claimed indeterminate indeterminate",
  ]);
  expect(report.findings.who.sentence.message).toStartWith("We don't know. ");
  expect(verdicts(verify(container, proven))).toBe("passed claimed passed passed");
  expect(verdicts(verify(buildContainer(plainPdf.stream)))).toStartWith("failed failed");
});

test("a changed bit in a container's directory is detected, even if the file inside is the same", () => {
  const { original: data, originalToken: token } = issued;
  const container = joined(makeAsicS({ name: "lease.pdf", data, token }, new Date(issued.statement.time)));
  const attributes = Buffer.from(container).lastIndexOf("PK\x01\x02", "latin1") + 38;
  container[attributes] = (container[attributes] ?? 0) ^ 1;
  const { verdict, sentence } = verify(container).findings.unchanged;
  expect([verdict, sentence]).toEqual(["indeterminate", sentences.unchanged.repackedContainer]);
});

test("a stranger's signature proves nothing, and is not an error", () => {
  const report = verify(signedPdf());
  expect([report.kind, verdicts(report)]).toEqual([
    "unknown",
    "indeterminate indeterminate indeterminate indeterminate",
  ]);
  expect(report.findings.who.sentence.message).toBe("It was signed by someone we don't know.");
  expect(report.findings.who.details).toContainEqual({
    label: labels.otherSignature,
    value: values.signature("Signer", "unknown"),
  });
});
