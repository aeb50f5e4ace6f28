import { useEffect } from "react";
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

/**
 * Pays for a plan. The server notices the payment when its status is requested. A subscription exists as soon as this
 * dialog opens; if it closes, or the page does, before anyone pressed Pay, the server ends it.
 */
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
  const abandon = trpc.billing.abandon.useMutation({
    onSettled: () => calls.billing.status.invalidate(),
  });
  const { isTried } = payment;
  const isNewSubscription = setup.renewal !== null;
  const close = () => {
    if (isNewSubscription && !isTried.current) abandon.mutate();
    onClose();
  };
  useEffect(() => {
    if (!isNewSubscription) return;
    const leave = ({ persisted }: PageTransitionEvent) => {
      if (!persisted && !isTried.current) abandonWithoutPage();
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [isNewSubscription, isTried]);
  return (
    <PaymentFrame title={text.planTitle(plan)} onClose={close}>
      <PaymentSteps payment={payment} />
    </PaymentFrame>
  );
}

/** The answer comes when nobody waits for it any more. */
function abandonWithoutPage(): void {
  const headers = { "content-type": "application/json" };
  void fetch("/api/subscription/abandon", { method: "POST", headers, body: "{}", keepalive: true });
}
