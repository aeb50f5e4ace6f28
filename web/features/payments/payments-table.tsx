import { CircleAlert, CircleCheck, CircleX, ExternalLink, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { PlanId } from "../../../db/columns/billing.ts";
import type { PaymentView, Plan } from "../../../src/features/billing/billing.output.schema.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { formatCents, formatDay, formatWithZone } from "../../lib/format.ts";
import { paymentsMessages as text } from "../../texts/payments.ts";
import { nameWhat } from "./payment-words.ts";

type PaymentsTableProps = { payments: PaymentView[]; plans: Record<PlanId, Plan> };

/** Payments with their amounts, states and receipts; on narrow screens, a block for each. */
export function PaymentsTable({ payments, plans }: PaymentsTableProps) {
  return (
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
  );
}

const variants: Record<PaymentView["state"], { tone: Tone; Icon: typeof CircleAlert }> = {
  paid: { tone: "good", Icon: CircleCheck },
  refunded: { tone: "plain", Icon: Undo2 },
  disputed: { tone: "warn", Icon: CircleAlert },
  failed: { tone: "bad", Icon: CircleX },
};

function PaymentRow({ payment, what }: { payment: PaymentView; what: string }) {
  const { at, amount, currency, refunded, state, withCredit, receiptUrl } = payment;
  const { tone, Icon } = variants[state];
  const time = Date.parse(at);
  const day = formatDay(time);
  return (
    <tr className="border-line max-sm:grid max-sm:gap-2 max-sm:py-4 sm:border-b">
      <Cell head={text.columns.at}>
        <time dateTime={at} title={formatWithZone(time)} className="whitespace-nowrap">
          {day}
        </time>
      </Cell>
      <Cell head={text.columns.what}>
        <span className="font-semibold">{what}</span>
      </Cell>
      <Cell head={text.columns.amount}>
        <span className="tabular-nums">{withCredit ? text.withCredit : formatCents(amount, currency)}</span>
      </Cell>
      <Cell head={text.columns.state}>
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {text.states[state]}
          </Badge>
          {state === "paid" && refunded > 0 && (
            <span className="text-sm text-muted tabular-nums">
              {text.partly(formatCents(refunded, currency))}
            </span>
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
            className="link inline-flex min-h-6 items-center gap-2"
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
