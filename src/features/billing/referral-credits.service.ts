import type { ReferralProof } from "../../../db/columns/accounts.ts";
import { normalizeMailbox } from "../accounts/mailbox.ts";
import type { Deps } from "../deps.ts";
import { referralCredits } from "./billing.schema.ts";
import { enterCredits } from "./credits.service.ts";
import {
  addCreditsEarned,
  findReferredAccount,
  hasReferralCredits,
  hasStamped,
  lockAccount,
  type ReferredAccount,
  setReferralAwaits,
  sharesDevice,
  sharesMailbox,
} from "./referral-credits.repo.ts";
import { isPayer } from "./usage.repo.ts";

/**
 * Credits a referred account and its referrer once there is enough proof of a real user. Call it in the transaction
 * that may have added the proof. Does nothing if no referral is pending, so each referral is credited once. A purchase
 * is always enough; otherwise a first stamp is, if the user does not appear to be someone we already know.
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

/**
 * Credits a new referral at once, as far as no proof is needed: both sides where credits buy nothing; where they pay,
 * the new account, unless it may belong to someone we already know. Call it in the transaction that records the
 * referral. Returns what the rest waits for.
 */
export async function creditNewReferral(
  deps: Pick<Deps, "config" | "db" | "now" | "log">,
  userId: string,
): Promise<ReferralProof | null> {
  if (deps.config.credits === "display") {
    const account = await findReferredAccount(deps.db, userId);
    await setReferralAwaits(deps.db, userId, null);
    if (account) await credit(deps, account);
    return null;
  }
  const awaits = await settleReferral(deps, userId);
  if (awaits === "stamp") await creditNewcomer(deps, userId);
  return awaits;
}

async function creditNewcomer(deps: Pick<Deps, "db" | "now">, userId: string): Promise<void> {
  await enterCredits(deps, { userId, credits: referralCredits, reason: "referral", subject: userId });
}

async function decideAwaited(
  { db }: Pick<Deps, "db">,
  account: ReferredAccount,
): Promise<ReferralProof | null> {
  if (await isPayer(db, account.id)) return null;
  if (account.awaits === "purchase" || (await isKnownPerson(db, account))) return "purchase";
  const isProven = account.awaits === "stamp" || account.emailKey !== null;
  return isProven && (await hasStamped(db, account.id)) ? null : account.awaits;
}

/** Whether the account shares a browser or mailbox with the referrer or with another account they referred. */
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
  if (!(await hasReferralCredits(deps.db, newcomer))) await creditNewcomer(deps, newcomer);
  if (!referrer.isDeleted) {
    const entry = { credits: referralCredits, reason: "referral", subject: newcomer } as const;
    await enterCredits(deps, { userId: referrer.id, ...entry });
    await addCreditsEarned(deps.db, referrer.id, referralCredits);
  }
  deps.log.info({ newcomer, referrer: referrer.id }, "a referral was credited");
}
