import { Button } from "../../../components/button.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { queueMessages as text } from "./messages.ts";
import { canBeTriedAgain, type QueueRow } from "./queue.ts";
import { isReady, type Phase } from "./row-phase.ts";

type QueueActionsProps = {
  rows: { row: QueueRow; phase: Phase }[];
  onStampAll: (rows: QueueRow[]) => void;
  onAgain: (rows: QueueRow[]) => void;
  onClose: () => void;
};

/** The actions for all files, available when no upload is running. */
export function QueueActions({ rows, onStampAll, onAgain, onClose }: QueueActionsProps) {
  const all = rows.map(({ row }) => row);
  if (rows.some(({ phase }) => phase === "waiting" || phase === "sending" || phase === "starting"))
    return null;
  const ready = rows.filter(({ phase }) => isReady(phase)).map(({ row }) => row);
  const failed = all.filter(({ state }) => canBeTriedAgain(state));
  return (
    <div className="border-t border-line pt-4">
      <div className="flex flex-wrap gap-3">
        {ready.length > 0 && <Button onClick={() => onStampAll(ready)}>{text.stampAll(ready.length)}</Button>}
        {failed.length > 1 && (
          <Button look="secondary" onClick={() => onAgain(failed)}>
            {text.againAll(failed.length)}
          </Button>
        )}
        {failed.length === 0 && (
          <Button look={ready.length > 0 ? "quiet" : "secondary"} onClick={onClose}>
            {text.close}
          </Button>
        )}
      </div>
      {ready.length > 0 && (
        <p className="mt-2 max-w-3xl text-sm text-muted">
          {text.usual} <PlanHint wanted={ready.length} />
        </p>
      )}
    </div>
  );
}

/** A warning if the plan is not enough for all. */
function PlanHint({ wanted }: { wanted: number }) {
  const { data: plan } = trpc.billing.status.useQuery();
  if (!plan || plan.documentLimit === null) return null;
  const left = Math.max(0, plan.documentLimit - plan.documentCount);
  return left < wanted ? <strong className="font-semibold text-warn">{text.planLeft(left)}</strong> : null;
}
