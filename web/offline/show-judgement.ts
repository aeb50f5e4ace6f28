import { type Judgement, type Line, questions } from "../../src/evidence/judge/judgement.ts";
import { headings, kindNames, verdictNames } from "../../src/evidence/judge/sentences.ts";

/** A file's four lines, each said in words as well as in colour, with what is to unfold. */
export function showJudgement({ name, kind, lines }: Judgement): HTMLElement {
  const kindName = make("p", kindNames[kind]);
  kindName.className = "muted";
  const sections = questions.map((question) => showLine(headings[question], lines[question]));
  return make("article", make("h2", name), kindName, ...sections);
}

function showLine(heading: string, { verdict, sentence, details }: Line): HTMLElement {
  const title = make("h3", `${heading} ${verdictNames[verdict]}`);
  const list = details.flatMap(({ label, value }) => [make("dt", label), make("dd", value)]);
  const more = list.length > 0 ? [make("details", make("summary", "Details"), make("dl", ...list))] : [];
  const section = make("section", title, make("p", sentence), ...more);
  section.className = verdict;
  return section;
}

/** Text is set as text: a file's name can bring no markup. */
function make(tag: string, ...children: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
