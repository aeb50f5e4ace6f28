import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "../../texts/billing.ts";
import type { LoadedPlan } from "./plan-gate.tsx";
import { hasNoPlan, planNotes, planUse } from "./plan-use.ts";
import { planName } from "./plan-words.ts";

const text = billingMessages.cancel;

/** The current plan, its usage, and how to cancel a subscription. */
export function CurrentPlan({ status, plans, payments }: LoadedPlan & { payments: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const calls = trpc.useUtils();
  const cancellation = trpc.billing.cancel.useMutation({
    onSuccess: (changed) => {
      calls.billing.status.setData(undefined, changed);
      notify({ kind: "success", title: text.done });
    },
    onError: (error) =>
      notify({
        kind: "error",
        title: text.failed,
        description: parseServerError(error).message ?? billingMessages.payment.noAnswer,
      }),
    onSettled: () => setAsking(false),
  });
  const isNone = hasNoPlan(status);
  const canCancel = status.status === "active" && status.plan === "unlimited" && status.endsAt === null;
  return (
    <Card aria-label={billingMessages.banner.label} className="flex flex-wrap items-center gap-4">
      <p className="grow">
        <span className="text-muted">{billingMessages.page.current}: </span>
        <strong>{isNone ? billingMessages.page.noPlan : planName(plans[status.plan])}</strong>
        <br />
        <span className="tabular-nums">
          {(isNone ? [billingMessages.banner.noneText, ...planNotes(status)] : planUse(status)).join(" · ")}
        </span>
        {payments}
      </p>
      {canCancel && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {text.open}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={text.title}
          cancelLabel={text.keep}
          confirmLabel={text.confirm}
          busy={cancellation.isPending}
          onConfirm={() => cancellation.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{text.text}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
