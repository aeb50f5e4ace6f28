import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import type { PlanId } from "../../../db/columns/billing.ts";
import type { PaymentHistory, Plan } from "../../../src/features/billing/billing.output.schema.ts";
import { buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Pager } from "../../components/pager.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { trpc } from "../../lib/trpc.ts";
import { paymentsMessages as text } from "../../texts/payments.ts";
import type { PaymentsAddress } from "./payments-address.ts";
import { PaymentsTable } from "./payments-table.tsx";
import { describeRenewal } from "./renewal-words.ts";

const perPage = 20;

/** The user's payments, a page at a time, and the subscription's next charge. */
export function PaymentsList({ page = 1 }: PaymentsAddress) {
  const history = trpc.billing.payments.useQuery(
    { page, limit: perPage },
    { placeholderData: keepPreviousData, refetchOnMount: "always" },
  );
  const plans = trpc.billing.plans.useQuery();
  if (history.data && plans.data) {
    return (
      <div className="grid gap-6">
        {!history.data.isComplete && (
          <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />}>
            {text.incomplete}
          </Notice>
        )}
        <Card aria-label={text.list} aria-busy={history.isPlaceholderData}>
          <Payments history={history.data} plans={plans.data} page={page} />
        </Card>
      </div>
    );
  }
  if (!history.isError && !plans.isError) return <Spinner label={text.loading} />;
  return (
    <FailedNotice
      again={text.again}
      busy={history.isFetching || plans.isFetching}
      onRetry={() => void Promise.all([history.refetch(), plans.refetch()])}
    >
      {text.failed}
    </FailedNotice>
  );
}

type PaymentsProps = { history: PaymentHistory; plans: Record<PlanId, Plan>; page: number };

function Payments({ history: { payments, renewal, total }, plans, page }: PaymentsProps) {
  if (total === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-muted">{text.none}</p>
        <Link to="/subscription" className={buttonClasses({ variant: "secondary" })}>
          {text.plans}
        </Link>
      </div>
    );
  }
  return (
    <>
      {renewal && <p className="mb-4 font-semibold tabular-nums">{describeRenewal(renewal)}</p>}
      <PaymentsTable payments={payments} plans={plans} />
      <Pager
        text={text.pager}
        page={page}
        pages={Math.ceil(total / perPage)}
        link={(to, classes, face) => (
          <Link to="/payments" search={to > 1 ? { page: to } : {}} className={classes}>
            {face}
          </Link>
        )}
      />
    </>
  );
}
