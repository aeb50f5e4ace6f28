import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import type { Deps } from "../deps.ts";
import { claimMailbox, endFreeStampsWait, findFirstOwner } from "./unlocking-mailboxes.repo.ts";

/** A mailbox unlocks the free stamps of only one account, also after that account has left it. */

type Parts = Pick<Deps, "db" | "counterKey">;

/** In a transaction, after an account has confirmed the mailbox: unlocks its free stamps if no other one came first. */
export async function unlockFreeStamps(deps: Parts, userId: string, key: string): Promise<void> {
  if ((await claim(deps, key)) === userId) await endFreeStampsWait(deps.db, userId);
}

/**
 * In a transaction, before a confirmed mailbox (null: none) leaves its account. Earlier versions did not store whose
 * free stamps it had unlocked.
 */
export async function keepMailboxClaimed(deps: Parts, key: string | null): Promise<void> {
  if (key !== null) await claim(deps, key);
}

/** Stores the account that confirmed the mailbox first, unless one is stored. Returns whose it is. */
async function claim(deps: Parts, key: string): Promise<string | undefined> {
  const owner = await findFirstOwner(deps.db, key);
  return owner && claimMailbox(deps.db, keyedHash(deps, "mailbox that unlocks free stamps", key), owner);
}
