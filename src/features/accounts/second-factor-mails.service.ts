import { writeAudit } from "../audit/audit.repo.ts";
import type { RateLimitDeps } from "../deps.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import type { UserRow } from "./accounts.repo.ts";
import { findNoticeAddress } from "./owner-mails.service.ts";
import {
  type FactorEvent,
  factorLetter,
  factorSubject,
  recoveryCodeLetter,
} from "./second-factor-letters.ts";
import { signsInWithPassword } from "./ways-in.service.ts";

const actions: Record<FactorEvent, string> = {
  "app-added": "authenticator_app.added",
  "app-removed": "authenticator_app.removed",
  "codes-made": "recovery_codes.made",
  "passkey-added": "passkey.added",
  "passkey-removed": "passkey.removed",
  "provider-linked": "provider.linked",
  "provider-unlinked": "provider.unlinked",
  "password-set": "password.set",
  "operator-reset": "second_factor.reset",
};

/**
 * In the transaction of the change: writes it into the audit log and queues the email to the owner. `actorId` is null
 * for the operator.
 */
export async function noteFactorChange(
  deps: RateLimitDeps,
  user: UserRow,
  event: FactorEvent,
  actorId: string | null,
): Promise<void> {
  const createdAt = new Date(deps.now());
  await writeAudit(deps.db, { actorId, action: actions[event], subject: user.id, detail: {}, createdAt });
  const { productName } = deps.config;
  await mailOwner(deps, user, {
    subject: factorSubject(productName),
    letter: factorLetter(user, event, factsFor(deps, user)),
  });
}

/** In the transaction that starts a session with a recovery code: tells the owner. */
export async function mailRecoveryCodeUsed(deps: RateLimitDeps, user: UserRow, left: number): Promise<void> {
  const { productName } = deps.config;
  const createdAt = new Date(deps.now());
  const act = {
    actorId: user.id,
    action: "recovery_code.used",
    subject: user.id,
    detail: { left },
    createdAt,
  };
  await writeAudit(deps.db, act);
  await mailOwner(deps, user, {
    subject: `${productName}: a recovery code was used`,
    letter: recoveryCodeLetter(user, left, factsFor(deps, user)),
  });
}

function factsFor({ config, now }: Pick<RateLimitDeps, "config" | "now">, user: UserRow) {
  return { productName: config.productName, hasPassword: signsInWithPassword({ config }, user), at: now() };
}

async function mailOwner(
  deps: RateLimitDeps,
  { id: userId }: UserRow,
  mail: Pick<Parameters<typeof enqueueMail>[1], "subject" | "letter">,
): Promise<void> {
  const to = await findNoticeAddress(deps, userId);
  if (to !== null) await enqueueMail(deps, { to, userId, ...mail });
}
