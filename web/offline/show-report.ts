import { plainValue } from "../../src/evidence/verifier/detail.ts";
import { allDetails, presentWitnesses } from "../../src/evidence/verifier/finding-details.ts";
import { type Finding, type Question, questions, type Report } from "../../src/evidence/verifier/report.ts";
import {
  explanations,
  headings,
  kindNames,
  stateNames,
  verdictNames,
  witnessNames,
} from "../../src/evidence/verifier/sentences.ts";
import { summarize } from "../../src/evidence/verifier/summary.ts";
import type { Witness } from "../../src/evidence/verifier/witness.ts";
import { shortName } from "../../src/formats/text/quoted-name.ts";

/** A file's verdict in large letters, as on the record page, with its four answers folded below it. */
export function showReport(report: Report): HTMLElement {
  const { name, kind, findings } = report;
  const { verdict, title, sentences } = summarize(report);
  const ofKind = verdict === "passed" || kind === "unknown" ? [] : [` · ${kindNames[kind].message}`];
  const about = make("p", showName(name), ...ofKind);
  about.className = "muted";
  const answers = questions.map((question) => showAnswer(question, findings[question]));
  const checks = make("details", make("summary", "What we checked"), ...answers);
  checks.className = "checks";
  const said = sentences.map(({ message }) => message).join(" ");
  const article = make("article", make("h2", title.message), about, make("p", said), checks);
  article.className = verdict;
  return article;
}

/** A file's name, which changes neither the order nor the direction of the text around it. */
export const showName = (name: string): HTMLElement => make("bdi", shortName(name));

/** An answer in words as well as in color, with expandable details. */
function showAnswer(question: Question, finding: Finding): HTMLElement {
  const title = make("h3", `${headings[question].message} ${verdictNames[finding.verdict].message}`);
  const list = allDetails(finding).flatMap((detail) => [
    make("dt", detail.label.message),
    make("dd", plainValue(detail)),
  ]);
  const more = make(
    "details",
    make("summary", "Details"),
    make("small", explanations[question].message),
    make("dl", ...list),
  );
  const section = make(
    "section",
    title,
    make("p", finding.sentence.message),
    ...showWitnesses(finding),
    more,
  );
  section.className = finding.verdict;
  return section;
}

function showWitnesses(finding: Finding): HTMLElement[] {
  const rows = presentWitnesses(finding).map(({ kind, state, sentence }: Witness) =>
    make(
      "li",
      make("strong", `${witnessNames[kind].message}: ${stateNames[state].message}.`),
      ` ${sentence.message}`,
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
