import { requireLeft, takeAmountFromLimit, type WaitMessages } from "../../platform/rate-limits.ts";
import { hasPaid } from "../billing/stamps.service.ts";
import type { Deps } from "../deps.ts";

const limit = "freeMegabytesPerAddress";
const megabyte = 1_000_000;

const usedUp: WaitMessages = {
  seconds: {
    code: "free-storage-used-up-seconds",
    text: "Accounts without a plan have uploaded a lot from your network today. Please try again in {seconds} seconds, or choose a plan.",
  },
  minutes: {
    code: "free-storage-used-up-minutes",
    text: "Accounts without a plan have uploaded a lot from your network today. Please try again in {minutes} minutes, or choose a plan.",
  },
};

type Parts = Pick<Deps, "config" | "counterKey" | "db" | "now">;
/** Who stores something, and from which network address. The address is kept only as a keyed hash in a counter. */
export type Sender = { owner: { id: string }; address: string };

/**
 * What accounts that never paid store is limited per network address, since anyone can open many of them. Throws
 * `rate_limited` if nothing is left of it.
 */
export async function requireFreeStorage(deps: Parts, { address }: Sender): Promise<void> {
  await requireLeft(deps, limit, address, usedUp);
}

/**
 * Counts what an account that never paid stores. Belongs in the transaction that stores it. Throws `rate_limited` if it
 * is more than is left.
 */
export async function takeFreeStorage(deps: Parts, { owner, address }: Sender, bytes: number): Promise<void> {
  if (await hasPaid(deps, owner.id)) return;
  await takeAmountFromLimit(deps, limit, address, Math.ceil(bytes / megabyte), usedUp);
}
