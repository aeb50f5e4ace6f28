import type { PaymentSetup } from "../../../src/features/billing/billing.output.schema.ts";
import { formatCents, formatDay } from "../../lib/format.ts";
import { billingMessages } from "../../texts/billing.ts";

const text = billingMessages.terms;

/** The amount charged now, its taxes, and the date of the next charge. */
export function PaymentTerms({ amount, currency, tax, taxName, renewal }: PaymentSetup) {
  return (
    <dl className="grid grid-cols-mark gap-x-4 gap-y-1 border-b border-line pb-3">
      <dt className="font-semibold">{text.today}</dt>
      <dd className="text-right font-semibold tabular-nums">{formatCents(amount, currency)}</dd>
      <dt className="text-muted">{taxName === null ? text.taxes : text.taxesNamed(taxName)}</dt>
      <dd className="text-right text-muted tabular-nums">
        {tax === null ? text.noTaxes : formatCents(tax, currency)}
      </dd>
      <dt className="text-muted">{text.next}</dt>
      <dd className="text-right text-muted tabular-nums">
        {renewal === null ? text.once : formatDay(Date.parse(renewal.at))}
      </dd>
      {renewal && (
        <dd className="col-span-2 text-sm text-muted">
          {renewal.members !== null &&
            `${text.members(renewal.members, formatCents(renewal.price, currency))} `}
          {text.renews(formatCents(renewal.price * (renewal.members ?? 1), currency), renewal.taxed)}
        </dd>
      )}
    </dl>
  );
}
