import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import {
  type LimitName,
  mayTakeFromLimit,
  type Taken,
  tryToTakeFromLimit,
} from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { hashMailbox } from "./owner-mails.service.ts";

/** A mail that anybody can have sent to a mailbox by naming its address. */
export type RequestedMail = "confirmation" | "reset";

const budgets = {
  confirmation: {
    firstOfRequester: "firstConfirmationPerRecipientAndAddress",
    firstOfAll: "firstConfirmationsPerRecipient",
    moreOfRequester: "moreConfirmationsPerRecipientAndAddress",
    moreOfAll: "moreConfirmationsPerRecipient",
  },
  reset: {
    firstOfRequester: "firstResetMailPerRecipientAndAddress",
    firstOfAll: "firstResetMailsPerRecipient",
    moreOfRequester: "moreResetMailsPerRecipientAndAddress",
    moreOfAll: "moreResetMailsPerRecipient",
  },
} as const satisfies Record<RequestedMail, Record<string, LimitName>>;

/**
 * Counts a mail to a mailbox before it is queued. The mailbox gets few of them in a day, and strangers cannot use up
 * what its owner asks for: the first request from each network address counts apart from all others, so that they
 * would need many networks. `requester` comes from `hashRequester`.
 */
export async function takeFromMailBudget(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">,
  mail: RequestedMail,
  email: string,
  requester: string,
): Promise<Taken> {
  const budget = budgets[mail];
  const mailbox = hashMailbox(deps, email);
  const pair = `${mailbox}:${requester}`;
  if (await mayTakeFromLimit(deps, budget.firstOfRequester, pair))
    return tryToTakeFromLimit(deps, budget.firstOfAll, mailbox);
  const own = await tryToTakeFromLimit(deps, budget.moreOfRequester, pair);
  return own.isTaken ? await tryToTakeFromLimit(deps, budget.moreOfAll, mailbox) : own;
}

/** Names a network address in these limits without keeping it. */
export function hashRequester(deps: Pick<Deps, "counterKey">, address: string): string {
  return keyedHash(deps, "address", address);
}
