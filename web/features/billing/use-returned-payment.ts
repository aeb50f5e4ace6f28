import { useEffect, useEffectEvent, useRef, useState } from "react";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "../../texts/billing.ts";
import { type PaymentUnderWay, returnedPaymentIn, takePayment } from "./payment-under-way.ts";
import { readAccepted } from "./use-payment.ts";

const text = billingMessages.payment;

/**
 * Continues when Stripe redirects back after a payment that left the page: a paid document is accepted and passed to
 * `onPaid`; the server notices any other payment when the plan is requested.
 */
export function useReturnedPayment(onPaid: (payment: PaymentUnderWay) => Promise<void>): void {
  const [returned] = useState(() => returnedPaymentIn(location.search));
  const completion = trpc.billing.completeDocumentPayment.useMutation();
  const goneOn = useRef(false);
  const accept = useEffectEvent(async (underWay: PaymentUnderWay) => {
    try {
      const { note } = readAccepted(await completion.mutateAsync({ documentId: underWay.documentId }));
      notify({ kind: "success", title: text.succeeded });
      await onPaid(underWay);
      if (note !== undefined) notify({ kind: "info", title: text.succeeded, description: note });
    } catch (error) {
      const description = parseServerError(error).message ?? text.noAnswer;
      notify({ kind: "error", title: text.completionFailed, description });
    }
  });
  useEffect(() => {
    if (!returned || goneOn.current) return;
    goneOn.current = true;
    history.replaceState(history.state, "", location.pathname);
    const underWay = takePayment(returned.intent);
    if (returned.failed) notify({ kind: "error", title: text.failed });
    else if (!underWay) notify({ kind: "success", title: text.succeeded });
    else void accept(underWay);
  }, [returned]);
}
