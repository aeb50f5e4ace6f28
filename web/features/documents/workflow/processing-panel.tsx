import type { DocumentStatus } from "../../../../db/columns/documents.ts";
import { ProgressBar } from "../../../components/progress-bar.tsx";
import { documentsMessages } from "../../../texts/documents.ts";
import { type DocumentError, translateDocumentError } from "../document-error.ts";
import { StageCard } from "./stage-card.tsx";

const text = documentsMessages.processing;

type ProcessingPanelProps = { name: string; shown: DocumentStatus | undefined };

export function ProcessingPanel({ name, shown }: ProcessingPanelProps) {
  const progress = describeProgress(shown && { status: shown });
  return (
    <StageCard title={text.title}>
      <p className="mt-2 mb-4 text-muted wrap-anywhere" translate="no">
        {name}
      </p>
      <ProgressBar label={text.label} percent={progress.percent} valueText={progress.text} />
      <div className="mt-3 flex justify-between gap-4 font-semibold">
        <p role="status">{progress.text}</p>
        <p className="tabular-nums" aria-hidden="true">
          {progress.percent}%
        </p>
      </div>
      <p className="mt-4 text-muted">{text.leave}</p>
    </StageCard>
  );
}

type Polled = { status: string; error?: DocumentError };

/** The progress of a document as last polled; undefined before the first answer. */
export function describeProgress(polled: Polled | undefined): { percent: number; text: string } {
  switch (polled?.status) {
    case undefined:
      return { percent: 0, text: text.initializing };
    case "processing":
      return { percent: 65, text: text.stamping };
    case "completed":
      return { percent: 100, text: text.completed };
    case "error":
      return {
        percent: 0,
        text: (polled.error && translateDocumentError(polled.error)) ?? text.failed,
      };
    default:
      return { percent: 30, text: text.preparing };
  }
}
