import type { PaymentSetup } from "../../../src/features/billing/billing.output.schema.ts";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "./messages.ts";
import { PaymentFrame } from "./payment-frame.tsx";
import { PaymentSteps } from "./payment-steps.tsx";
import { planName } from "./plan-words.ts";
import type { useChoosePlan } from "./use-choose-plan.ts";
import { usePayment } from "./use-payment.ts";

/** The dialog that pays for the chosen plan, while it is open. */
export function PlanPayment({ choice }: { choice: ReturnType<typeof useChoosePlan> }) {
  const { data: plans } = trpc.billing.plans.useQuery();
  const { toPay, close, paid } = choice;
  if (!toPay || !plans) return null;
  return (
    <PlanPaymentDialog plan={planName(plans[toPay.plan])} setup={toPay.setup} onPaid={paid} onClose={close} />
  );
}

const text = billingMessages.payment;

type PlanPaymentDialogProps = {
  /** The plan's name in the reader's language. */
  plan: string;
  setup: PaymentSetup;
  onPaid: () => void;
  onClose: () => void;
};

/** Pays for a plan. The server notices the payment when its status is requested. */
function PlanPaymentDialog({ plan, setup, onPaid, onClose }: PlanPaymentDialogProps) {
  const calls = trpc.useUtils();
  const payment = usePayment({
    titles: { setupFailed: text.setupFailed, failed: text.planFailed },
    prepare: async () => setup,
    async accept() {
      await calls.billing.status.invalidate();
      return calls.billing.status.getData()?.status === "active" ? undefined : text.notThereYet;
    },
    onAccepted: onPaid,
  });
  return (
    <PaymentFrame title={text.planTitle(plan)} onClose={onClose}>
      <PaymentSteps payment={payment} />
    </PaymentFrame>
  );
}
