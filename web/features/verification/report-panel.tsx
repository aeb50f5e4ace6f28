import { useId } from "react";
import { questions, type Report } from "../../../src/evidence/verifier/report.ts";
import { FindingLine } from "./finding-line.tsx";
import { type Known, titleOf } from "./report-text.ts";

/** One file: what it is, and its four lines apart from each other. */
export function ReportPanel({ report, known }: { report: Report; known: Known }) {
  const titleId = useId();
  const { title, text } = titleOf(report, known);
  return (
    <article aria-labelledby={titleId}>
      <h3 id={titleId} className="text-xl">
        {title}
      </h3>
      <p className="text-muted wrap-anywhere">{report.name}</p>
      {text && <p className="mt-2">{text}</p>}
      <ul className="mt-4 grid gap-2.5">
        {questions.map((question) => (
          <li key={question}>
            <FindingLine question={question} line={report.lines[question]} />
          </li>
        ))}
      </ul>
    </article>
  );
}
