import { type Line, questions, type Report } from "../../src/evidence/verifier/report.ts";
import {
  headings,
  kindNames,
  stateNames,
  verdictNames,
  witnessNames,
} from "../../src/evidence/verifier/sentences.ts";
import type { Witness } from "../../src/evidence/verifier/witness.ts";

/** A file's four lines, each said in words as well as in color, with what is to unfold. */
export function showReport({ name, kind, lines }: Report): HTMLElement {
  const kindName = make("p", kindNames[kind]);
  kindName.className = "muted";
  const sections = questions.map((question) => showLine(headings[question], lines[question]));
  return make("article", make("h2", name), kindName, ...sections);
}

function showLine(heading: string, { verdict, sentence, details, witnesses = [] }: Line): HTMLElement {
  const title = make("h3", `${heading} ${verdictNames[verdict]}`);
  const all = [...details, ...witnesses.flatMap((witness) => witness.details)];
  const list = all.flatMap(({ label, value }) => [make("dt", label), make("dd", value)]);
  const more = list.length > 0 ? [make("details", make("summary", "Details"), make("dl", ...list))] : [];
  const section = make("section", title, make("p", sentence), ...showWitnesses(witnesses), ...more);
  section.className = verdict;
  return section;
}

function showWitnesses(witnesses: Witness[]): HTMLElement[] {
  const rows = witnesses.map(({ kind, state, sentence }) =>
    make("li", make("strong", `${witnessNames[kind]}: ${stateNames[state]}.`), ` ${sentence}`),
  );
  return rows.length > 0 ? [make("ul", ...rows)] : [];
}

/** Text is set as text: a file's name can bring no markup. */
function make(tag: string, ...children: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
