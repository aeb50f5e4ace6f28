import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { prepared } from "../../db/prepared.ts";
import { rateLimits } from "../../db/schema.ts";
import { AppError, type Message } from "../errors.ts";
import type { MemoryRateLimiter } from "./memory-rate-limiter.ts";

const minute = 60_000;

/**
 * How often something may be tried: `most` within `windowMs`, each multiplied by RATE_LIMIT_FACTOR, and never less
 * than once. What counts for one account is strict. What counts for one address is wide, because a class room or an
 * office of sixty people shares one.
 */
const limits = {
  /** One address alone makes at most 960 tries a day (the next line), so it cannot use this up for the others. */
  wrongLoginsPerAccount: { most: 1000, windowMs: 24 * 60 * minute },
  wrongLoginsPerAccountAndAddress: { most: 10, windowMs: 15 * minute },
  /** In a browser that signed in to the account before; the limits above do not count there. */
  wrongLoginsPerDevice: { most: 10, windowMs: 15 * minute },
  wrongLoginsPerAddress: { most: 50, windowMs: 15 * minute },
  registrationsPerAddress: { most: 60, windowMs: 60 * minute },
  /** The free stamps of more accounts than these wait; nobody is refused. */
  accountsPerAddress: { most: 10, windowMs: 24 * 60 * minute },
  timeOutsPerAccount: { most: 5, windowMs: 60 * minute },
  uploadsPerAccount: { most: 20, windowMs: minute },
  mailsPerAccount: { most: 20, windowMs: 24 * 60 * minute },
  mailsPerDocument: { most: 5, windowMs: 60 * minute },
  /** Over all accounts whose confirmed address is the same mailbox, and over all accounts of one network address. */
  mailsPerSender: { most: 20, windowMs: 24 * 60 * minute },
  mailsPerAddress: { most: 100, windowMs: 24 * 60 * minute },
  /** Over all accounts that send documents to one mailbox. */
  mailsPerRecipient: { most: 20, windowMs: 24 * 60 * minute },
  confirmationsPerAccount: { most: 3, windowMs: 60 * minute },
  /**
   * Links to one mailbox that anybody can ask for. The first one that each network address asks for in a day counts on
   * its own, so that what strangers ask for leaves the owner's; all others share a few.
   */
  firstConfirmationPerRecipientAndAddress: { most: 1, windowMs: 24 * 60 * minute },
  firstConfirmationsPerRecipient: { most: 20, windowMs: 24 * 60 * minute },
  moreConfirmationsPerRecipientAndAddress: { most: 2, windowMs: 24 * 60 * minute },
  moreConfirmationsPerRecipient: { most: 5, windowMs: 24 * 60 * minute },
  securityMailsPerAccount: { most: 1, windowMs: 60 * minute },
  noticesPerUnconfirmedRecipient: { most: 5, windowMs: 24 * 60 * minute },
  passwordChangesPerAccount: { most: 10, windowMs: 15 * minute },
  passwordResetsPerAccountAndAddress: { most: 3, windowMs: 60 * minute },
  passwordResetsPerAddress: { most: 20, windowMs: 60 * minute },
  /** As for links that confirm an address. */
  firstResetMailPerRecipientAndAddress: { most: 1, windowMs: 24 * 60 * minute },
  firstResetMailsPerRecipient: { most: 20, windowMs: 24 * 60 * minute },
  moreResetMailsPerRecipientAndAddress: { most: 2, windowMs: 60 * minute },
  moreResetMailsPerRecipient: { most: 6, windowMs: 24 * 60 * minute },
  webhookReplaysPerAccount: { most: 60, windowMs: 60 * minute },
  checkoutsPerAccount: { most: 30, windowMs: 15 * minute },
  paymentChecksPerAccount: { most: 60, windowMs: 15 * minute },
  verificationsPerAddress: { most: 60, windowMs: minute },
  timeStampsPerAddress: { most: 120, windowMs: minute },
  cosignaturesPerAddress: { most: 120, windowMs: minute },
  packsPerDocument: { most: 20, windowMs: 10 * minute },
  packsPerAddress: { most: 120, windowMs: 10 * minute },
  ticketsPerAccount: { most: 20, windowMs: 60 * minute },
  contactMessagesPerAddress: { most: 5, windowMs: 60 * minute },
  referralTriesPerAccount: { most: 10, windowMs: 60 * minute },
  referralTriesPerAddress: { most: 60, windowMs: 60 * minute },
  /** Referrals of more people than these need a confirmed address or a purchase. */
  referralsPerAddress: { most: 1, windowMs: 30 * 24 * 60 * minute },
} as const satisfies Record<string, Limit>;

type Limit = { most: number; windowMs: number };
export type LimitName = keyof typeof limits;

/** What is said of a wait: `text` holds `{seconds}` or `{minutes}`. */
export type WaitMessages = { seconds: Message; minutes: Message };
const tooManyAttempts: WaitMessages = {
  seconds: {
    code: "too-many-attempts-seconds",
    text: "Too many attempts. Please try again in {seconds} seconds.",
  },
  minutes: {
    code: "too-many-attempts-minutes",
    text: "Too many attempts. Please try again in {minutes} minutes.",
  },
};
export type Taken = { isTaken: true } | { isTaken: false; endsAt: number };
type Taking = Counting & { memoryRateLimiter: MemoryRateLimiter };
type Counting = { db: Database; now: () => number; config: { rateLimitFactor: number } };

/**
 * Counts one try for the key before it is made. Throws `rate_limited` with the time to wait when the window
 * is used up. Nobody waits longer than one window, also when the clock was ahead and has been set right.
 *
 * Counters live in the database: a restart forgives nothing. Those of a single minute live in memory, since a lookup
 * must not wait for a disk: there a restart forgives that minute, and `giveBackToLimit` and `forgetLimit` are not for
 * them.
 */
export function takeFromLimit(deps: Taking, name: LimitName, key: string): void {
  requireTaken(deps, tryToTakeFromLimit(deps, name, key));
}

/** Throws what `takeFromLimit` throws, for a try that was counted before. */
export function requireTaken({ now }: Pick<Counting, "now">, taken: Taken): void {
  if (taken.isTaken) return;
  throw refusal(tooManyAttempts, taken.endsAt - now());
}

/** Like `takeFromLimit`, but returns false if the window is used up. */
export function mayTakeFromLimit(deps: Taking, name: LimitName, key: string): boolean {
  return !countTry(deps, name, key).isUsedUp;
}

/** Like `takeFromLimit`, but returns when the window ends if it is used up. */
export function tryToTakeFromLimit(deps: Taking, name: LimitName, key: string): Taken {
  const { isUsedUp, endsAt } = countTry(deps, name, key);
  return isUsedUp ? { isTaken: false, endsAt } : { isTaken: true };
}

/**
 * For what costs only when it has gone wrong, and is counted then: throws `rate_limited` with the time to wait when
 * that has happened as often as it may. Not for limits of a single minute.
 */
export function requireLeft(deps: Counting, name: LimitName, key: string, messages: WaitMessages): void {
  const { windowMs } = limits[name];
  const row = limitOf(deps.db).get({ bucket: `${name}:${key}` });
  const ms = Math.min(windowMs, (row?.windowEndsAt.getTime() ?? 0) - deps.now());
  if (row && ms > 0 && row.count >= maxOf(deps, name)) throw refusal(messages, ms);
}

const limitOf = prepared((db) =>
  db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.bucket, sql.placeholder("bucket")))
    .prepare(),
);

function countTry(deps: Taking, name: LimitName, key: string) {
  const { windowMs } = limits[name];
  const now = deps.now();
  const bucket = `${name}:${key}`;
  const { count, endsAt } =
    windowMs <= minute
      ? deps.memoryRateLimiter.count(bucket, windowMs, now)
      : countInDatabase(deps, bucket, windowMs, now);
  return { isUsedUp: count > maxOf(deps, name), endsAt };
}

const maxOf = ({ config }: Counting, name: LimitName) =>
  Math.max(1, limits[name].most * config.rateLimitFactor);

function refusal({ seconds, minutes }: WaitMessages, ms: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1000));
  const message: Message =
    retryAfterSeconds < 90
      ? { ...seconds, params: { seconds: retryAfterSeconds } }
      : { ...minutes, params: { minutes: Math.ceil(retryAfterSeconds / 60) } };
  return AppError.from("rate_limited", message, { retryAfterSeconds });
}

function countInDatabase({ db }: Counting, bucket: string, windowMs: number, now: number) {
  const { count, windowEndsAt } = db
    .insert(rateLimits)
    .values({ bucket, count: 1, windowEndsAt: new Date(now + windowMs) })
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: {
        count: sql`CASE WHEN ${rateLimits.windowEndsAt} <= ${now} THEN 1 ELSE ${rateLimits.count} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${rateLimits.windowEndsAt} <= ${now} THEN ${now + windowMs} ELSE min(${rateLimits.windowEndsAt}, ${now + windowMs}) END`,
      },
    })
    .returning()
    .get();
  return { count, endsAt: windowEndsAt.getTime() };
}

/** Takes back one count for a try that turned out to be innocent, e.g. a correct password. */
export function giveBackToLimit(deps: Counting, name: LimitName, key: string): void {
  deps.db
    .update(rateLimits)
    .set({ count: sql`max(0, ${rateLimits.count} - 1)` })
    .where(eq(rateLimits.bucket, `${name}:${key}`))
    .run();
}

/** Removes every count of the key, so that it may try again at once. */
export function forgetLimit(deps: Counting, name: LimitName, key: string): void {
  deps.db
    .delete(rateLimits)
    .where(eq(rateLimits.bucket, `${name}:${key}`))
    .run();
}

/** Moves the count of one key to another that has none. */
export function renameLimit(
  { db }: Pick<Counting, "db">,
  name: LimitName,
  key: string,
  newKey: string,
): void {
  db.update(rateLimits)
    .set({ bucket: `${name}:${newKey}` })
    .where(eq(rateLimits.bucket, `${name}:${key}`))
    .run();
}

/** The same for every key with this prefix. */
export function forgetLimits(deps: Counting, name: LimitName, keyStart: string): void {
  const start = `${name}:${keyStart}`;
  deps.db
    .delete(rateLimits)
    .where(and(gte(rateLimits.bucket, start), lt(rateLimits.bucket, `${start}\uffff`)))
    .run();
}

/** Removes windows that are over. */
export function sweepLimits(deps: Counting): void {
  deps.db
    .delete(rateLimits)
    .where(lt(rateLimits.windowEndsAt, new Date(deps.now())))
    .run();
}
