import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { TimestampConfig } from "../../../db/columns/documents.ts";
import { Button, buttonClasses } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { paymentsOpen } from "../../environment/server-settings.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "../../texts/billing.ts";
import { translate } from "../../texts/translation.ts";
import { useRights } from "../accounts/use-rights.ts";
import { PaymentFrame } from "./payment-frame.tsx";
import { PaymentSteps } from "./payment-steps.tsx";
import { deleteStoredPayment, rememberPayment } from "./payment-under-way.ts";
import { isNotDue, readAccepted, tellNotDue, usePayment } from "./use-payment.ts";
import { usePlanPays } from "./use-plan-pays.ts";

const text = billingMessages.payment;

type DocumentPaymentDialogProps = {
  documentId: string;
  /** As its owner knows it. */
  name: string;
  /** The stamp settings for the document after payment. */
  config: TimestampConfig;
  /** Why a payment is required, in the server's words. */
  message: string;
  onPaid: () => void;
  onClose: () => void;
};

/**
 * Shown when the plan is used up: the user pays for one document, which is then processed. Where no one can pay, or in
 * an office only its owners, a dialog says whom to ask instead of offering a payment.
 */
export function DocumentPaymentDialog(props: DocumentPaymentDialogProps) {
  const status = trpc.billing.status.useQuery(undefined, { enabled: !paymentsOpen });
  const { office, mayPay } = useRights();
  if (office && !mayPay)
    return <AskDialog onClose={props.onClose}>{billingMessages.page.ownersPay(office.name)}</AskDialog>;
  if (paymentsOpen || status.data?.canRedeemCredit) return <PaymentDialog {...props} />;
  if (status.isPending) return null;
  return <AskDialog onClose={props.onClose}>{text.askAdministrator}</AskDialog>;
}

function AskDialog({ children, onClose }: { children: string; onClose: () => void }) {
  return (
    <Dialog title={text.noneLeft} closeLabel={text.close} onClose={onClose}>
      <p className="mb-4 wrap-anywhere">{children}</p>
      <Button onClick={onClose}>{text.close}</Button>
    </Dialog>
  );
}

function PaymentDialog(props: DocumentPaymentDialogProps) {
  const { documentId, config, onPaid } = props;
  const { data: status } = trpc.billing.status.useQuery();
  const setup = trpc.billing.payPerDocument.useMutation();
  const completion = trpc.billing.completeDocumentPayment.useMutation();
  const paysOtherwise = usePlanPays();
  const payment = usePayment({
    titles: { setupFailed: text.setupFailed, failed: text.failed },
    async prepare() {
      const answer = await setup.mutateAsync({ documentId });
      rememberPayment(answer.clientSecret, { documentId, config });
      return answer;
    },
    paysOtherwise,
    accept: async () => readAccepted(await completion.mutateAsync({ documentId })),
    onAccepted: onPaid,
    // What waits for the payment can go on: the document is stamped or paid for, and its start shows which.
    onNotDue: onPaid,
  });
  useForgetOnClose(setup.data?.clientSecret);
  return (
    <PaymentFrame step={payment.step.name} title={text.documentTitle(props.name)} onClose={props.onClose}>
      <p>{props.message}</p>
      <p className="mt-1 mb-4 text-muted">
        {text.documentText} {text.kept}
      </p>
      <PaymentSteps
        payment={payment}
        free={
          status?.canRedeemCredit && (
            <UseCredit documentId={documentId} credits={status.freeCredits} onPaid={onPaid} />
          )
        }
        aside={
          <div className="border-t border-line pt-4">
            <Link to="/subscription" className={buttonClasses({ variant: "quiet" })}>
              {text.plans}
            </Link>
          </div>
        }
      />
    </PaymentFrame>
  );
}

/** The stored payment is only needed to return from another page while this dialog was open. */
function useForgetOnClose(clientSecret: string | undefined): void {
  useEffect(() => {
    if (clientSecret !== undefined) return () => deleteStoredPayment(clientSecret);
  }, [clientSecret]);
}

type UseCreditProps = { documentId: string; credits: number; onPaid: () => void };

/** Pays with a free credit if this server accepts them; a credit is never used automatically. */
function UseCredit({ documentId, credits, onPaid }: UseCreditProps) {
  const calls = trpc.useUtils();
  const redemption = trpc.billing.redeemCredit.useMutation({
    onSuccess: async (answer) => {
      notify({ kind: "success", title: text.redeemed, description: translate(answer) });
      void calls.billing.status.invalidate();
      onPaid();
    },
    onError: (error) => {
      if (isNotDue(error)) {
        tellNotDue(error);
        return onPaid();
      }
      notify({
        kind: "error",
        title: text.failed,
        description: parseServerError(error).message ?? text.noAnswer,
      });
    },
  });
  return (
    <Button busy={redemption.isPending} onClick={() => redemption.mutate({ documentId })}>
      {text.redeem(credits)}
    </Button>
  );
}
