import type { Deps } from "../deps.ts";
import { insertCredits } from "./credits.repo.ts";
import type { CreditEntry } from "./credits.ts";

/**
 * Gives an account free credits, or takes some, and writes down why. Belongs into the transaction that decided so.
 * Throws when the account would have less than none, or when the same was entered before.
 */
export function enterCredits({ db, now }: Pick<Deps, "db" | "now">, entry: CreditEntry): void {
  insertCredits(db, entry, new Date(now()));
}
