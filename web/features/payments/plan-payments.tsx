import { Link } from "@tanstack/react-router";
import { paymentsOpen } from "../../environment/server-settings.ts";
import { trpc } from "../../lib/trpc.ts";
import { paymentsMessages as text } from "../../texts/payments.ts";
import type { SubscriptionStatus } from "../billing/plan.ts";
import { describeRenewal } from "./renewal-words.ts";

/** Shown next to the plan: the date and amount of its next charge, and a link to all payments. */
export function PlanPayments({ status: { plan, status, endsAt } }: { status: SubscriptionStatus }) {
  const renews = plan === "unlimited" && status === "active" && endsAt === null;
  const history = trpc.billing.payments.useQuery({ page: 1, limit: 1 }, { enabled: renews });
  const renewal = renews && history.data?.renewal;
  return (
    <>
      {renewal && (
        <>
          <br />
          <span className="tabular-nums">{describeRenewal(renewal)}</span>
        </>
      )}
      {paymentsOpen && (
        <>
          <br />
          <Link to="/payments" className="link inline-flex min-h-6 items-center">
            {text.link}
          </Link>
        </>
      )}
    </>
  );
}
