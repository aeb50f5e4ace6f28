import { expect, test } from "bun:test";
import { type Evidence, noEvidence } from "./evidence.ts";
import { labels } from "./sentences.ts";
import { authority, issue, now, tokenOver, trust } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import { trustWith, witnessesAbout, witnessName } from "./test-witnessed.ts";

const issued = await issue();
const { digest, token, anchored, promised, blocks, cosigned } = witnessesAbout(issued.receipt);
const everyone = trustWith(blocks);

const checkLogRate = (evidence: Partial<Evidence>, by = everyone) => {
  const known = {
    ...noEvidence,
    attestations: [issued.attestation],
    receipts: [issued.receipt],
    ...evidence,
  };
  return verifyFile({ name: "a.pdf", sha256: issued.statement.original }, known, by, now).findings.log;
};
const told = (evidence: Partial<Evidence>, by = everyone) => {
  const { verdict, witnesses = [] } = checkLogRate(evidence, by);
  return [verdict, ...witnesses.map(({ kind, state }) => `${kind} ${state}`)];
};
const flipped = (bytes: Uint8Array, at: number) =>
  Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ (1 << (at % 8)) : byte));
const full = { receipts: [cosigned], tokens: [{ bytes: token }], proofs: [{ bytes: anchored }] };

test("all three witnesses are confirmed, each with a sentence and its basis", () => {
  const finding = checkLogRate(full);
  expect([finding.verdict, finding.witnesses?.map(({ state }) => state)]).toEqual([
    "passed",
    ["confirmed", "confirmed", "confirmed"],
  ]);
  expect(finding.witnesses?.map(({ sentence }) => sentence.message)).toEqual([
    expect.stringContaining("timestamped this state of the public log on November 20, 2026"),
    "Bitcoin block 923456 contains the fingerprint of this state of the public log.",
    expect.stringContaining(`${witnessName} signed a statement on November 20, 2026`),
  ]);
  expect(finding.witnesses?.flatMap(({ details }) => details.map(({ label }) => label.message))).toEqual([
    ...["Timestamp", "Accuracy", "Authority", "Root certificate"],
    ...["Bitcoin block", "Merkle root of that block", "Cosigner's key"],
  ]);
});

test("a time-stamp that is known from the record and from a pack is listed once", () => {
  const tokens = [{ bytes: token }, { bytes: Uint8Array.from(token), about: "checkpoint" as const }];
  const finding = checkLogRate({ ...full, tokens });
  expect(finding.witnesses?.filter(({ kind }) => kind === "timeStamp")).toHaveLength(1);
});

test("a promised Bitcoin confirmation is pending, with the name of the calendar", () => {
  const finding = checkLogRate({ proofs: [{ bytes: promised }] });
  expect(finding.witnesses?.[1]).toMatchObject({
    state: "pending",
    details: [{ label: labels.calendar, value: "https://calendar.example" }],
  });
});

test("without any witness each is absent, and the entry still counts as in the log", () => {
  expect(told({})).toEqual(["passed", "timeStamp absent", "openTimestamps absent", "cosignature absent"]);
  expect(told({}, trust)).toEqual([
    "passed",
    "timeStamp absent",
    "openTimestamps absent",
    "cosignature absent",
  ]);
});

test("with an unknown root, block or key each witness is unverified, never confirmed", () => {
  expect(told(full, { ...trust, stampRoots: [] })).toEqual([
    ...["passed", "timeStamp unverified", "openTimestamps unverified", "cosignature unverified"],
  ]);
});

test("our own authority is not a witness of our own log", () => {
  expect(told({ tokens: [{ bytes: tokenOver(digest, authority.tsa) }] })[1]).toBe("timeStamp unverified");
});

test("evidence over another checkpoint is ignored, unless it came with this one", () => {
  const strange = witnessesAbout(cosigned);
  const beside = { tokens: [{ bytes: strange.token }], proofs: [{ bytes: strange.anchored }] };
  expect(told(beside).slice(0, 3)).toEqual(["passed", "timeStamp absent", "openTimestamps absent"]);
  const asThis = {
    tokens: [{ bytes: strange.token, about: "checkpoint" as const }],
    proofs: [{ bytes: strange.anchored, about: "checkpoint" as const }],
  };
  expect(told(asThis).slice(0, 3)).toEqual(["failed", "timeStamp unverified", "openTimestamps unverified"]);
});

test("a proof that names a known block with another merkle root is wrong", () => {
  const wrong = blocks.replace(/[0-9a-f]{64}/, "ab".repeat(32));
  expect(told(full, trustWith(wrong))).toEqual([
    ...["failed", "timeStamp confirmed", "openTimestamps unverified", "cosignature confirmed"],
  ]);
});

test("a flipped bit anywhere in a token or a proof is detected: neither is confirmed anymore", () => {
  for (let at = 0; at < token.length; at += 7) {
    const [verdict, state] = told({ tokens: [{ bytes: flipped(token, at), about: "checkpoint" }] });
    expect([at, state]).toEqual([at, "timeStamp unverified"]);
    expect(["failed", "passed"]).toContain(verdict ?? "");
  }
  for (const at of anchored.keys()) {
    const [, , state] = told({ proofs: [{ bytes: flipped(anchored, at), about: "checkpoint" }] });
    expect([at, state]).toEqual([at, "openTimestamps unverified"]);
  }
});

test("a flipped bit anywhere in a cosignature is detected; a false one under a known name is wrong", () => {
  const bytes = new TextEncoder().encode(cosigned);
  const start = new TextEncoder().encode(issued.receipt).length;
  for (let at = start; at < bytes.length; at += 1) {
    const receipts = [new TextDecoder().decode(flipped(bytes, at))];
    expect([at, told({ receipts }).includes("cosignature confirmed")]).toEqual([at, false]);
  }
  const forged = cosigned.slice(0, -8) + (cosigned.at(-8) === "A" ? "B" : "A") + cosigned.slice(-7);
  expect(told({ receipts: [forged] })).toEqual([
    ...["failed", "timeStamp absent", "openTimestamps absent", "cosignature unverified"],
  ]);
});

test("if there are two receipts, the one with more witnesses is shown", () => {
  expect(told({ receipts: [issued.receipt, cosigned] }).at(-1)).toBe("cosignature confirmed");
});
