import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { noEvidence } from "./evidence.ts";
import { issue, now, outside, tokenOver, trust } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import { witnessesAbout } from "./test-witnessed.ts";

const issued = await issue();
const { digest } = witnessesAbout(issued.receipt);
const dayMs = 24 * 3_600_000;
const afterDays = (days: number) => new Date(now.getTime() + days * dayMs);
const own = { bytes: issued.originalToken };
const witnessed = (days: number) => ({ bytes: tokenOver(digest, outside.tsa, afterDays(days)) });
const tokenAfter = (days: number) => ({
  bytes: tokenOver(createHash("sha256").update(issued.original).digest(), outside.tsa, afterDays(days)),
});

function when(...tokens: { bytes: Uint8Array }[]): string {
  const { attestation, receipt } = issued;
  const evidence = { ...noEvidence, attestations: [attestation], receipts: [receipt], tokens };
  const { findings } = verifyFile({ name: "a.pdf", bytes: issued.original }, evidence, trust, afterDays(400));
  return `${findings.when.verdict}: ${findings.when.sentence.message}`;
}

test("a time of our own is confirmed if external witnesses saw the log soon after, or there was no witness yet", () => {
  for (const tokens of [[own], [own, witnessed(0)], [own, witnessed(1.9)]])
    expect(when(...tokens)).toStartWith("passed: It existed on November 20, 2026");
});

test("a time of our own that witnesses can confirm only months later is indeterminate: it may be backdated", () => {
  expect(when(own, witnessed(200))).toBe(
    "indeterminate: The service's own timestamp says November 20, 2026, 1:11:07 PM CST (2026-11-20 19:11:07 UTC), but no one outside the service saw it before June 8, 2027, 2:11:07 PM CDT (2027-06-08 19:11:07 UTC).",
  );
  expect(when(own, tokenAfter(3))).toStartWith("indeterminate: The service's own timestamp says");
});

test("if an external authority time-stamped the file itself, it does not matter when the log was seen", () => {
  expect(when(own, tokenAfter(0), witnessed(200))).toStartWith("passed: It existed on November 20, 2026");
});
