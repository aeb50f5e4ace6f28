import type { WebhookEvent } from "../../../db/columns/webhooks.ts";
import type { Message } from "../../errors.ts";
import { findRoleIn } from "../accounts/memberships.service.ts";
import type { Deps } from "../deps.ts";
import type { EndpointRow } from "./webhooks.ts";

export function isPaymentEvent(event: WebhookEvent): boolean {
  return event.startsWith("payment.");
}

/**
 * Whether an endpoint may be told of this event: of payments of an office only while the member who answers for the
 * endpoint is an owner. Asked when the event happens and again before it is sent.
 */
export async function mayReceive(
  deps: Pick<Deps, "db">,
  { userId, memberId }: EndpointRow,
  event: WebhookEvent,
): Promise<boolean> {
  if (memberId === null || !isPaymentEvent(event)) return true;
  return (await findRoleIn(deps, userId, memberId)) === "owner";
}

export const notForPayments: Message = {
  code: "webhook-not-for-payments",
  text: "Events about payments are only sent to webhooks that an owner of the office set up.",
};
