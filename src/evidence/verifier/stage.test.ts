import { expect, test } from "bun:test";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import { dated, failed, passed, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { sayStageOf } from "./stage.ts";
import { say } from "./text.ts";

const report: Report = {
  name: "a",
  kind: "stamped",
  findings: {
    unchanged: passed(sentences.unchanged.stamped),
    when: dated("own-clock", say("x", "It existed.")),
    who: passed(say("x", "They issued it.")),
    log: passed(say("x", "It is listed.")),
  },
};

test("a file that is right is followed by its stage, and without a receipt only by what a forgery would take", () => {
  const { stage, forging } = stageWords.en;
  const said = (log: Report["findings"]["log"]) =>
    sayStageOf({ ...report, findings: { ...report.findings, log } }, stageWords.en);
  expect(said(report.findings.log)).toBe(`${stage({ witnesses: 0 })} ${forging["own-clock"]}`);
  expect(said({ ...report.findings.log, verdict: "indeterminate" })).toBe(forging["own-clock"]);
});

test("a file that is wrong, and one without a time of its own, have no stage in any language", () => {
  const unchanged = failed(say("x", "No."));
  for (const words of Object.values(stageWords)) {
    expect(sayStageOf({ ...report, findings: { ...report.findings, unchanged } }, words)).toBe("");
    expect(sayStageOf({ ...report, kind: "part" }, words)).toBe("");
  }
});
