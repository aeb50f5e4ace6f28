import { useState } from "react";
import type { TimestampConfig } from "../../../../db/columns/documents.ts";
import { Button } from "../../../components/button.tsx";
import { paymentsOpen } from "../../../environment/server-settings.ts";
import { formatCents } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import { DocumentsPaymentDialog } from "../../billing/documents-payment-dialog.tsx";
import type { DocumentView } from "../document.ts";
import { getConfig } from "./default-config.ts";

type PayAllProps = {
  documents: DocumentView[];
  /** For documents without stamp settings of their own. */
  choices?: TimestampConfig;
  /** Whether no other button stamps them. While credits can pay, one for money is never the filled one. */
  isFirst: boolean;
  onPaid: () => void;
};

/** One payment for all of these documents. */
export function PayAll({ documents, choices, isFirst, onPaid }: PayAllProps) {
  const { data: plans } = trpc.billing.plans.useQuery();
  const { data: status } = trpc.billing.status.useQuery();
  const [paying, setPaying] =
    useState<Pick<Parameters<typeof DocumentsPaymentDialog>[0], "documents" | "names">>();
  const toPay = {
    documents: documents.map((document) => ({ id: document.id, ...getConfig(document, choices) })),
    names: documents.map(({ originalName }) => originalName),
  };
  if (!plans) return null;
  return (
    <>
      <Button
        variant={isFirst && !status?.canRedeemCredit ? "primary" : "secondary"}
        onClick={() => setPaying(toPay)}
      >
        {text.payAll(documents.length, formatCents(plans.payper.price * documents.length))}
      </Button>
      {paying && (
        <DocumentsPaymentDialog
          documents={paying.documents}
          names={paying.names}
          onPaid={() => {
            setPaying(undefined);
            onPaid();
          }}
          onClose={() => setPaying(undefined)}
        />
      )}
    </>
  );
}

/** If the plan has too little left for this many documents: what is left, and what the others cost. */
export function PlanLeft({ documents }: { documents: number }) {
  const { data: plans } = trpc.billing.plans.useQuery();
  const left = useDocumentsLeft();
  if (left >= documents) return null;
  const others = documents - left;
  const price = paymentsOpen && plans ? formatCents(plans.payper.price * others) : undefined;
  return (
    <strong className="font-semibold text-warn">
      {left === 0 ? text.noneLeft : text.planLeft(left, others, price)}
    </strong>
  );
}

/** Whether a document was paid for, e.g. in a tab that was closed before it was stamped. */
export const isPaid = ({ paymentCompleted }: DocumentView) => paymentCompleted === "true";

/** The documents that can be stamped without a payment; infinite without a limit, and until it is known. */
export function useDocumentsLeft(): number {
  const { data: plan } = trpc.billing.status.useQuery();
  return plan?.stampsLeft ?? Infinity;
}
