import { paymentsOpen, plans } from "../../environment/server-settings.ts";
import { formatCents } from "../../lib/format.ts";
import { landingMessages } from "../../texts/landing.ts";
import { pricePerDocument } from "../billing/plan-value.ts";

const text = landingMessages.prices;
/** The paid plans, in order of what most people need; the amounts are the server's. */
const offered = (["payper", "unlimited", "smallbundle", "bundle"] as const).filter((id) => plans[id].offered);

/** The prices after the free documents; nothing where nobody can pay, or every document is free. */
export function Prices() {
  if (!paymentsOpen || plans.trial.documentLimit === null) return null;
  return (
    <section aria-labelledby="prices" className="mx-auto max-w-page px-4 pt-16 sm:px-6">
      <h2 id="prices" className="text-title">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.text}</p>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {offered.map((id) => (
          <li key={id} className="rounded-panel border border-line bg-card p-4 shadow-card">
            <h3>{text.plans[id].name}</h3>
            <p className="mt-1 font-serif text-title font-semibold tabular-nums">
              {formatCents(plans[id].price)}
            </p>
            <p className="mt-1 text-muted">{text.plans[id].note}</p>
            <PricePerDocument {...plans[id]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Beside the price of a bundle. */
function PricePerDocument(plan: { price: number; documentLimit: number | null }) {
  const price = pricePerDocument(plan);
  if (price === undefined || plan.documentLimit === 1) return null;
  return <p className="text-sm text-muted">{text.perDocument(formatCents(price))}</p>;
}
