import { ProgressBar } from "../../../components/progress-bar.tsx";
import { formatBytes } from "../../../lib/format.ts";
import type { DocumentView } from "../document.ts";
import { documentsMessages } from "../messages.ts";
import { percentOf } from "../upload/transfer.ts";
import { queueMessages as text } from "./messages.ts";
import { PhaseBadge } from "./phase-badge.tsx";
import type { QueueRow } from "./queue.ts";
import { QueueRowActions } from "./queue-row-actions.tsx";
import { type Phase, troubleOf } from "./row-phase.ts";

export type QueueListRowProps = {
  row: QueueRow;
  phase: Phase;
  onSetUp: ((document: DocumentView) => void) | undefined;
  onPay: ((document: DocumentView) => void) | undefined;
  onAgain: () => void;
  onRemove: () => void;
};

/** One file: its name and size, how far it is, what stands in its way, and what can be done with it. */
export function QueueListRow(props: QueueListRowProps) {
  const { row, phase } = props;
  const { file, state } = row;
  const trouble = troubleOf(row);
  return (
    <li className="grid gap-x-5 gap-y-2 border-t border-line py-3 md:grid-cols-[1fr_9.5rem_12rem] md:items-center">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-semibold">{file.name}</span>{" "}
          <span className="text-sm text-muted tabular-nums">
            {formatBytes(file.size)}
            {state.kind === "uploaded" && state.document.serialNumber && ` · ${state.document.serialNumber}`}
          </span>
        </p>
        {state.kind === "sending" && <Transferred name={file.name} percent={percentOf(state.transfer)} />}
        {trouble && (
          <p className={phase === "unpaid" ? "text-sm text-warn" : "text-sm text-bad wrap-anywhere"}>
            {trouble}
          </p>
        )}
      </div>
      <div>
        <PhaseBadge phase={phase} />
      </div>
      <QueueRowActions {...props} />
    </li>
  );
}

function Transferred({ name, percent }: { name: string; percent: number }) {
  return (
    <div className="mt-1.5 max-w-md">
      <ProgressBar
        label={documentsMessages.upload.uploading(name)}
        percent={percent}
        valueText={text.percent(percent)}
      />
    </div>
  );
}
