import { AppError } from "../../errors.ts";
import type { Deps } from "../deps.ts";
import type { UserRow } from "./accounts.repo.ts";
import { countPasskeys } from "./passkeys.repo.ts";
import { countIdentities } from "./providers/identities.repo.ts";

/** Whether this account's password signs in to it. */
export function signsInWithPassword(
  { config }: { config: Pick<Deps["config"], "signInOnlyWithProviders"> },
  { passwordHash }: Pick<UserRow, "passwordHash">,
): boolean {
  return passwordHash !== "" && !config.signInOnlyWithProviders;
}

/** In the transaction that removed a way to sign in: throws `conflict` if it was the last one. */
export async function requireWayIn(deps: Pick<Deps, "config" | "db">, user: UserRow): Promise<void> {
  const { signInProviders, signInOnlyWithProviders } = deps.config;
  if ((await countIdentities(deps.db, user.id, signInProviders)) > 0) return;
  const hasOwnWay = user.passwordHash !== "" || (await countPasskeys(deps.db, user.id)) > 0;
  if (hasOwnWay && !signInOnlyWithProviders) return;
  throw new AppError(
    "conflict",
    "last-way-in",
    "This is the only way to log in to your account. Please add another one first.",
  );
}
