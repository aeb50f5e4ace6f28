import { expect, test } from "bun:test";
import type { FileKind, Report, Verdict } from "../../../src/evidence/verifier/report.ts";
import { announcementOf, titleOf } from "./report-text.ts";

function report(kind: FileKind, verdict: Verdict = "good"): Report {
  const line = (sentence: string) => ({ verdict, sentence, details: [] });
  const lines = { unchanged: line("One."), when: line("Two."), who: line("Three."), log: line("Four.") };
  return { name: "lease.pdf", kind, lines };
}
const titles = (kinds: FileKind[], ...rest: [Verdict, Parameters<typeof titleOf>[1]]) =>
  kinds.map((kind) => titleOf(report(kind, rest[0]), rest[1]).title);

test("a file is the original, the stamped copy, the certificate, or none of them", () => {
  expect(titles(["original", "stamped", "certificate", "unknown"], "good", "record")).toEqual([
    "This is the original",
    "This is the stamped copy",
    "This is the certificate",
    "None of them",
  ]);
});

test("a stamped copy that was changed is no stamped copy", () => {
  expect(titles(["stamped"], "bad", "record")).toEqual(["None of them"]);
});

test("a code knows no certificate, and without any record nothing is said to be none of them", () => {
  expect(titles(["unknown"], "bad", "code")).toEqual(["Neither of them"]);
  expect(titles(["stamped", "unknown"], "good", "nothing")).toEqual([
    "A sealed file",
    "A file that we don't recognize",
  ]);
});

test("evidence is called by its own name", () => {
  expect(titles(["pack", "token", "receipt"], "unsure", "record")).toEqual([
    "An evidence pack",
    "A time-stamp",
    "A receipt from the public record",
  ]);
});

test("who hears the page is told every question with its answer, in words", () => {
  expect(announcementOf(report("original", "unsure"))).toBe(
    "lease.pdf. Is it unchanged? Can't tell. One. When did it exist? Can't tell. Two. Who issued it? Can't tell. Three. Is it in the public record? Can't tell. Four.",
  );
});
