import type { DocumentStatus } from "../../../../src/features/documents/documents.schema.ts";
import { ProgressBar } from "../../../components/progress-bar.tsx";
import { documentsMessages } from "../messages.ts";
import { progressOf } from "./progress.ts";
import { StageCard } from "./stage-card.tsx";

const text = documentsMessages.processing;

type ProcessingPanelProps = { name: string; shown: DocumentStatus | undefined };

export function ProcessingPanel({ name, shown }: ProcessingPanelProps) {
  const progress = progressOf(shown && { status: shown, errorMessage: null });
  return (
    <StageCard title={text.title}>
      <p className="mt-2 mb-5 text-muted wrap-anywhere">{name}</p>
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
