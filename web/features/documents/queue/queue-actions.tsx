import type { TimestampConfig } from "../../../../db/columns/documents.ts";
import { Button } from "../../../components/button.tsx";
import { paymentsOpen } from "../../../environment/server-settings.ts";
import { billingMessages } from "../../../texts/billing.ts";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import { useRights } from "../../accounts/use-rights.ts";
import { CheaperPlans } from "../../billing/cheaper-plans.tsx";
import { PlanPayment } from "../../billing/plan-payment.tsx";
import { useChoosePlan } from "../../billing/use-choose-plan.ts";
import { isPaid, PayAll, PlanLeft, useDocumentsLeft } from "./pay-all.tsx";
import { canRetry, type QueueRow } from "./queue.ts";
import { isReady, type Phase } from "./row-phase.ts";

type QueueActionsProps = {
  rows: { row: QueueRow; phase: Phase }[];
  choices: TimestampConfig;
  onStampAll: (rows: QueueRow[]) => void;
  onAgain: (rows: QueueRow[]) => void;
  onClose: () => void;
};

/** Actions for all files, once no file is being uploaded or started. */
export function QueueActions({ rows, choices, onStampAll, onAgain, onClose }: QueueActionsProps) {
  const left = useDocumentsLeft();
  const { office, mayPay } = useRights();
  const ready = rows.filter(({ phase }) => isReady(phase)).map(({ row }) => row);
  const unpaid = rows.filter(({ phase }) => phase === "unpaid").map(({ row }) => row);
  // Kept as state: while a subscription is being paid for, the plan's remaining stamps may change.
  const choice = useChoosePlan(() => onStampAll([...unpaid, ...ready]));
  if (rows.some(({ phase }) => phase === "waiting" || phase === "sending" || phase === "starting"))
    return null;
  const isUsedUp = left === 0 && paymentsOpen;
  const isPaidRow = ({ state }: QueueRow) => state.kind === "uploaded" && isPaid(state.document);
  const due = ready.filter((row) => !isPaidRow(row));
  const payable = isUsedUp ? [...unpaid, ...due] : unpaid;
  const free = isUsedUp ? ready.filter(isPaidRow) : ready;
  const canStamp = free.length > 0;
  const failed = rows.filter(({ row, phase }) => canRetry(row.state) && phase !== "offline");
  const mayClose = rows.every(({ row }) => !canRetry(row.state));
  return (
    <div className="border-t border-line pt-4">
      {payable.length > 0 && office && !mayPay && (
        <p className="mb-3 wrap-anywhere">{billingMessages.page.ownersPay(office.name)}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {canStamp && <Button onClick={() => onStampAll(free)}>{text.stampAll(free.length)}</Button>}
        {payable.length > 0 && paymentsOpen && mayPay && (
          <PayAll
            documents={payable.flatMap(({ state }) => (state.kind === "uploaded" ? [state.document] : []))}
            choices={choices}
            isFirst={!canStamp}
            onPaid={() => onStampAll(payable)}
          />
        )}
        {failed.length > 1 && (
          <Button variant="secondary" onClick={() => onAgain(failed.map(({ row }) => row))}>
            {text.againAll(failed.length)}
          </Button>
        )}
        {mayClose && (
          <Button variant={ready.length + payable.length > 0 ? "quiet" : "secondary"} onClick={onClose}>
            {text.close}
          </Button>
        )}
      </div>
      {ready.length > 0 && (
        <p className="mt-2 max-w-text text-sm text-muted">
          <PlanLeft documents={due.length} />
        </p>
      )}
      {ready.length === 0 && unpaid.length > 0 && (
        <p className="mt-2 max-w-text text-sm font-semibold text-warn">{text.noneLeft}</p>
      )}
      {payable.length > 0 && paymentsOpen && mayPay && (
        <CheaperPlans documents={payable.length} choice={choice} />
      )}
      <PlanPayment choice={choice} />
    </div>
  );
}
