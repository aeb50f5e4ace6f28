import { useEffect, useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { paymentsOpen } from "../../../environment/server-settings.ts";
import { trpc } from "../../../lib/trpc.ts";
import { billingMessages } from "../../../texts/billing.ts";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import { useRights } from "../../accounts/use-rights.ts";
import { CheaperPlans } from "../../billing/cheaper-plans.tsx";
import { PlanPayment } from "../../billing/plan-payment.tsx";
import { useChoosePlan } from "../../billing/use-choose-plan.ts";
import type { DocumentView } from "../document.ts";
import { canBeSetUp } from "../workflow/workflow.ts";
import { isPaid, PayAll, PlanLeft, useDocumentsLeft } from "./pay-all.tsx";

type WaitingDocumentsProps = {
  /** The newest documents; those that wait may be more. */
  documents: DocumentView[] | undefined;
  onStampAll: (documents: DocumentView[]) => void;
};

/**
 * Documents that were uploaded but not stamped, e.g. because a plan had to be bought first; one click continues with
 * them. If the plan is used up, the price is shown before that click.
 */
export function WaitingDocuments({ documents = [], onStampAll }: WaitingDocumentsProps) {
  const { isPending } = trpc.billing.status.useQuery();
  const plans = trpc.billing.plans.useQuery();
  const left = useDocumentsLeft();
  const { office, mayPay } = useRights();
  const waiting = useAllWaiting(documents.filter(isWaiting));
  const paid = waiting.filter(isPaid);
  const unpaid = waiting.filter((document) => !isPaid(document));
  const stampAll = () => onStampAll(waiting);
  const choice = useChoosePlan(stampAll);
  if (waiting.length < 2 || isPending || plans.isPending) return null;
  const mustPay = left === 0 && paymentsOpen && unpaid.length > 0 && plans.data !== undefined;
  const isForOwners = mustPay && !mayPay && office !== null;
  return (
    <Card aria-label={text.waitingLabel}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-field grow basis-0">
          {text.waiting(waiting.length)}{" "}
          {isForOwners ? billingMessages.page.ownersPay(office.name) : <PlanLeft documents={unpaid.length} />}
        </p>
        {mustPay ? (
          <div className="flex flex-wrap gap-3">
            {mayPay && <PayAll documents={unpaid} isFirst onPaid={stampAll} />}
            {paid.length > 0 && (
              <Button variant="secondary" onClick={() => onStampAll(paid)}>
                {text.stampAll(paid.length)}
              </Button>
            )}
          </div>
        ) : (
          <Button onClick={stampAll}>{text.stampAll(waiting.length)}</Button>
        )}
      </div>
      {mustPay && mayPay && <CheaperPlans documents={unpaid.length} choice={choice} />}
      <PlanPayment choice={choice} />
    </Card>
  );
}

const isWaiting = (document: DocumentView) =>
  document.status === "uploaded" && document.collection === null && canBeSetUp(document);

/** As many as one payment can pay for. */
const atOnce = 100;

/**
 * The documents that wait, oldest first: the list of the newest ones does not have them all. Loaded once two of those
 * wait, and again when others do. If there are more than one payment can pay for, the newest of them: the originals of
 * old ones, which can never be stamped, are gone.
 */
function useAllWaiting(newest: DocumentView[]): DocumentView[] {
  const all = trpc.documents.find.useQuery(
    { status: "uploaded", sort: "newest", limit: atOnce },
    { enabled: newest.length >= 2 },
  );
  const known = newest.map(({ id, paymentCompleted }) => `${id} ${paymentCompleted}`).join(",");
  const { refetch, isSuccess } = all;
  const last = useRef(known);
  useEffect(() => {
    if (last.current === known) return;
    last.current = known;
    if (isSuccess) void refetch();
  }, [known, isSuccess, refetch]);
  if (newest.length < 2) return [];
  return (all.data?.documents.filter(isWaiting) ?? newest).toReversed();
}
