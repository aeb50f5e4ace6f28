import { Button } from "../../components/button.tsx";
import { formatCents } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { billingMessages } from "../../texts/billing.ts";
import { findCheaperPlans, priceForMembers, pricePerDocument } from "./plan-value.ts";
import { planName } from "./plan-words.ts";
import { priceSuffix } from "./price.ts";
import type { useChoosePlan } from "./use-choose-plan.ts";

const text = billingMessages.cheaper;

type CheaperPlansProps = { documents: number; choice: ReturnType<typeof useChoosePlan> };

/** The plans that cost less than paying for this many documents one by one; each can be bought here. */
export function CheaperPlans({ documents, choice }: CheaperPlansProps) {
  const { data } = trpc.billing.plans.useQuery();
  const { data: status } = trpc.billing.status.useQuery();
  const plans = data && priceForMembers(data, status?.seats?.members ?? 1);
  const cheaper = plans ? findCheaperPlans(plans, documents) : [];
  if (!plans || cheaper.length === 0) return null;
  return (
    <div className="mt-4 rounded-panel bg-sunk p-4">
      <p className="font-semibold">{text.title(documents)}</p>
      <ul className="mt-2 grid gap-3">
        {cheaper.map((id) => {
          const { price, documentLimit } = plans[id];
          const perDocument = pricePerDocument(plans[id]);
          const name = planName(plans[id]);
          const amount = `${formatCents(price)}${priceSuffix(id)}`;
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="min-w-0">
                <strong className="font-semibold">
                  {name}, {amount}
                </strong>
                <br />
                <span className="text-sm text-muted">
                  {documentLimit === null ? billingMessages.page.renews : text.limit(documentLimit)}
                  {perDocument !== undefined &&
                    ` · ${billingMessages.page.perDocument(formatCents(perDocument))}`}
                </span>
              </span>
              <Button
                variant="secondary"
                size="small"
                busy={choice.choosing === id}
                onClick={() => choice.choose(id)}
              >
                {billingMessages.page.choose(name)}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
