import type { PlanId } from "../../../db/columns/billing.ts";
import type { PaymentView, Plan } from "../../../src/features/billing/billing.output.schema.ts";
import { formatCents, formatDay } from "../../lib/format.ts";
import { paymentsMessages as text } from "../../texts/payments.ts";
import { planName } from "../billing/plan-words.ts";

/** What a payment was for. */
export function nameWhat({ plan, stamps }: PaymentView, plans: Record<PlanId, Plan>): string {
  const name = planName(plans[plan]);
  return plan === "payper" && stamps !== null && stamps > 1 ? text.several(name, stamps) : name;
}

/** A payment in one line: day, what it was for, amount, and what became of it. */
export function describePayment(payment: PaymentView, plans: Record<PlanId, Plan>): string {
  const { at, amount, currency, refunded, state, withCredit } = payment;
  return [
    formatDay(Date.parse(at)),
    nameWhat(payment, plans),
    withCredit ? text.withCredit : formatCents(amount, currency),
    text.states[state],
    ...(state === "paid" && refunded > 0 ? [text.partly(formatCents(refunded, currency))] : []),
  ].join(" · ");
}
