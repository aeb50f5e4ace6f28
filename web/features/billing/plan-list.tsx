import { useNavigate } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { planIds } from "../../../src/billing/billing.schema.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "./messages.ts";
import { PlanCard } from "./plan-card.tsx";
import { PlanPayment } from "./plan-payment.tsx";
import { useChoosePlan } from "./use-choose-plan.ts";

const text = billingMessages.page;
/** Long enough to read that it worked. */
export const homeAfterMs = 1500;

/** Every plan of the catalogue. A plan that was taken leads back to the dashboard. */
export function PlanList() {
  const catalogue = trpc.billing.plans.useQuery();
  const status = trpc.billing.status.useQuery();
  const choice = useChoosePlan(useGoHomeSoon());
  if (catalogue.isPending || status.isPending) return <Spinner label={text.loading} />;
  if (!catalogue.data || !status.data) {
    const again = () => void Promise.all([catalogue.refetch(), status.refetch()]);
    return (
      <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
        <p>{text.failed}</p>
        <Button look="secondary" size="small" className="mt-2" onClick={again}>
          {text.again}
        </Button>
      </Notice>
    );
  }
  const { data: plans } = catalogue;
  const isActive = status.data.status === "active";
  const current = status.data.plan;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-6 lg:*:col-span-2 lg:[&>*:nth-child(n+4)]:col-span-3">
        {planIds.map((id) => (
          <PlanCard
            key={id}
            id={id}
            plan={plans[id]}
            isCurrent={isActive && id === current}
            disabled={isActive && (id === "trial" || (id === "unlimited" && id === current))}
            busy={choice.choosing === id}
            onChoose={() => choice.choose(id)}
          />
        ))}
      </div>
      <PlanPayment choice={choice} />
    </>
  );
}

function useGoHomeSoon(): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => void navigate({ to: "/" }), homeAfterMs);
  };
}
