import type { PaymentHistory } from "../../../src/features/billing/billing.output.schema.ts";
import { formatCents, formatDay } from "../../lib/format.ts";
import { paymentsMessages as text } from "../../texts/payments.ts";

/** The date and amount of the subscription's next charge. */
export function describeRenewal({
  at,
  amount,
  tax,
  plusTaxes,
}: NonNullable<PaymentHistory["renewal"]>): string {
  const day = formatDay(Date.parse(at));
  if (plusTaxes) return text.renewalPlusTaxes(day, formatCents(amount));
  if (tax !== null && tax > 0) return text.renewalTaxed(day, formatCents(amount), formatCents(tax));
  return text.renewal(day, formatCents(amount));
}
