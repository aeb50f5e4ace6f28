import { useEffect, useRef, useState } from "react";
import type { PlanId } from "../../../db/columns/billing.ts";
import type { PaymentSetup } from "../../../src/features/billing/billing.output.schema.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "../../texts/billing.ts";
import { translate } from "../../texts/translation.ts";
import { abandonSubscription } from "./abandon-subscription.ts";
import { isNotDue, tellNotDue } from "./use-payment.ts";

/** A chosen plan that has to be paid now. */
type PlanToPay = { plan: PlanId; setup: PaymentSetup };

/**
 * Chooses a plan: either immediately, which calls `onTaken`, or with a payment, which opens. If the page is left before
 * the payment can open, a subscription that was begun for it ends.
 */
export function useChoosePlan(onTaken: () => void) {
  const [toPay, setToPay] = useState<PlanToPay>();
  const calls = trpc.useUtils();
  const creation = trpc.billing.create.useMutation();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function choose(plan: PlanId): Promise<void> {
    try {
      const answer = await creation.mutateAsync({ plan });
      void calls.billing.status.invalidate();
      if ("clientSecret" in answer) {
        if (isShown.current) setToPay({ plan, setup: answer });
        else if (answer.renewal !== null) await abandonSubscription(calls);
        return;
      }
      notify({ kind: "success", title: translate(answer) });
      onTaken();
    } catch (error) {
      // It may have been paid in another tab.
      void calls.billing.status.invalidate();
      if (isNotDue(error)) return tellNotDue(error);
      const description = parseServerError(error).message ?? billingMessages.payment.noAnswer;
      notify({ kind: "error", title: billingMessages.page.createFailed, description });
    }
  }

  return {
    choose,
    choosing: creation.isPending ? creation.variables.plan : undefined,
    toPay,
    close: () => setToPay(undefined),
    paid: () => {
      setToPay(undefined);
      onTaken();
    },
  };
}
