import { Check, Star } from "lucide-react";
import type { PlanId } from "../../../db/columns/billing.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { classes } from "../../lib/classes.ts";
import { formatCents, formatDay } from "../../lib/format.ts";
import { billingMessages } from "../../texts/billing.ts";
import type { Plan } from "./plan.ts";
import { findBreakEven, priceForMembers, pricePerDocument } from "./plan-value.ts";
import { planBadge, planFeatures, planName } from "./plan-words.ts";
import { priceSuffix } from "./price.ts";

const text = billingMessages.page;

type PlanCardProps = {
  id: PlanId;
  plans: Record<PlanId, Plan>;
  /** The members that an office would pay for; null: the prices are for the account. */
  members: number | null;
  isRecommended: boolean;
  isCurrent: boolean;
  /** When it ends, if it is the account's and was canceled. */
  endsAt: string | null;
  /** Choosing it would change nothing, or others choose. */
  isKept: boolean;
  disabled: boolean;
  busy: boolean;
  onChoose: () => void;
};

export function PlanCard(props: PlanCardProps) {
  const { id, plans, members, isRecommended, isCurrent, endsAt, isKept, disabled, busy, onChoose } = props;
  const plan = plans[id];
  const titleId = `plan-${id}`;
  const suffix = plan.perMember && members !== null ? text.perMemberMonth : priceSuffix(id);
  return (
    <Card
      aria-labelledby={titleId}
      className={classes(
        "flex flex-col lg:row-span-6 lg:grid lg:grid-rows-subgrid lg:gap-y-0 lg:p-4",
        isCurrent && "outline-2 -outline-offset-2 outline-brand",
      )}
    >
      <p className="flex flex-wrap gap-x-2 gap-y-1 *:mb-2">
        {isCurrent && (
          <Badge tone="brand" icon={<Check aria-hidden="true" />}>
            {text.current}
          </Badge>
        )}
        {isRecommended && (
          <Badge tone="plain" icon={<Star className="fill-current" aria-hidden="true" />}>
            {text.recommended}
          </Badge>
        )}
      </p>
      <h2 id={titleId} className="text-heading">
        {planName(plan)}
      </h2>
      <div className="mt-2">
        <p className="font-serif text-title font-semibold tabular-nums">
          {formatCents(plan.price)}
          {suffix && <span className="text-base text-muted">{suffix}</span>}
        </p>
        {plan.perMember && (
          <p className="text-sm text-muted">
            {members === null
              ? text.perMemberInOffices
              : text.forMembers(members, formatCents(plan.price * members))}
          </p>
        )}
        {plan.taxable && <p className="text-sm text-muted">{text.taxes}</p>}
      </div>
      <div className="mt-2 grid content-start gap-1">
        <p className="font-semibold">{describeValue(priceForMembers(plans, members ?? 1), id)}</p>
        {isRecommended && <p className="text-sm text-muted">{text.recommendedFor}</p>}
        {plan.documentLimit === null && plan.price > 0 && (
          <p className="text-sm text-muted">
            {endsAt === null ? text.renews : text.ends(formatDay(Date.parse(endsAt)))}
          </p>
        )}
        <Saving plans={plans} plan={plan} />
      </div>
      <ul className="mt-4 mb-4 grid content-start gap-2 max-lg:grow">
        {planFeatures(plan).map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="size-5 h-lh shrink-0 text-good" aria-hidden="true" />
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

/** The badge, and the plan that it compares with. */
function Saving({ plans, plan }: { plans: Record<PlanId, Plan>; plan: Plan }) {
  if (!plan.badge) return null;
  return (
    <p className="mt-1 text-sm text-muted">
      <Badge tone="good">{planBadge(plan)}</Badge>
      {plan.comparison && <span className="mt-1 block">{describeComparison(plans, plan.comparison)}</span>}
    </p>
  );
}

function describeComparison(plans: Record<PlanId, Plan>, { plan, months }: NonNullable<Plan["comparison"]>) {
  const { price } = plans[plan];
  return text.comparison(months, planName(plans[plan]), formatCents(price * months));
}
