import { trpc } from "../../lib/trpc.ts";
import { PlanPaymentDialog } from "./plan-payment-dialog.tsx";
import type { useChoosePlan } from "./use-choose-plan.ts";

/** The payment of the plan that was chosen, while it is open. */
export function PlanPayment({ choice }: { choice: ReturnType<typeof useChoosePlan> }) {
  const { data: plans } = trpc.billing.plans.useQuery();
  const { toPay, close, paid } = choice;
  if (!toPay || !plans) return null;
  return (
    <PlanPaymentDialog planName={plans[toPay.plan].name} setup={toPay.setup} onPaid={paid} onClose={close} />
  );
}
