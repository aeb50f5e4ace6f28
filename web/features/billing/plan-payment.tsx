import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import type { PlanId } from "../../../db/columns/billing.ts";
import type { PaymentSetup } from "../../../src/features/billing/billing.output.schema.ts";
import { ShownError } from "../../lib/shown-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "../../texts/billing.ts";
import { translate } from "../../texts/translation.ts";
import { accountHeaders } from "../accounts/page-account.ts";
import { abandonSubscription } from "./abandon-subscription.ts";
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
    <PlanPaymentDialog
      plan={toPay.plan}
      name={planName(plans[toPay.plan])}
      setup={toPay.setup}
      onPaid={paid}
      onClose={close}
    />
  );
}

const text = billingMessages.payment;

type PlanPaymentDialogProps = {
  plan: PlanId;
  /** The plan's name in the reader's language. */
  name: string;
  setup: PaymentSetup;
  onPaid: () => void;
  onClose: () => void;
};

/**
 * Pays for a plan. The server notices the payment when its status is requested. A subscription exists as soon as this
 * dialog opens; if it closes, or the page does, before anyone tried to pay, the server ends it.
 */
function PlanPaymentDialog({ plan, name, setup, onPaid, onClose }: PlanPaymentDialogProps) {
  const calls = trpc.useUtils();
  const creation = trpc.billing.create.useMutation();
  const isUsed = useRef(false);
  const payment = usePayment({
    titles: { setupFailed: text.setupFailed, failed: text.planFailed },
    async prepare() {
      if (!isUsed.current) {
        isUsed.current = true;
        return setup;
      }
      const answer = await creation.mutateAsync({ plan });
      if ("clientSecret" in answer) return answer;
      throw new ShownError(translate(answer));
    },
    async accept() {
      await calls.billing.status.invalidate();
      return calls.billing.status.getData()?.status === "active" ? {} : { notYet: text.notThereYet };
    },
    onAccepted: onPaid,
    onNotDue() {
      void calls.billing.status.invalidate();
      onPaid();
    },
  });
  useAbandon(setup.renewal !== null, payment.tries);
  return (
    <PaymentFrame step={payment.step.name} title={text.planTitle(name)} onClose={onClose}>
      <PaymentSteps payment={payment} />
    </PaymentFrame>
  );
}

/** Ends a new subscription when its dialog or the page closes before anyone tried to pay. */
function useAbandon(isNewSubscription: boolean, tries: RefObject<number>): void {
  const calls = trpc.useUtils();
  const cache = useQueryClient();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isNewSubscription) return;
    clearTimeout(leaving.current);
    const leavePage = ({ persisted }: PageTransitionEvent) => {
      if (!persisted && tries.current === 0) abandonWithoutPage(accountHeaders(cache));
    };
    const leaveDialog = () => {
      if (tries.current === 0) void abandonSubscription(calls);
    };
    addEventListener("pagehide", leavePage);
    return () => {
      removeEventListener("pagehide", leavePage);
      // React may run this and then the effect again.
      leaving.current = setTimeout(leaveDialog);
    };
  }, [isNewSubscription, tries, calls, cache]);
}

/**
 * Called while the page closes: the browser sends it after that, and no one gets its answer. `account`: the headers of
 * the page's account, since another one may be signed in by now.
 */
function abandonWithoutPage(account: Record<string, string>): void {
  const headers = { "content-type": "application/json", ...account };
  void fetch("/api/subscription/abandon", { method: "POST", headers, body: "{}", keepalive: true });
}
