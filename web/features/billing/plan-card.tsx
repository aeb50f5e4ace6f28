import { Check, Star } from "lucide-react";
import type { PlanId } from "../../../src/features/plan-ids.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { classes } from "../../lib/classes.ts";
import { formatCents } from "../../lib/format.ts";
import { billingMessages } from "./messages.ts";
import type { Plan } from "./plan.ts";
import { findBreakEven, pricePerDocument } from "./plan-value.ts";
import { planBadge, planFeatures, planName } from "./plan-words.ts";
import { priceSuffix } from "./price.ts";

const text = billingMessages.page;

type PlanCardProps = {
  id: PlanId;
  plans: Record<PlanId, Plan>;
  isRecommended: boolean;
  isCurrent: boolean;
  /** Choosing it would change nothing. */
  isKept: boolean;
  disabled: boolean;
  busy: boolean;
  onChoose: () => void;
};

export function PlanCard(props: PlanCardProps) {
  const { id, plans, isRecommended, isCurrent, isKept, disabled, busy, onChoose } = props;
  const plan = plans[id];
  const titleId = `plan-${id}`;
  return (
    <Card
      aria-labelledby={titleId}
      className={classes("flex flex-col", isRecommended && "outline-2 -outline-offset-2 outline-brand")}
    >
      {isRecommended && (
        <p className="mb-3 flex items-start gap-2 text-sm text-brand">
          <Star className="mt-0.5 size-4 shrink-0 fill-current" aria-hidden="true" />
          <span>
            <strong>{text.recommended}.</strong> {text.recommendedFor}.
          </span>
        </p>
      )}
      <h2 id={titleId} className="text-2xl">
        {planName(plan)}
      </h2>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="font-serif text-4xl font-semibold tabular-nums">
          {formatCents(plan.price)}
          {priceSuffix(id) && <span className="text-xl text-muted">{priceSuffix(id)}</span>}
        </p>
        {plan.badge && <Badge tone="good">{planBadge(plan)}</Badge>}
        {isCurrent && <Badge tone="brand">{text.current}</Badge>}
      </div>
      {plan.taxable && <p className="text-sm text-muted">{text.taxes}</p>}
      <p className="mt-1 font-semibold">{describeValue(plans, id)}</p>
      {plan.documentLimit === null && plan.price > 0 && <p className="text-sm text-muted">{text.renews}</p>}
      <Comparison plans={plans} plan={plan} />
      <ul className="mt-4 mb-6 grid grow content-start gap-2">
        {planFeatures(plan).map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-[0.1875rem] size-5 shrink-0 text-good" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {!isKept && (
        <Button
          variant={isRecommended ? "primary" : "secondary"}
          disabled={disabled}
          busy={busy}
          onClick={onChoose}
        >
          {text.choose(planName(plan))}
        </Button>
      )}
    </Card>
  );
}

/** The price per document with this plan. */
function describeValue(plans: Record<PlanId, Plan>, id: PlanId): string {
  const plan = plans[id];
  const price = pricePerDocument(plan);
  if (price !== undefined) return text.perDocument(formatCents(price));
  if (plan.price === 0) return text.free;
  const from = findBreakEven(plans, plan);
  return from === undefined ? "" : text.breakEven(from);
}

/** The plan that the savings badge compares with. */
function Comparison({ plans, plan }: { plans: Record<PlanId, Plan>; plan: Plan }) {
  if (!plan.badge || !plan.comparison) return null;
  const { plan: other, months } = plan.comparison;
  const { price } = plans[other];
  return (
    <p className="text-sm text-muted">
      {text.comparison(months, planName(plans[other]), formatCents(price * months))}
    </p>
  );
}
