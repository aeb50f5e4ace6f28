import { normalizeMailbox } from "../accounts/mailbox.ts";
import type { Deps } from "../deps.ts";
import { referralCredits } from "./billing.schema.ts";
import { enterCredits } from "./credits.service.ts";
import type { ReferralProof } from "./credits.ts";
import {
  addCreditsEarned,
  findReferredAccount,
  hasBought,
  hasStamped,
  lockAccount,
  type ReferredAccount,
  setReferralAwaits,
  sharesDevice,
  sharesMailbox,
} from "./referral-credits.repo.ts";

/**
 * Credits an account that came by a referral, and the one that referred it, as soon as there is enough to see; to be
 * called in the transaction that may have made it so. Does nothing where no referral waits, so each is credited once.
 * A purchase is always enough. Without one, a first stamp is, for somebody who seems to be a person of their own.
 */
export async function settleReferral(
  deps: Pick<Deps, "db" | "now" | "log">,
  userId: string,
): Promise<ReferralProof | null> {
  if (!(await findReferredAccount(deps.db, userId))) return null;
  await lockAccount(deps.db, userId);
  const account = await findReferredAccount(deps.db, userId);
  if (!account) return null;
  const awaits = await decideAwaited(deps, account);
  if (awaits !== account.awaits) await setReferralAwaits(deps.db, userId, awaits);
  if (awaits === null) await credit(deps, account);
  return awaits;
}

async function decideAwaited(
  { db }: Pick<Deps, "db">,
  account: ReferredAccount,
): Promise<ReferralProof | null> {
  if (await hasBought(db, account.id)) return null;
  if (account.awaits === "purchase" || (await isKnownPerson(db, account))) return "purchase";
  const isProven = account.awaits === "stamp" || account.emailKey !== null;
  return isProven && (await hasStamped(db, account.id)) ? null : account.awaits;
}

/** Same browser or same mailbox as the referrer or as somebody who was referred before. */
async function isKnownPerson(
  db: Deps["db"],
  { id, email, emailKey, referrer }: ReferredAccount,
): Promise<boolean> {
  const mailboxes = [emailKey, email && normalizeMailbox(email)].filter((key) => key !== null);
  const ofReferrer = [referrer.emailKey, referrer.email && normalizeMailbox(referrer.email)];
  if (mailboxes.some((key) => ofReferrer.includes(key))) return true;
  if (emailKey !== null && (await sharesMailbox(db, id, emailKey))) return true;
  return sharesDevice(db, id, referrer.id);
}

async function credit(
  deps: Pick<Deps, "db" | "now" | "log">,
  { id: newcomer, referrer }: ReferredAccount,
): Promise<void> {
  const sides = referrer.isDeleted ? [newcomer] : [newcomer, referrer.id];
  for (const userId of sides) {
    await enterCredits(deps, { userId, credits: referralCredits, reason: "referral", subject: newcomer });
  }
  if (!referrer.isDeleted) await addCreditsEarned(deps.db, referrer.id, referralCredits);
  deps.log.info({ newcomer, referrer: referrer.id }, "a referral was credited");
}
