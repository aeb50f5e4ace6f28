import { CircleX, LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { shortName } from "../../../src/formats/text/quoted-name.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { fileCheckMessages } from "../../texts/file-check.ts";
import { translateFinding } from "../../texts/translation.ts";
import { verificationMessages } from "../../texts/verification.ts";
import { ListsNotice } from "./lists-notice.tsx";
import { useFindingWriter } from "./record-zone.ts";
import { describeReport, ReportPanel } from "./report-panel.tsx";
import type { FileCheck } from "./use-file-check.ts";

const text = verificationMessages.file;

/** The failure of a check, or its result as a text for screen readers, which get it once. */
export function FileCheckStatus({ check }: { check: FileCheck }) {
  const failure = describeFailure(check);
  const write = useFindingWriter();
  return (
    <>
      {failure !== undefined && (
        <div className="mt-4">
          <Notice tone="bad" icon={<CircleX aria-hidden="true" />}>
            {failure}
          </Notice>
        </div>
      )}
      {check.state === "done" && <ListsNotice lists={check.lists} />}
      {check.state === "done" && (
        <p className="sr-only">{check.reports.map((report) => describeReport(report, write)).join(" ")}</p>
      )}
    </>
  );
}

/** The progress and result of checking files. */
export function FileCheckResult({ check, stop }: { check: FileCheck; stop: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  // On a phone, the record's own verdict would otherwise be all that is in view.
  useEffect(() => {
    if (check.state === "done") list.current?.firstElementChild?.scrollIntoView({ block: "nearest" });
  }, [check]);
  return (
    <>
      {check.state === "reading" && <Reading names={check.names} percent={check.percent} stop={stop} />}
      {check.state === "done" && (
        <ul ref={list} className="mt-6 grid gap-8">
          {check.reports.map((report, at) => (
            // The same name may come twice; a list is shown once and replaced as a whole.
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves in it
            <li key={at}>
              <ReportPanel report={report} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function describeFailure(check: FileCheck): string | undefined {
  if (check.state === "unreadable") return fileCheckMessages.unreadable(shortName(check.name));
  if (check.state === "unusable") return translateFinding(check.problem);
  return check.state === "failed" ? text.failed : undefined;
}

/** Hashing reports its progress; verifying a large PDF afterwards takes a few seconds and reports none. */
function Reading({ names, percent, stop }: { names: string; percent: number; stop: () => void }) {
  return (
    <div className="mt-4">
      <div className="flex items-start gap-2 text-muted">
        <LoaderCircle className="size-5 h-lh shrink-0 animate-spin" aria-hidden="true" />
        <p className="min-w-0 grow wrap-anywhere">{text.reading(names)}</p>
        <Button variant="secondary" size="small" className="shrink-0" onClick={stop}>
          {text.stop}
        </Button>
      </div>
      {percent > 0 && (
        <div className="mt-2">
          <ProgressBar label={text.progress} percent={percent} />
        </div>
      )}
    </div>
  );
}
