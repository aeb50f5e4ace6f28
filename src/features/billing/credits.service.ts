import type { Deps } from "../deps.ts";
import { type CreditEntry, insertCredits } from "./credits.repo.ts";

/**
 * Adds or removes free credits and records the reason. Call it in the transaction that makes this decision. Throws if
 * the balance would be negative, or if the same entry exists.
 */
export async function enterCredits({ db, now }: Pick<Deps, "db" | "now">, entry: CreditEntry): Promise<void> {
  await insertCredits(db, entry, new Date(now()));
}
