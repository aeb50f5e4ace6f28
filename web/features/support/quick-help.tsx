import { CreditCard, FileText, UserRound } from "lucide-react";
import type { TicketCategory } from "../../../src/features/support/support.schema.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { supportMessages } from "../../texts/support.ts";

const text = supportMessages.quickHelp;
const ways = [
  { category: "technical", Icon: FileText },
  { category: "billing", Icon: CreditCard },
  { category: "general", Icon: UserRound },
] as const;

/** Three links to the ticket form, each with a category. */
export function QuickHelp({ onChoose }: { onChoose: (category: TicketCategory) => void }) {
  return (
    <section aria-labelledby="quick-help-title">
      <h2 id="quick-help-title" className="text-heading">
        {text.title}
      </h2>
      <div className="mt-4 grid gap-3 md:grid-cols-3">
        {ways.map(({ category, Icon }) => {
          const { name, text: about } = text.buttons[category];
          return (
            <BareButton
              key={category}
              onClick={() => onChoose(category)}
              className="flex items-start gap-4 rounded-panel border border-line bg-card p-4 text-left shadow-card hover:border-brand hover:bg-tint"
            >
              <Icon className="size-6 h-lh shrink-0 text-brand" strokeWidth={1.6} aria-hidden="true" />
              <span className="grid gap-1">
                <span className="font-serif text-heading font-semibold">{name}</span>
                <span className="text-muted">{about}</span>
              </span>
            </BareButton>
          );
        })}
      </div>
    </section>
  );
}
