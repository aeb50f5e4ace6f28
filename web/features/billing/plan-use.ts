import { sendsMail } from "../../environment/server-settings.ts";
import { formatCents, formatDay, formatWithZone } from "../../lib/format.ts";
import { billingMessages } from "../../texts/billing.ts";
import type { SubscriptionStatus } from "./plan.ts";

const text = billingMessages.banner;

const inactive: Partial<Record<SubscriptionStatus["status"], string>> = {
  incomplete: text.incomplete,
  canceled: text.canceled,
};

/** Whether documents have to be paid from the first one on, as in an office. */
export function hasNoPlan({ plan, documentLimit }: SubscriptionStatus): boolean {
  return plan === "trial" && documentLimit === 0;
}

/** A short sentence for each that applies: why the plan is not active, its usage, its end, and the credits. */
export function planUse(status: SubscriptionStatus): string[] {
  const { documentCount, documentLimit } = status;
  return [
    inactive[status.status] ?? "",
    documentLimit === null ? text.unlimited(documentCount) : text.used(documentCount, documentLimit),
    ...planNotes(status),
  ].filter(Boolean);
}

/** What applies besides the usage: the members paid for, the plan's end, a wait for free stamps, and the credits. */
export function planNotes(status: SubscriptionStatus): string[] {
  const { plan, freeCredits, endsAt, freeStampsFrom, seats } = status;
  return [
    seats === null || seats.paid === null ? "" : text.members(seats.paid, formatCents(seats.price)),
    endsAt === null ? "" : text.endsAt(formatDay(Date.parse(endsAt))),
    plan === "trial" && freeStampsFrom !== null ? waitFor(Date.parse(freeStampsFrom)) : "",
    freeCredits > 0 ? text.credits(freeCredits) : "",
  ].filter(Boolean);
}

function waitFor(time: number): string {
  const when = formatWithZone(time);
  return sendsMail ? text.waitsOrConfirm(when) : text.waits(when);
}
