import { expect, test } from "bun:test";
import { type Level, levels } from "../../formats/text/proof-of-time.ts";
import {
  dated,
  type FileKind,
  type Finding,
  failed,
  indeterminate,
  overallVerdict,
  passed,
  type Question,
  type Report,
  type Verdict,
} from "./report.ts";
import { sentences, summaries } from "./sentences.ts";
import { countVerdicts, summarize, titleNamesKind, weakestLevel } from "./summary.ts";
import { say } from "./text.ts";

const fine: Report["findings"] = {
  unchanged: passed(sentences.unchanged.stamped),
  when: passed(say("x", "It existed.")),
  who: passed(say("x", "They issued it.")),
  log: passed(say("x", "It is listed.")),
};

const summaryOf = (kind: FileKind, findings: Partial<Record<Question, Finding>> = {}) => {
  const {
    verdict,
    title,
    sentences: said,
  } = summarize({ name: "a", kind, findings: { ...fine, ...findings } });
  return `${verdict}: ${title.message}. ${said.map(({ message }) => message).join(" ")}`;
};

test("a file that passes every check is named by its kind, with the time since when it has existed", () => {
  expect(summaryOf("stamped")).toBe(
    "passed: This is the stamped copy. Yes. This is exactly the stamped copy that was issued. It existed.",
  );
});

test("a file whose time only the service vouches for is named by its kind with that reservation", () => {
  const own = sentences.when.stamped(new Date("2026-11-20T19:11:00Z"), { service: "Attestamp" });
  expect(summaryOf("stamped", { when: dated("own-clock", own) })).toBe(
    `claimed: This is the stamped copy, but no one independent confirms its time. Yes. This is exactly the stamped copy that was issued. ${own.message} Proof of time: own clock only.`,
  );
});

test("only times that someone independent confirms pass; the lowest level of all files that count decides", () => {
  const at = (level: Level, kind: FileKind = "stamped"): Report => ({
    name: "a",
    kind,
    findings: { ...fine, when: dated(level, say("x", "It existed.")) },
  });
  expect(levels.map((level) => overallVerdict(at(level)))).toEqual([
    ...["claimed", "claimed", "passed", "passed", "passed"],
  ] as Verdict[]);
  expect(weakestLevel([at("external"), at("seen-later")])).toBe("seen-later");
  expect(weakestLevel([at("external"), at("stated", "statement")])).toBe("external");
  const wrong = { ...at("external"), findings: { ...fine, unchanged: failed(say("x", "No.")) } };
  expect(weakestLevel([at("external"), wrong])).toBeUndefined();
});

test("a file that is only sealed is not called a copy of any document", () => {
  expect(summaryOf("stamped", { unchanged: passed(sentences.unchanged.sealed) })).toStartWith(
    "passed: This file is unchanged.",
  );
});

test("a file that was extended is not called the stamped copy, whoever extended it", () => {
  const { extended, extendedByStranger, extendedByData } = sentences.unchanged;
  const at = new Date("2026-11-20T19:11:00Z");
  for (const unchanged of [extended("Other CA", at), extendedByStranger("Other CA", at), extendedByData])
    expect(summaryOf("stamped", { unchanged: passed(unchanged) })).toStartWith(
      "passed: What was issued is unchanged.",
    );
});

test("a wrong file gets one sentence, and so does a changed one", () => {
  const none = sentences.unchanged.none("AT-1");
  expect(
    summaryOf("unknown", {
      unchanged: failed(none),
      when: indeterminate(say("x", "?")),
      who: indeterminate(say("x", "?")),
    }),
  ).toBe(`failed: This is not the right file. ${none.message}`);
  expect(
    summaryOf("stamped", { unchanged: failed(say("x", "No.")), who: failed(say("x", "Not them.")) }),
  ).toBe("failed: Don't rely on this file. No.");
});

test("failed findings come before indeterminate ones, wherever they are", () => {
  expect(
    summaryOf("stamped", { unchanged: indeterminate(say("x", "?")), log: failed(say("x", "Not listed.")) }),
  ).toBe("failed: Don't rely on this file. Not listed.");
  expect(summaryOf("stamped", { when: indeterminate(say("x", "No time.")) })).toBe(
    "indeterminate: We can't tell. No time.",
  );
});

test("a missing receipt does not count against a file that passes the other checks", () => {
  expect(summaryOf("stamped", { log: indeterminate(say("x", "No receipt.")) })).toStartWith(
    "passed: This is the stamped copy.",
  );
});

test("evidence that came with a pack counts only if it is wrong; without files and packs, it counts itself", () => {
  const pack: Report = { name: "a", kind: "pack", findings: fine };
  const alone = { ...fine, unchanged: indeterminate(say("x", "?")) };
  const wrong = { ...fine, unchanged: failed(say("x", "No.")) };
  for (const kind of ["token", "record", "statement", "receipt", "proof"] as const) {
    const evidence: Report = { name: "b", kind, findings: alone };
    expect(countVerdicts([evidence, pack])).toEqual({ passed: 1, claimed: 0, indeterminate: 0, failed: 0 });
    expect(countVerdicts([pack, { ...evidence, findings: wrong }]).failed).toBe(1);
    expect(countVerdicts([evidence])).toEqual({ passed: 0, claimed: 0, indeterminate: 1, failed: 0 });
  }
});

test("a pack that could not be used counts among the files, one that was used does not", () => {
  const file: Report = { name: "a", kind: "stamped", findings: fine };
  const pack: Report = { name: "b", kind: "pack", findings: fine };
  expect(countVerdicts([file, pack])).toEqual({ passed: 1, claimed: 0, indeterminate: 0, failed: 0 });
  const unused = { ...pack, findings: { ...fine, unchanged: indeterminate(say("x", "?")) } };
  expect(countVerdicts([file, unused])).toEqual({ passed: 1, claimed: 0, indeterminate: 1, failed: 0 });
});

test("a mere part of a pack has no time, so its time does not count, and who made it is said instead", () => {
  const when = indeterminate(say("x", "No time."));
  expect(summaryOf("part", { when })).toEndWith("They issued it.");
  expect(summaryOf("part", { when })).toStartWith("passed: ");
});

test("the title names the kind of a file that is right or unknown, and not of one that is wrong", () => {
  const report = (kind: FileKind, findings = fine): Report => ({ name: "a", kind, findings });
  const wrong = { ...fine, unchanged: failed(say("x", "No.")) };
  expect([
    titleNamesKind(report("stamped")),
    titleNamesKind(report("stamped", wrong)),
    titleNamesKind(report("unknown", wrong)),
  ]).toEqual([true, false, true]);
});

test("a file to which someone added something later is called that", () => {
  const added = sentences.unchanged.extended("A timestamp", new Date("2026-11-20T19:11:00Z"));
  expect(summaryOf("stamped", { unchanged: passed(added) })).toStartWith(
    `passed: ${summaries.extended.message}.`,
  );
});
