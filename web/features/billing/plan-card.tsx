import { Check } from "lucide-react";
import type { PlanId } from "../../../src/features/billing/billing.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { translateServerMessage } from "../../texts/translation.ts";
import { billingMessages } from "./messages.ts";
import type { Plan } from "./plan.ts";
import { formatCents, priceSuffix } from "./price.ts";

const text = billingMessages.page;

type PlanCardProps = {
  id: PlanId;
  plan: Plan;
  isCurrent: boolean;
  disabled: boolean;
  busy: boolean;
  onChoose: () => void;
};

export function PlanCard({ id, plan, isCurrent, disabled, busy, onChoose }: PlanCardProps) {
  const titleId = `plan-${id}`;
  return (
    <Card aria-labelledby={titleId} className="flex flex-col">
      <h2 id={titleId} className="text-2xl">
        {translateServerMessage(plan.name)}
      </h2>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="font-serif text-4xl font-semibold tabular-nums">
          {formatCents(plan.price)}
          {priceSuffix(id) && <span className="text-xl text-muted">{priceSuffix(id)}</span>}
        </p>
        {plan.badge && <Badge tone="good">{translateServerMessage(plan.badge)}</Badge>}
        {isCurrent && <Badge tone="brand">{text.current}</Badge>}
      </div>
      <p className="text-sm text-muted sm:min-h-6">{plan.taxable && text.taxes}</p>
      <ul className="mt-4 mb-6 grid grow content-start gap-2">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-[0.1875rem] size-5 shrink-0 text-good" aria-hidden="true" />
            {translateServerMessage(feature)}
          </li>
        ))}
      </ul>
      <Button
        look={id === "trial" ? "secondary" : "primary"}
        disabled={disabled}
        busy={busy}
        onClick={onChoose}
      >
        {text.choose(translateServerMessage(plan.name))}
      </Button>
    </Card>
  );
}
