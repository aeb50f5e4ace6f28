import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import {
  canTakeFromLimit,
  type LimitName,
  type Taken,
  tryToTakeFromLimit,
} from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { hashMailbox } from "./owner-mails.service.ts";

/** An email that anyone can trigger by entering an address. */
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
 * Counts an email to a mailbox before it is queued. A mailbox gets only a few a day, and strangers cannot use up the
 * owner's share: the first request from each network address counts separately, so they would need many networks.
 * `requester` comes from `hashRequester`.
 */
export async function takeFromMailBudget(
  deps: RateLimitDeps,
  mail: RequestedMail,
  email: string,
  requester: string,
): Promise<Taken> {
  const budget = budgets[mail];
  const mailbox = hashMailbox(deps, email);
  const pair = `${mailbox}:${requester}`;
  if (await canTakeFromLimit(deps, budget.firstOfRequester, pair))
    return tryToTakeFromLimit(deps, budget.firstOfAll, mailbox);
  const own = await tryToTakeFromLimit(deps, budget.moreOfRequester, pair);
  return own.isTaken ? await tryToTakeFromLimit(deps, budget.moreOfAll, mailbox) : own;
}

/** Identifies a network address in these limits without storing it. */
export function hashRequester(deps: Pick<Deps, "counterKey">, address: string): string {
  return keyedHash(deps, "address", address);
}
