import { CircleCheck, CircleHelp, CircleX, Info } from "lucide-react";
import type { Detail } from "../../../src/evidence/verifier/detail.ts";
import { allDetails, presentWitnesses } from "../../../src/evidence/verifier/finding-details.ts";
import type { Finding, Question } from "../../../src/evidence/verifier/report.ts";
import { explanations, headings, verdictNames } from "../../../src/evidence/verifier/sentences.ts";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";
import { WholeTimes } from "../../components/whole-times.tsx";
import { classes } from "../../lib/classes.ts";
import { useFindingWriter } from "./record-zone.ts";
import { WitnessList } from "./witness-list.tsx";

const looks = {
  passed: { Icon: CircleCheck, box: "border-good/40 bg-good-tint", ink: "text-good" },
  claimed: { Icon: Info, box: "border-claim/40 bg-claim-tint", ink: "text-claim" },
  indeterminate: { Icon: CircleHelp, box: "border-warn/40 bg-warn-tint", ink: "text-warn" },
  failed: { Icon: CircleX, box: "border-bad/40 bg-bad-tint", ink: "text-bad" },
} as const;

type FindingItemProps = { question: Question; finding: Finding };

/**
 * A question with its answer, shown by an icon, a word and a color. Details unfold; in print, they are always shown.
 */
export function FindingItem({ question, finding }: FindingItemProps) {
  const { box } = looks[finding.verdict];
  const write = useFindingWriter();
  const look = classes("rounded-panel border break-inside-avoid", box);
  return (
    <details className={classes(look, "open-in-print")}>
      <summary className="relative block rounded-panel px-4 py-3">
        <Answer question={question} finding={finding} />
        <DisclosureMark className="absolute top-4 right-4 text-muted" />
      </summary>
      <div className="mx-4 border-t border-line py-3 text-sm sm:ml-12">
        <p>{write(explanations[question])}</p>
        <Details details={allDetails(finding)} />
      </div>
    </details>
  );
}

function Answer({ question, finding }: FindingItemProps) {
  const { verdict, sentence } = finding;
  const witnesses = presentWitnesses(finding);
  const { Icon, ink } = looks[verdict];
  const write = useFindingWriter();
  return (
    <span className="flex min-w-0 items-start gap-3">
      <Icon className={classes("size-5 h-lh shrink-0", ink)} aria-hidden="true" />
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-3 pr-8">
          <span className="font-semibold">{write(headings[question])}</span>{" "}
          <span className={classes("text-sm font-semibold", ink)}>{write(verdictNames[verdict])}</span>
        </span>{" "}
        <span className="block wrap-anywhere">
          <WholeTimes>{write(sentence)}</WholeTimes>
        </span>
        {witnesses.length > 0 && <WitnessList witnesses={witnesses} />}
      </span>
    </span>
  );
}

function Details({ details }: { details: Detail[] }) {
  const write = useFindingWriter();
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-facts">
      {details.map(({ label, value }, at) => {
        // When the first label appears again, the details of the next item begin.
        const gap = at > 0 && label.code === details[0]?.label.code && "mt-3";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the order never changes
          <div key={at} className="contents">
            <dt className={classes("text-muted", gap || "max-sm:mt-2")}>{write(label)}</dt>
            <dd
              className={classes("min-w-0 tabular-nums wrap-anywhere", gap && "sm:mt-3")}
              translate={typeof value === "string" ? "no" : undefined}
            >
              {typeof value === "string" ? value : write(value)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
