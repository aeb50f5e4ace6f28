import { billingMessages } from "./messages.ts";
import type { SubscriptionStatus } from "./plan.ts";

const text = billingMessages.banner;

/** What of the plan is used, when it ends and which credits there are: one short sentence for each that applies. */
export function planUse(status: SubscriptionStatus): string[] {
  const { documentCount, documentLimit, freeCredits, endsAt } = status;
  return [
    documentLimit === null ? text.unlimited(documentCount) : text.used(documentCount, documentLimit),
    endsAt === null ? "" : text.endsAt(dateOf(endsAt)),
    freeCredits > 0 ? text.credits(freeCredits) : "",
  ].filter(Boolean);
}

/** "Nov 20, 2026", in the reader's zone. */
function dateOf(iso: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format(Date.parse(iso));
}
