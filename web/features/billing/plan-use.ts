import { formatDay } from "../../lib/format.ts";
import { billingMessages } from "./messages.ts";
import type { SubscriptionStatus } from "./plan.ts";

const text = billingMessages.banner;

/** What of the plan is used, when it ends and which credits there are: one short sentence for each that applies. */
export function planUse(status: SubscriptionStatus): string[] {
  const { documentCount, documentLimit, freeCredits, endsAt } = status;
  return [
    documentLimit === null ? text.unlimited(documentCount) : text.used(documentCount, documentLimit),
    endsAt === null ? "" : text.endsAt(formatDay(Date.parse(endsAt))),
    freeCredits > 0 ? text.credits(freeCredits) : "",
  ].filter(Boolean);
}
