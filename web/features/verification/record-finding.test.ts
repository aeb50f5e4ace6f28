import { expect, test } from "bun:test";
import { noEvidence } from "../../../src/evidence/verifier/evidence.ts";
import { subjectOf } from "../../../src/evidence/verifier/record-evidence.ts";
import { sayStage } from "../../../src/evidence/verifier/stage.ts";
import { issue, now, trust, vouched } from "../../../src/evidence/verifier/test-issued.ts";
import { witnessesAbout } from "../../../src/evidence/verifier/test-witnessed.ts";
import { verifyFiles } from "../../../src/evidence/verifier/verify-files.ts";
import { stageWords } from "../../../src/formats/text/proof-of-time.ts";
import { decisiveFinding } from "./record-finding.ts";

const issued = await issue();
const { attestation, receipt } = issued;
const { token } = witnessesAbout(receipt);
const record = {
  ...issued.record,
  documentName: "",
  originalKept: true,
  timeStamps: [],
  attestation,
  receipt,
};

function stageOf(tokens: Uint8Array[], by = vouched) {
  const evidence = {
    ...noEvidence,
    attestations: [attestation],
    receipts: [receipt],
    tokens: tokens.map((bytes) => ({ bytes })),
  };
  const [report] = verifyFiles([subjectOf(record)], evidence, by, now);
  if (!report) throw new Error("There is no report.");
  return decisiveFinding(report, record);
}

test("a record says at which stage its proof is, what comes next, and what it would take to forge the time", () => {
  const say = (tokens: Uint8Array[], by = vouched) => sayStage(stageOf(tokens, by), stageWords.en);
  expect(say([])).toBe(`${stageWords.en.stage({ witnesses: 0 })} ${stageWords.en.forging["own-clock"]}`);
  expect(say([token])).toStartWith("Stage 2 of 3: one authority or witness outside the service has signed");
  expect(say([token])).toEndWith(stageWords.en.forging["seen-later"]);
  // Whom only the service names does not count.
  expect(say([token], trust)).toBe(say([]));
});

test("a record promises no further stage where the service asks no one, and says 'if' where that is not known", () => {
  for (const { stage } of Object.values(stageWords)) {
    const [asking, unknown, alone] = [true, undefined, false].map((asks) => stage({ witnesses: 0 }, asks));
    expect(new Set([asking, unknown, alone]).size).toBe(3);
    expect(unknown).toMatch(/: .+, (if|si) .+\.$/);
    expect(alone).not.toMatch(/within an hour|en una hora/);
    expect(stage({ witnesses: 1 }, false)).toBe(stage({ witnesses: 1 }));
  }
  expect(sayStage(stageOf([]), stageWords.en, false)).toStartWith(
    stageWords.en.stage({ witnesses: 0 }, false),
  );
});

test("the last stage is a Bitcoin block, and a time that does not count has no stage", () => {
  for (const { stage } of Object.values(stageWords))
    expect(stage({ witnesses: 3, block: 923_456 })).toMatch(/^\S+ 3 .* 3: .*923456.* 3 /);
  expect(sayStage({ stage: { witnesses: 1 } }, stageWords.en)).toBe("");
});
