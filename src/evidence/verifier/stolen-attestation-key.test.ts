import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Attestation } from "../attestation.ts";
import type { KeyLife } from "../jwk.ts";
import { buildPack, buildPackParts } from "../pack/test-packs.ts";
import { signAttestation } from "../sign-attestation.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import { overallVerdict } from "./report.ts";
import { sentences } from "./sentences.ts";
import { summarize } from "./summary.ts";
import { issue, key, now, outside, publicKey, tokenOver, vouched } from "./test-issued.ts";
import { verifyFiles } from "./verify-files.ts";

const issued = await issue();
const { attestation, receipt, statement, record, original, stamped } = issued;
const text = (content: string) => new TextEncoder().encode(content);
/** A file that the service never saw. */
const deed = text("A deed.");
const deedHash = createHash("sha256").update(deed).digest("hex");

/** What a thief of the attestation key can sign: anything, under the serial number of another document. */
const forge = (facts: Partial<Attestation> = {}) =>
  signAttestation({ ...statement, original: deedHash, stamped: deedHash, ...facts }, key);

const trustWithKey = (life: KeyLife) => ({ ...vouched, jwks: { keys: [{ ...publicKey, ...life }] } });
const seconds = (time: string) => Date.parse(time) / 1000;

function verify(bytes: Uint8Array, known: Partial<Evidence>, life: KeyLife = {}) {
  const given: GivenFile[] = [{ name: "file", bytes }];
  const [report] = verifyFiles(given, { ...noEvidence, ...known }, trustWithKey(life), now);
  if (!report) throw new Error("There is no report.");
  const { who, when, unchanged } = report.findings;
  return { verdict: overallVerdict(report), who, when, unchanged, title: summarize(report).title.message };
}

describe("a statement signed with a copied attestation key for a file that the service never saw", () => {
  const backdated = "2001-01-01T05:00:00Z";

  test("is never confirmed: it says who signed it, and that nobody else vouches for its time [threat V9]", () => {
    const { verdict, when, title } = verify(deed, { attestations: [forge({ time: backdated })] });
    expect([verdict, when.level, title]).toEqual([
      ...["claimed", "stated", "This is the original document, but no one independent confirms its time"],
    ]);
    expect(when.sentence.message).toContain("Only Attestamp itself vouches for that time");
  });

  test("contradicts itself if it is dated before the key was made", () => {
    const made = { iat: seconds("2026-01-01T00:00:00Z") };
    const { verdict, when } = verify(deed, { attestations: [forge({ time: backdated })] }, made);
    expect([verdict, when.sentence]).toEqual([
      "failed",
      sentences.when.beforeKey(new Date(backdated), new Date("2026-01-01T00:00:00Z")),
    ]);
    expect(verify(original, { attestations: [attestation] }, made).verdict).toBe("claimed");
  });

  test("gets nothing from a receipt of another document", () => {
    const { verdict } = verify(deed, { attestations: [forge()], receipts: [receipt] });
    expect(verdict).toBe("failed");
  });

  test("gets no earlier time from a public time-stamp of today", () => {
    const digest = createHash("sha256").update(deed).digest();
    const tokens = [{ bytes: tokenOver(digest, outside.tsa) }];
    const { verdict, when } = verify(deed, { attestations: [forge({ time: backdated })], tokens });
    expect(verdict).toBe("indeterminate");
    expect(when.sentence.message).toContain("No timestamp confirms the earlier time on the stamp");
  });

  test("contradicts the genuine record or statement of the serial number that it reuses", () => {
    const forged = forge();
    expect(verify(deed, { attestations: [forged], record })).toMatchObject({
      verdict: "failed",
      who: { sentence: sentences.who.contradiction },
    });
    for (const attestations of [
      [forged, attestation],
      [attestation, forged],
    ])
      expect(verify(deed, { attestations })).toMatchObject({
        verdict: "failed",
        who: { sentence: sentences.who.signedTwice },
      });
  });

  test("contradicts the record even if only a name differs", () => {
    for (const facts of [{ name: "deed.pdf" }, { client: "Bob Roe" }]) {
      const forged = forge({ ...facts, original: statement.original, stamped: statement.stamped });
      expect(verify(original, { attestations: [forged], record }).verdict).toBe("failed");
    }
    const { clientName: _, ...nameless } = record;
    expect(verify(original, { attestations: [attestation], record: nameless }).verdict).toBe("claimed");
  });
});

describe("after the attestation key ended", () => {
  const ended = { exp: seconds("2026-11-20T19:00:00Z"), log_size: 6 };
  const stolen = { ...ended, revoked: { revoked_at: ended.exp, reason: "compromised" } };

  test("a statement that it signed counts with a receipt of an entry from before the end, and not without", () => {
    for (const [life, sentence] of [
      [ended, sentences.who.endedKey],
      [stolen, sentences.who.stolenKey],
    ] as const) {
      const alone = verify(original, { attestations: [attestation] }, life);
      expect(alone).toMatchObject({
        verdict: "indeterminate",
        unchanged: { sentence: sentences.unchanged.endedKey },
        who: { sentence },
      });
      const logged = verify(original, { attestations: [attestation], receipts: [receipt] }, life);
      expect([logged.verdict, logged.when.level]).toEqual(["claimed", "own-clock"]);
      // Its entry is the sixth.
      const { verdict } = verify(
        original,
        { attestations: [attestation], receipts: [receipt] },
        { ...life, log_size: 5 },
      );
      expect(verdict).toBe("indeterminate");
    }
  });

  test("a statement from after the end does not count, even with a receipt: whoever copied all keys can make one", () => {
    const known = { attestations: [attestation], receipts: [receipt] };
    const before = { ...stolen, exp: seconds("2026-11-18T00:00:00Z") };
    expect(verify(original, known, before).verdict).toBe("indeterminate");
    expect(verify(original, known, { ...stolen, exp: seconds(statement.time) }).verdict).toBe("claimed");
  });

  test("what a thief signs with it can't be told from its own statements without a receipt", () => {
    for (const known of [{}, { receipts: [receipt] }]) {
      const { verdict } = verify(deed, { attestations: [forge()], ...known }, stolen);
      expect(verdict).not.toBeOneOf(["passed", "claimed"]);
    }
  });

  test("a thief's statement does not cast doubt on the genuine one with the same serial number", () => {
    const known = { attestations: [forge(), attestation], receipts: [receipt] };
    expect(verify(original, known, stolen).verdict).toBe("claimed");
  });

  test("a stamped copy is still confirmed by its seal, but the statement says nothing about who issued it", () => {
    const { unchanged, who } = verify(stamped, { attestations: [attestation] }, stolen);
    expect([unchanged.verdict, who.verdict]).toEqual(["passed", "indeterminate"]);
    expect(verify(stamped, {}, stolen).verdict).toBe("claimed");
  });

  test("the pack of a document is still valid, but after a theft its other files need a new list", async () => {
    const pack = await buildPack(await buildPackParts(issued));
    expect(verify(pack, {}, ended).verdict).toBe("claimed");
    expect(verify(pack, {}, stolen)).toMatchObject({
      verdict: "indeterminate",
      unchanged: { sentence: sentences.unchanged.packStolenKey },
    });
  });

  test("the files of a document are confirmed together with its pack or receipt, as before", async () => {
    const pack = await buildPack(await buildPackParts(issued));
    const files = [
      { name: "original.pdf", bytes: original },
      { name: "stamped.pdf", bytes: stamped },
    ];
    const loose = [
      { name: "attestation.jws", bytes: text(attestation) },
      { name: "entry.tlog-proof", bytes: text(receipt) },
    ];
    for (const life of [{}, ended, stolen])
      for (const proof of [[{ name: "pack.zip", bytes: pack }], loose]) {
        const reports = verifyFiles([...files, ...proof], noEvidence, trustWithKey(life), now).slice(0, 2);
        expect(reports.map(({ kind }) => kind)).toEqual(["original", "stamped"]);
        expect(reports.map(overallVerdict)).toEqual(["claimed", "claimed"]);
      }
  });
});
