import { transaction } from "../../../db/transaction.ts";
import { AppError, type Message, say } from "../../errors.ts";
import {
  findActiveUsersByEmail,
  findConfirmedUsersByEmail,
  type UserRow,
} from "../accounts/accounts.repo.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { writeAudit } from "../audit/audit.repo.ts";
import { enterCredits } from "../billing/credits.service.ts";
import type { Deps } from "../deps.ts";
import type { Success } from "../outputs.schema.ts";
import type { GrantCreditsInput } from "./admin.schema.ts";

const maxNamed = 5;

/**
 * Adds free credits to the account with this address; for admins. Throws `not_found` if there is none, and `conflict`
 * if there are several: a guess could give the credits to a stranger. Also throws `forbidden`.
 */
export async function grantCredits(
  deps: Pick<Deps, "db" | "now">,
  admin: Actor,
  { userEmail, credits }: GrantCreditsInput,
): Promise<Success> {
  requireAdmin(admin);
  await transaction(deps, async (deps) => {
    const user = await requireOneUser(deps, userEmail);
    const subject = await writeAudit(deps.db, {
      actorId: admin.id,
      action: "credits.granted",
      subject: user.id,
      detail: { credits, before: user.freeCredits },
      createdAt: new Date(deps.now()),
    });
    await enterCredits(deps, { userId: user.id, credits, reason: "granted", subject });
  });
  const granted: Message =
    credits === 1
      ? { code: "credit-granted", text: "{email} got 1 free credit.", params: { email: userEmail } }
      : {
          code: "credits-granted",
          text: "{email} got {credits} free credits.",
          params: { email: userEmail, credits },
        };
  return { success: true, ...say(granted) };
}

/** Users who confirmed the address take precedence over those who only claim it. */
async function requireOneUser(deps: Pick<Deps, "db">, email: string): Promise<UserRow> {
  const confirmed = await findConfirmedUsersByEmail(deps.db, email, maxNamed);
  const claimed = confirmed.length > 0 ? confirmed : await findActiveUsersByEmail(deps.db, email, maxNamed);
  const [user, ...others] = claimed;
  if (!user)
    throw new AppError("not_found", "email-unknown", "No account has the email {email}.", {
      params: { email },
    });
  if (others.length === 0) return user;
  const names = [user, ...others].map(({ username }) => username).join(", ");
  throw new AppError(
    "conflict",
    "email-ambiguous",
    "Several accounts have the email {email} ({names}). No credits were granted.",
    { params: { email, names } },
  );
}
