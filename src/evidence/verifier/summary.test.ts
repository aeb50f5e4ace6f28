import { expect, test } from "bun:test";
import { bad, type FileKind, good, type Line, type Question, type Report, unsure } from "./report.ts";
import { sentences } from "./sentences.ts";
import { summarize } from "./summary.ts";
import { say } from "./text.ts";

const fine: Report["lines"] = {
  unchanged: good(sentences.unchanged.stamped),
  when: good(say("x", "It existed.")),
  who: good(say("x", "They issued it.")),
  log: good(say("x", "It is listed.")),
};

const summaryOf = (kind: FileKind, lines: Partial<Record<Question, Line>> = {}) => {
  const { verdict, title, sentences: said } = summarize({ name: "a", kind, lines: { ...fine, ...lines } });
  return `${verdict}: ${title.message}. ${said.map(({ message }) => message).join(" ")}`;
};

test("a file that passes every check is called by what it is, with since when", () => {
  expect(summaryOf("stamped")).toBe(
    "good: This is the stamped copy. Yes. This is exactly the stamped copy that was issued. It existed.",
  );
});

test("a file that is only sealed is not called the copy of any document", () => {
  expect(summaryOf("stamped", { unchanged: good(sentences.unchanged.sealed) })).toStartWith(
    "good: This file is unchanged.",
  );
});

test("a wrong file gets one sentence, and so does a changed one", () => {
  const none = sentences.unchanged.none("AT-1");
  expect(
    summaryOf("unknown", { unchanged: bad(none), when: unsure(say("x", "?")), who: unsure(say("x", "?")) }),
  ).toBe(`bad: This is not the right file. ${none.message}`);
  expect(summaryOf("stamped", { unchanged: bad(say("x", "No.")), who: bad(say("x", "Not them.")) })).toBe(
    "bad: Don't rely on this file. No.",
  );
});

test("what failed goes before what cannot be told, wherever it is", () => {
  expect(summaryOf("stamped", { unchanged: unsure(say("x", "?")), log: bad(say("x", "Not listed.")) })).toBe(
    "bad: Don't rely on this file. Not listed.",
  );
  expect(summaryOf("stamped", { when: unsure(say("x", "No time.")) })).toBe(
    "unsure: We can't tell. No time.",
  );
});

test("a missing receipt takes nothing away from a file that passes the other checks", () => {
  expect(summaryOf("stamped", { log: unsure(say("x", "No receipt.")) })).toStartWith(
    "good: This is the stamped copy.",
  );
});
