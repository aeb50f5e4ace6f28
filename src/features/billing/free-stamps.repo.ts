import { eq } from "drizzle-orm";
import { users } from "../../../db/schema.ts";
import type { Deps } from "../deps.ts";

/**
 * When an account's free stamps become available; undefined if they are. Where they have no limit, no one gains from
 * more accounts, and no one waits.
 */
export async function findFreeStampsWait(
  { db, config, now }: Pick<Deps, "db" | "config" | "now">,
  userId: string,
): Promise<Date | undefined> {
  if (config.plans.trial.documentLimit === null) return undefined;
  const account = await db
    .select({ from: users.freeStampsFrom })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  return account?.from && account.from.getTime() > now() ? account.from : undefined;
}
