import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Clock,
  CreditCard,
  LoaderCircle,
  WifiOff,
} from "lucide-react";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { ProgressBar } from "../../../components/progress-bar.tsx";
import { SerialNumber } from "../../../components/serial-number.tsx";
import { classes } from "../../../lib/classes.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import { computePercent } from "../upload/transfer.ts";
import { QueueRowActions, type QueueRowProps } from "./queue-row-actions.tsx";
import { getRowError, type Phase } from "./row-phase.ts";
import { RowPicture } from "./row-picture.tsx";

/** One file: its name and size, progress, error, and actions. */
export function QueueListRow(props: QueueRowProps) {
  const { row, phase } = props;
  const { file, state } = row;
  const trouble = getRowError(row);
  return (
    <li className="grid grid-cols-action items-center gap-x-4 gap-y-2 border-t border-line py-3 lg:grid-cols-queue">
      <div className="flex min-w-0 items-center gap-3 max-lg:col-span-2">
        <RowPicture row={row} />
        <div className="min-w-0 grow">
          <p className="font-semibold wrap-anywhere" translate="no">
            {file.name}
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
            <span>{writeSize(file.size)}</span>
            {state.kind === "uploaded" && state.document.serialNumber && (
              <SerialNumber>{state.document.serialNumber}</SerialNumber>
            )}
          </p>
          {state.kind === "sending" && (
            <Transferred name={file.name} percent={computePercent(state.transfer)} />
          )}
          {trouble && (
            <p className={classes("text-sm wrap-anywhere", mild.includes(phase) ? "text-warn" : "text-bad")}>
              {trouble}
            </p>
          )}
        </div>
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
    <div className="mt-2 max-w-form">
      <ProgressBar
        label={documentsMessages.upload.uploading(name)}
        percent={percent}
        valueText={text.percent(percent)}
      />
    </div>
  );
}

/** Phases that need no new attempt. */
const mild: Phase[] = ["unpaid", "offline"];

type Look = { tone: Tone; Icon: typeof CircleAlert; turning?: boolean };

const turning: Look = { tone: "brand", Icon: LoaderCircle, turning: true };
const failing: Look = { tone: "bad", Icon: CircleAlert };
const looks: Record<Phase, Look> = {
  waiting: { tone: "plain", Icon: Clock },
  sending: turning,
  offline: { tone: "warn", Icon: WifiOff },
  failed: failing,
  uploaded: { tone: "plain", Icon: CircleDashed },
  setUp: { tone: "brand", Icon: CircleDashed },
  starting: turning,
  unpaid: { tone: "warn", Icon: CreditCard },
  unstarted: failing,
  processing: turning,
  completed: { tone: "good", Icon: CircleCheck },
  error: failing,
};

function PhaseBadge({ phase }: { phase: Phase }) {
  const { tone, Icon, turning: turns } = looks[phase];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className={turns ? "animate-spin" : undefined} />}>
      {text.phases[phase]}
    </Badge>
  );
}
