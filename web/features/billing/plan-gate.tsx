import type { ReactNode } from "react";
import type { PlanId } from "../../../db/columns/billing.ts";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "../../texts/billing.ts";
import type { Plan, SubscriptionStatus } from "./plan.ts";

const text = billingMessages.page;

export type LoadedPlan = { status: SubscriptionStatus; plans: Record<PlanId, Plan> };

type PlanGateProps = {
  /** Shown until both are loaded. */
  loading: ReactNode;
  children: (plan: LoadedPlan) => ReactNode;
};

/** Loads the user's plan and the catalog of plans; if either fails, the user can try again. */
export function PlanGate({ loading, children }: PlanGateProps) {
  const catalog = trpc.billing.plans.useQuery();
  const status = trpc.billing.status.useQuery();
  if (catalog.data && status.data) return children({ status: status.data, plans: catalog.data });
  const failed = [catalog, status].filter(({ isError }) => isError);
  if (failed.length === 0) return loading;
  return (
    <FailedNotice
      again={text.again}
      busy={failed.some(({ isFetching }) => isFetching)}
      onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
    >
      {text.failed}
    </FailedNotice>
  );
}
