import type { TimestampConfig } from "../../../db/columns/documents.ts";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "../../texts/billing.ts";
import { PaymentFrame } from "./payment-frame.tsx";
import { PaymentSteps } from "./payment-steps.tsx";
import { readAccepted, usePayment } from "./use-payment.ts";
import { usePlanPays } from "./use-plan-pays.ts";

const text = billingMessages.payment;

type DocumentsPaymentDialogProps = {
  /** The documents with their stamp settings. */
  documents: ({ id: string } & TimestampConfig)[];
  /** Their names, in the same order. */
  names: string[];
  onPaid: () => void;
  onClose: () => void;
};

/**
 * Pays for several documents at once. The server stamps them when the payment arrives, even if this page was closed or
 * left for a bank's page in the meantime.
 */
export function DocumentsPaymentDialog({ documents, names, onPaid, onClose }: DocumentsPaymentDialogProps) {
  const setup = trpc.billing.payForDocuments.useMutation();
  const completion = trpc.billing.completeDocumentsPayment.useMutation();
  const paysOtherwise = usePlanPays();
  const payment = usePayment({
    titles: { setupFailed: text.setupFailed, failed: text.failed },
    prepare: () => setup.mutateAsync({ documents }),
    paysOtherwise,
    accept: async () =>
      readAccepted(await completion.mutateAsync({ documentIds: documents.map(({ id }) => id) })),
    onAccepted: onPaid,
    // One of them is stamped or paid for: starting them shows which, and the others are offered again.
    onNotDue: onPaid,
    ...(documents.length > 1 && { notDueText: text.someNotDue }),
  });
  return (
    <PaymentFrame step={payment.step.name} title={text.documentsTitle(documents.length)} onClose={onClose}>
      <ul className="mb-3 list-disc pl-6" aria-label={text.documentsBought}>
        {documents.map(({ id }, index) => (
          <li key={id} className="wrap-anywhere">
            {names[index]}
          </li>
        ))}
      </ul>
      <p className="mb-4 text-muted">{text.documentsText}</p>
      <PaymentSteps payment={payment} />
    </PaymentFrame>
  );
}
