import { useId } from "react";
import { questions, type Report } from "../../../src/evidence/verifier/report.ts";
import { kindNames } from "../../../src/evidence/verifier/sentences.ts";
import { sayStageOf } from "../../../src/evidence/verifier/stage.ts";
import { summarize, titleNamesKind } from "../../../src/evidence/verifier/summary.ts";
import type { Text } from "../../../src/evidence/verifier/text.ts";
import { stageWords } from "../../../src/formats/text/proof-of-time.ts";
import { shortName } from "../../../src/formats/text/quoted-name.ts";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";
import { WholeTimes } from "../../components/whole-times.tsx";
import { classes } from "../../lib/classes.ts";
import { fileCheckMessages } from "../../texts/file-check.ts";
import { localizeWhole } from "../../texts/localize.ts";
import { FindingItem } from "./finding-item.tsx";
import { useFindingWriter } from "./record-zone.ts";
import { VerdictHeading, verdictEdge } from "./verdict-heading.tsx";

const stageTexts = localizeWhole(stageWords);

/** The verdict in one sentence, for screen readers. */
export function describeReport(report: Report, write: (text: Text) => string): string {
  const { title, sentences } = summarize(report);
  return `${shortName(report.name)}: ${write(title)}. ${sentences.map(write).join(" ")}`;
}

/** The report on one file: its verdict, and the four answers behind it, collapsed. */
export function ReportPanel({ report }: { report: Report }) {
  const titleId = useId();
  const { verdict, title, sentences } = summarize(report);
  const write = useFindingWriter();
  const kind = write(kindNames[report.kind]);
  const stage = sayStageOf(report, stageTexts);
  return (
    <article
      aria-labelledby={titleId}
      className={classes("rounded-panel border border-line p-4 sm:p-6", verdictEdge[verdict])}
    >
      <VerdictHeading tone={verdict} level={3} id={titleId} title={write(title)}>
        <p className="text-muted wrap-anywhere">
          <bdi translate="no">{shortName(report.name)}</bdi>
          {!titleNamesKind(report) && ` · ${kind}`}
        </p>
        <p className="mt-2 wrap-anywhere">
          <WholeTimes>{sentences.map(write).join(" ")}</WholeTimes>
        </p>
        {stage !== "" && <p className="mt-2 wrap-anywhere text-muted">{stage}</p>}
      </VerdictHeading>
      <details className="mt-4 open-in-print">
        <summary className="flex min-h-8 w-fit items-center gap-2 rounded-lg font-semibold text-brand">
          {fileCheckMessages.checks}
          <DisclosureMark />
        </summary>
        <ul className="mt-3 grid gap-2">
          {questions.map((question) => (
            <li key={question}>
              <FindingItem question={question} finding={report.findings[question]} />
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}
