import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CircleX, ExternalLink, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type {
  PaymentHistory,
  PaymentView,
  Plan,
} from "../../../src/features/billing/billing.output.schema.ts";
import type { PlanId } from "../../../src/features/plan-ids.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Pager } from "../../components/pager.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { formatCents, formatDay, formatWithZone } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { planName } from "../billing/plan-words.ts";
import { paymentsMessages as text } from "./messages.ts";
import type { PaymentsAddress } from "./payments-address.ts";
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
      {renewal && <p className="mb-5 font-semibold tabular-nums">{describeRenewal(renewal)}</p>}
      <table className="w-full max-sm:block">
        <thead className="border-b border-line text-left text-sm text-muted max-sm:sr-only">
          <tr>
            {Object.values(text.columns).map((name) => (
              <th key={name} scope="col" className="py-2 pr-3 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block max-sm:divide-y max-sm:divide-line">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} what={nameWhat(payment, plans)} />
          ))}
        </tbody>
      </table>
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

function nameWhat({ plan, stamps }: PaymentView, plans: Record<PlanId, Plan>): string {
  const name = planName(plans[plan]);
  return plan === "payper" && stamps !== null && stamps > 1 ? text.several(name, stamps) : name;
}

const variants: Record<PaymentView["state"], { tone: Tone; Icon: typeof CircleAlert }> = {
  paid: { tone: "good", Icon: CircleCheck },
  refunded: { tone: "plain", Icon: Undo2 },
  disputed: { tone: "warn", Icon: CircleAlert },
  failed: { tone: "bad", Icon: CircleX },
};

function PaymentRow({ payment, what }: { payment: PaymentView; what: string }) {
  const { at, amount, refunded, state, withCredit, receiptUrl } = payment;
  const { tone, Icon } = variants[state];
  const time = Date.parse(at);
  const day = formatDay(time);
  return (
    <tr className="border-line max-sm:grid max-sm:gap-1.5 max-sm:py-4 sm:border-b">
      <Cell head={text.columns.at}>
        <time dateTime={at} title={formatWithZone(time)} className="whitespace-nowrap">
          {day}
        </time>
      </Cell>
      <Cell head={text.columns.what}>
        <span className="font-semibold">{what}</span>
      </Cell>
      <Cell head={text.columns.amount}>
        <span className="tabular-nums">{withCredit ? text.withCredit : formatCents(amount)}</span>
      </Cell>
      <Cell head={text.columns.state}>
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {text.states[state]}
          </Badge>
          {state === "paid" && refunded > 0 && (
            <span className="text-sm text-muted tabular-nums">{text.partly(formatCents(refunded))}</span>
          )}
        </span>
      </Cell>
      <Cell head={text.columns.receipt}>
        {receiptUrl === null ? (
          <span className="text-muted">{text.noReceipt}</span>
        ) : (
          <a
            href={receiptUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={text.receiptNamed(what, day)}
            className="link inline-flex min-h-6 items-center gap-1.5"
          >
            {text.receipt}
            <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        )}
      </Cell>
    </tr>
  );
}

function Cell({ head, children }: { head: string; children: ReactNode }) {
  return (
    <td className="wrap-anywhere max-sm:flex max-sm:justify-between max-sm:gap-4 sm:py-3 sm:pr-3">
      <span aria-hidden="true" className="shrink-0 text-sm text-muted sm:hidden">
        {head}
      </span>
      <span className="min-w-0 max-sm:text-right">{children}</span>
    </td>
  );
}
