import { Clock3 } from "lucide-react";
import { ticketCategories } from "../../../src/features/support/support.schema.ts";
import { supportMessages } from "../../texts/support.ts";

const text = supportMessages.promises;

/** The promised response time for each category. */
export function ResponseTimes() {
  return (
    <aside aria-labelledby="response-times-title" className="rounded-panel bg-sunk p-4 sm:p-6">
      <h2 id="response-times-title" className="flex items-center gap-2 text-heading">
        <Clock3 className="size-5 text-brand" aria-hidden="true" />
        {text.title}
      </h2>
      <dl className="mt-3 grid gap-2">
        {ticketCategories.map((category) => (
          <div key={category} className="flex justify-between gap-4 border-b border-line pb-2">
            <dt className="font-semibold">{supportMessages.categories[category]}</dt>
            <dd className="text-muted">{text[category]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">{text.seeTickets}</p>
    </aside>
  );
}
