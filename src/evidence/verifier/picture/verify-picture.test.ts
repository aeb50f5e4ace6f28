import { expect, test } from "bun:test";
import { gradient } from "../../../formats/images/test-pictures.ts";
import { findEmbeddedStore } from "../../c2pa/placeholder.ts";
import { credentialsSigner, facts, withCredentials } from "../../c2pa/test-credentials.ts";
import { readCertificate } from "../../x509/certificate.ts";
import { encodePem } from "../../x509/pem.ts";
import { type Evidence, noEvidence } from "../evidence.ts";
import { questions, type Report } from "../report.ts";
import { authority, issue, now, outside, trust, trustTexts } from "../test-issued.ts";
import { verifyFile } from "../test-verify-file.ts";
import { readTrust } from "../trust.ts";

const plain = await gradient(48, 32).png().toBuffer();
const credited = await withCredentials(plain, authority, { fileType: "image/png" });

const verdicts = ({ findings }: Report) => questions.map((question) => findings[question].verdict).join(" ");
const verify = (bytes: Uint8Array, evidence: Evidence = noEvidence, by = trust, at = now) =>
  verifyFile({ name: "photo.png", bytes }, evidence, by, at);

/** The picture with one bit flipped. */
function flipped(at: number): Buffer {
  const changed = Buffer.from(credited);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

test("a stamped picture is confirmed by its credentials; only the log is indeterminate without the receipt", () => {
  const report = verify(credited);
  expect([report.kind, verdicts(report)]).toEqual(["stamped", "passed claimed passed indeterminate"]);
  const { unchanged, when, who } = report.findings;
  expect(unchanged.sentence.message).toBe("Yes. Nothing in this file has changed since it was sealed.");
  expect(when.sentence.message).toBe(
    "It existed on November 20, 2026, 1:11:07 PM CST (2026-11-20 19:11:07 UTC), by Attestamp's own clock. Only Attestamp itself vouches for that time.",
  );
  expect(who.sentence.message).toBe("Test Content Credentials, Test sealed it.");
});

test("a changed pixel is reported together with the seal", () => {
  const report = verify(flipped(credited.length - 40));
  expect(verdicts(report)).toBe("failed failed failed indeterminate");
  expect(report.findings.unchanged.sentence.message).toBe("No. This file was changed after it was sealed.");
});

test("a byte changed in the credentials never passes", () => {
  const placeholder = findEmbeddedStore(credited);
  for (let at = placeholder?.start ?? 0; at < (placeholder?.end ?? 0); at += 211)
    expect([at, verify(flipped(at)).findings.unchanged.verdict]).not.toEqual([at, "passed"]);
});

test("credentials that were moved within the picture are no longer valid", () => {
  const { start, end } = findEmbeddedStore(credited) ?? { start: 0, end: 0 };
  const around = Buffer.concat([credited.subarray(0, start), credited.subarray(end)]);
  const last = around.length - 12;
  const after = Buffer.concat([
    around.subarray(0, last),
    credited.subarray(start, end),
    around.subarray(last),
  ]);
  expect([after.equals(credited), findEmbeddedStore(after)?.start]).toEqual([false, last]);
  expect(verify(after).findings.unchanged.verdict).toBe("failed");
});

test("a picture signed by someone else is not ours, and does not fail", async () => {
  const foreign = await withCredentials(plain, outside, { fileType: "image/png" });
  const report = verify(foreign);
  expect([report.kind, verdicts(report)]).toEqual([
    "unknown",
    "indeterminate indeterminate indeterminate indeterminate",
  ]);
  expect(report.findings.who.sentence.message).toContain("someone we don't know");
});

test("with another document's record, a valid picture is reported as another document's", async () => {
  const { record } = await issue();
  const { unchanged } = verify(credited, { ...noEvidence, record }).findings;
  expect([unchanged.verdict, unchanged.sentence.message]).toEqual([
    "indeterminate",
    expect.stringContaining(
      `states another serial number, ${facts.serialNumber}, not ${record.serialNumber}.`,
    ),
  ]);
});

test("a revoked certificate cannot seal a picture", async () => {
  const signer = credentialsSigner(authority);
  const { serialNumber } = readCertificate(signer.certificate);
  const crl = encodePem("X509 CRL", authority.crl([{ serialNumber, at: now, reason: 1 }]));
  const picture = await withCredentials(plain, authority, { fileType: "image/png", signer });
  const { findings } = verify(picture, noEvidence, readTrust({ ...trustTexts, crl }));
  expect([findings.unchanged.verdict, findings.who.sentence.message]).toEqual([
    "indeterminate",
    "Its seal was revoked.",
  ]);
});

test("with a time-stamp of an unknown authority the validity of the certificate is indeterminate", async () => {
  const picture = await withCredentials(plain, authority, {
    fileType: "image/png",
    stampedBy: outside.tsa,
  });
  expect(verify(picture).findings.unchanged.verdict).toBe("passed");
  const alone = readTrust({ ...trustTexts, stampCa: "" });
  expect(verify(picture, noEvidence, alone).findings.unchanged.verdict).toBe("indeterminate");
});

test("it is still valid years later", () => {
  const later = new Date("2034-01-01T00:00:00Z");
  expect(verdicts(verify(credited, noEvidence, trust, later))).toBe("passed claimed passed indeterminate");
});
