import { expect, test } from "bun:test";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import { dated, failed, passed, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { findStage, sayStageOf } from "./stage.ts";
import { say } from "./text.ts";
import type { Witness } from "./witness.ts";

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

test("an authority or witness counts once, however many of its timestamps someone adds", () => {
  const by = (kind: Witness["kind"], name: string, voucher: "public" | "named" = "public"): Witness => ({
    ...({ kind, state: "confirmed", details: [], isWrong: false } as const),
    sentence: say("x", "It saw it."),
    seenBy: { name, voucher },
  });
  const witnesses = [
    ...[1, 2, 3].map(() => by("timeStamp", "Alpha TSA")),
    ...[by("timeStamp", "Beta TSA"), by("cosignature", "w1"), by("cosignature", "w2", "named")],
  ];
  const log = { ...report.findings.log, witnesses };
  expect(findStage({ findings: { log } })).toEqual({ witnesses: 3 });
});

test("a file that is wrong, and one without a time of its own, have no stage in any language", () => {
  const unchanged = failed(say("x", "No."));
  for (const words of Object.values(stageWords)) {
    expect(sayStageOf({ ...report, findings: { ...report.findings, unchanged } }, words)).toBe("");
    expect(sayStageOf({ ...report, kind: "part" }, words)).toBe("");
  }
});
