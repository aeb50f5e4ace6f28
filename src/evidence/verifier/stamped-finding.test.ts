import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { noEvidence } from "./evidence.ts";
import { issue, now, outside, tokenOver, vouched } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";

const issued = await issue();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const file = { original: issued.original, stamped: issued.stamped };
const tokens = [{ bytes: issued.originalToken }, { bytes: issued.stampedToken }];
const computeDigest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** The finding about a file whose stated time is this much earlier than its time-stamps. */
function when(which: keyof typeof file, beforeMs: number, by = tokens): string {
  const processedDate = new Date(now.getTime() - beforeMs).toISOString();
  const evidence = { ...noEvidence, tokens: by, record: { ...issued.record, processedDate } };
  const { verdict, sentence } = verifyFile({ name: "file", bytes: file[which] }, evidence, vouched, now)
    .findings.when;
  return `${verdict}: ${sentence.message}`;
}

const moment = "It existed on November 20, 2026, 1:11:07 PM CST (2026-11-20 19:11:07 UTC)";
const plain = `claimed: ${moment}, by Attestamp's own clock. Only Attestamp itself vouches for that time.`;

test("a timestamp of our own within the hour after the stamp's time agrees with it, but no one else confirms it", () => {
  for (const beforeMs of [0, minuteMs, 59 * minuteMs])
    expect([when("original", beforeMs), when("stamped", beforeMs)]).toEqual([plain, plain]);
});

test("a time-stamp within seconds of the stamp's time shows only the time on the stamp, not a second one", () => {
  for (const [beforeMs, time] of [
    [1000, "1:11:06 PM CST (2026-11-20 19:11:06 UTC)"],
    [59_000, "1:10:08 PM CST (2026-11-20 19:10:08 UTC)"],
    [-30_000, "1:11:37 PM CST (2026-11-20 19:11:37 UTC)"],
  ] as const) {
    const text = `claimed: It existed on November 20, 2026, ${time}, by Attestamp's own clock. Only Attestamp itself vouches for that time.`;
    expect([when("original", beforeMs), when("stamped", beforeMs)]).toEqual([text, text]);
  }
  const external = tokenOver(computeDigest(issued.original), outside.tsa);
  expect(when("original", 1000, [{ bytes: external }])).toBe(
    "passed: It existed on November 20, 2026, 1:11:06 PM CST (2026-11-20 19:11:06 UTC). A timestamp by the clock of Outside TSA, Outside confirms it to the minute.",
  );
});

test("our own authority is always available: a stamp with a time before its time-stamp is indeterminate", () => {
  for (const which of ["original", "stamped"] as const)
    expect(when(which, 2 * dayMs)).toStartWith("indeterminate: It existed on November 20, 2026");
});

test("a later time-stamp of an external authority is reported as later, and as indeterminate after the week of retries", () => {
  const clock = "by the clock of Outside TSA, Outside";
  const borneOut = `passed: ${moment}, ${clock}. A timestamp confirms it. No timestamp confirms the earlier time on the stamp, November 18, 2026, 1:11:07 PM CST (2026-11-18 19:11:07 UTC).`;
  const original = tokenOver(computeDigest(issued.original), outside.tsa);
  expect(when("original", 2 * dayMs, [{ bytes: original }])).toBe(borneOut);
  for (const which of ["original", "stamped"] as const) {
    expect(when(which, 365 * dayMs)).toStartWith("indeterminate: It existed on November 20, 2026");
    expect(when(which, 365 * dayMs)).toContain(
      "Nothing confirms the earlier time on the stamp, November 20, 2025, 1:11:07 PM CST (2025-11-20 19:11:07 UTC)",
    );
  }
});

test("a stamped copy time-stamped before its stated time contradicts itself; an original may be older", () => {
  expect(when("stamped", -2 * minuteMs)).toBe(
    "indeterminate: Its signed times contradict each other: a timestamp is earlier than the time on the stamp.",
  );
  expect(when("original", -365 * dayMs)).toBe(plain);
});
