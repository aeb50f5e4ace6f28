import { useNavigate } from "@tanstack/react-router";
import { CircleAlert, Info } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PlanId } from "../../../db/columns/billing.ts";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Notice } from "../../components/notice.tsx";
import { paymentsOpen } from "../../environment/server-settings.ts";
import { billingMessages } from "../../texts/billing.ts";
import type { SubscriptionStatus } from "./plan.ts";
import { PlanCard } from "./plan-card.tsx";
import type { LoadedPlan } from "./plan-gate.tsx";
import { PlanPayment } from "./plan-payment.tsx";
import { findRecommended, listOffered } from "./plan-value.ts";
import { useChoosePlan } from "./use-choose-plan.ts";

const text = billingMessages.page;
/** Long enough to read the confirmation. */
export const homeAfterMs = 1500;

/**
 * All plans that can be bought here, in order of commitment and where there is room in one row; without payments, only
 * what a user has. Choosing one leads back to the dashboard. Members of an office who don't own it choose none.
 */
export function PlanList({ status, plans, office }: LoadedPlan & Pick<CurrentUser, "office">) {
  const choice = useChoosePlan(useGoHomeSoon());
  const mayPay = !office || office.role === "owner";
  const isActive = status.status === "active";
  const onTrial = status.status === "none";
  // A user who stamps without a limit needs no other plan.
  const recommended = isActive && status.plan === "unlimited" ? undefined : findRecommended(plans);
  const hasTrial = !office || plans.trial.documentLimit === null;
  const shown = listOffered(plans).filter((id) =>
    id === "trial" ? hasTrial : paymentsOpen || id === status.plan,
  );
  return (
    <>
      {!paymentsOpen && (
        <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />}>
          {plans.trial.documentLimit === null ? text.noPaymentsNeeded : text.noPayments}
        </Notice>
      )}
      {paymentsOpen && office && !mayPay && (
        <Notice tone="brand" icon={<Info aria-hidden="true" />}>
          {text.ownersPay(office.name)}
        </Notice>
      )}
      {/* In one row, each part of the plans begins at the same height. */}
      <div className="grid gap-4 sm:grid-cols-2 lg:auto-cols-plans lg:grid-flow-col lg:grid-cols-none lg:grid-rows-plans">
        {shown.map((id) => (
          <PlanCard
            key={id}
            id={id}
            plans={plans}
            members={status.seats?.members ?? null}
            isRecommended={id === recommended}
            isCurrent={id === (onTrial ? "trial" : isActive && status.plan)}
            endsAt={id === status.plan ? status.endsAt : null}
            isKept={!mayPay || (onTrial && id === "trial")}
            disabled={!canChoose(id, status)}
            busy={choice.choosing === id}
            onChoose={() => choice.choose(id)}
          />
        ))}
      </div>
      <PlanPayment choice={choice} />
    </>
  );
}

/** Plans with a price need a server with payments; the active plan cannot be chosen again. */
function canChoose(id: PlanId, { status, plan }: SubscriptionStatus): boolean {
  if (id !== "trial" && !paymentsOpen) return false;
  return status !== "active" || (id !== "trial" && !(id === "unlimited" && id === plan));
}

function useGoHomeSoon(): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => void navigate({ to: "/" }), homeAfterMs);
  };
}
