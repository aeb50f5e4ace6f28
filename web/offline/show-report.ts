import { allDetails, presentWitnesses } from "../../src/evidence/verifier/finding-details.ts";
import { type Finding, type Question, questions, type Report } from "../../src/evidence/verifier/report.ts";
import {
  explanations,
  headings,
  kindNames,
  stateName,
  verdictNames,
  witnessNames,
} from "../../src/evidence/verifier/sentences.ts";
import { sayStageOf } from "../../src/evidence/verifier/stage.ts";
import { summarize, titleNamesKind } from "../../src/evidence/verifier/summary.ts";
import type { Witness } from "../../src/evidence/verifier/witness.ts";
import { shortName } from "../../src/formats/text/quoted-name.ts";
import { splitAtTimes } from "../lib/split-at-times.ts";
import type { Words } from "./words.ts";

/** A file's verdict in large letters, as on the record page, with its four answers folded below it. */
export function showReport(report: Report, words: Words): HTMLElement {
  const { name, kind, findings } = report;
  const { verdict, title, sentences } = summarize(report);
  const ofKind = titleNamesKind(report) ? [] : [` · ${words.write(kindNames[kind])}`];
  const about = make("p", showName(name), ...ofKind);
  about.className = "muted";
  const answers = questions.map((question) => showAnswer(question, findings[question], words));
  const checks = make("details", make("summary", words.checks), ...answers);
  checks.className = "checks";
  const said = sentences.map(words.write).join(" ");
  const article = make(
    "article",
    make("h2", words.write(title)),
    about,
    make("p", ...keepTimesWhole(said)),
    ...showStage(report, words),
    checks,
  );
  article.className = verdict;
  return article;
}

function showStage(report: Report, { stages }: Words): HTMLElement[] {
  const said = sayStageOf(report, stages);
  if (said === "") return [];
  const stage = make("p", said);
  stage.className = "muted";
  return [stage];
}

/** A sentence whose lines break inside a time only where the time is longer than a line. */
export const keepTimesWhole = (sentence: string): (string | Node)[] =>
  splitAtTimes(sentence).map(({ text, isTime }) => {
    if (!isTime) return text;
    const time = make("span", text);
    time.className = "whole";
    return time;
  });

/** A file's name, which changes neither the order nor the direction of the text around it. */
export const showName = (name: string): HTMLElement => make("bdi", shortName(name));

/** An answer in words as well as in color, with expandable details. */
function showAnswer(question: Question, finding: Finding, words: Words): HTMLElement {
  const { write } = words;
  const title = make("h3", `${write(headings[question])} ${write(verdictNames[finding.verdict])}`);
  const list = allDetails(finding).flatMap(({ label, value }) => [
    make("dt", write(label)),
    make("dd", ...(typeof value === "string" ? [value] : keepTimesWhole(write(value)))),
  ]);
  const more = make(
    "details",
    make("summary", words.details),
    make("small", write(explanations[question])),
    make("dl", ...list),
  );
  const section = make(
    "section",
    title,
    make("p", ...keepTimesWhole(write(finding.sentence))),
    ...showWitnesses(finding, words),
    more,
  );
  section.className = finding.verdict;
  return section;
}

function showWitnesses(finding: Finding, { write }: Words): HTMLElement[] {
  const rows = presentWitnesses(finding).map((witness: Witness) =>
    make(
      "li",
      make("strong", `${write(witnessNames[witness.kind])}: ${write(stateName(witness))}.`),
      ...keepTimesWhole(` ${write(witness.sentence)}`),
    ),
  );
  return rows.length > 0 ? [make("ul", ...rows)] : [];
}

/** Text is inserted as text, so a file name cannot contain markup. */
function make(tag: string, ...children: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
