import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { prepared } from "../../db/prepared.ts";
import { rateLimits } from "../../db/schema.ts";
import { AppError, type Message } from "../errors.ts";
import { noteLimit } from "./counted-limits.ts";
import { isDiskFull } from "./files/disk-full.ts";
import { type CounterKey, keyedHash } from "./keys/keyed-hash.ts";
import type { MemoryRateLimiter } from "./memory-rate-limiter.ts";

const minute = 60_000;

/** Counters of longer windows are in the database. */
const longestInMemoryMs = 5 * minute;

/**
 * The limits: at most `max` attempts within `windowMs`, each multiplied by RATE_LIMIT_FACTOR, and at least one. Limits
 * per account are strict. Limits per address are generous, because a classroom or an office of sixty people shares one.
 */
const limits = {
  /**
   * A single address makes at most 960 attempts a day (the next line), so it cannot exhaust this limit for the others.
   */
  wrongLoginsPerAccount: { max: 1000, windowMs: 24 * 60 * minute },
  wrongLoginsPerAccountAndAddress: { max: 10, windowMs: 15 * minute },
  /** In a browser that signed in to the account before; the limits above do not apply there. */
  wrongLoginsPerDevice: { max: 10, windowMs: 15 * minute },
  wrongLoginsPerAddress: { max: 50, windowMs: 15 * minute },
  /** Codes of an authenticator app; recovery codes do not count here. */
  wrongCodesPerAccount: { max: 30, windowMs: 24 * 60 * minute },
  wrongCodesPerAccountAndAddress: { max: 5, windowMs: 15 * minute },
  wrongCodesPerDevice: { max: 10, windowMs: 15 * minute },
  /** With the right password, in an open session: codes that prove who asks for a change. Right ones do not count. */
  wrongProofCodesPerAccount: { max: 10, windowMs: 24 * 60 * minute },
  /** No signature can be guessed; each try reads and writes a row. A sign-in takes two. */
  passkeySignInsPerAddress: { max: 120, windowMs: minute },
  /** Start, answer and end of a sign-in with a provider; each reads and writes a row. */
  providerSignInsPerAddress: { max: 180, windowMs: minute },
  registrationsPerAddress: { max: 60, windowMs: 60 * minute },
  /** Beyond this, free stamps of new accounts are delayed; no registration is refused. */
  accountsPerAddress: { max: 10, windowMs: 24 * 60 * minute },
  timeOutsPerAccount: { max: 5, windowMs: 60 * minute },
  /** Pictures of the account's pages: looking at documents must not delay the stamping of others. */
  pictureTimeOutsPerAccount: { max: 5, windowMs: 60 * minute },
  /** As many as the page sends in one go (`maxInQueue`). */
  uploadsPerAccount: { max: 100, windowMs: 5 * minute },
  /** What accounts that never paid store from one network address, in MB, each file rounded up. */
  freeMegabytesPerAddress: { max: 10_000, windowMs: 24 * 60 * minute },
  /** Requests with an Idempotency-Key, whose answers are kept for a day: more than an account uploads and stamps. */
  idempotencyKeysPerAccount: { max: 60_000, windowMs: 24 * 60 * minute },
  mailsPerAccount: { max: 20, windowMs: 24 * 60 * minute },
  mailsPerDocument: { max: 5, windowMs: 60 * minute },
  /** For all accounts whose confirmed address is the same mailbox, and for all accounts of one network address. */
  mailsPerSender: { max: 20, windowMs: 24 * 60 * minute },
  mailsPerAddress: { max: 100, windowMs: 24 * 60 * minute },
  /** For all accounts that send documents to one mailbox. */
  mailsPerRecipient: { max: 20, windowMs: 24 * 60 * minute },
  confirmationsPerAccount: { max: 3, windowMs: 60 * minute },
  /**
   * Emails to one mailbox that anyone can trigger. The first one that each network address triggers in a day counts
   * separately, so that strangers cannot use up the owner's; all others share a few.
   */
  firstConfirmationPerRecipientAndAddress: { max: 1, windowMs: 24 * 60 * minute },
  firstConfirmationsPerRecipient: { max: 20, windowMs: 24 * 60 * minute },
  moreConfirmationsPerRecipientAndAddress: { max: 2, windowMs: 24 * 60 * minute },
  moreConfirmationsPerRecipient: { max: 5, windowMs: 24 * 60 * minute },
  securityMailsPerAccount: { max: 1, windowMs: 60 * minute },
  noticesPerUnconfirmedRecipient: { max: 5, windowMs: 24 * 60 * minute },
  /** Emails about notices, and apart from them those about sign-ins in new browsers; the notices themselves stay. */
  noticeMailsPerAccount: { max: 20, windowMs: 24 * 60 * minute },
  /** For one kind of browser at one network address. */
  signInMailsPerAccountAndDevice: { max: 1, windowMs: 24 * 60 * minute },
  signInMailsPerAccount: { max: 5, windowMs: 24 * 60 * minute },
  passwordChangesPerAccount: { max: 10, windowMs: 15 * minute },
  deletionsPerAccount: { max: 3, windowMs: 24 * 60 * minute },
  passwordResetsPerAccountAndAddress: { max: 3, windowMs: 60 * minute },
  passwordResetsPerAddress: { max: 20, windowMs: 60 * minute },
  /** As for confirmation emails. */
  firstResetMailPerRecipientAndAddress: { max: 1, windowMs: 24 * 60 * minute },
  firstResetMailsPerRecipient: { max: 20, windowMs: 24 * 60 * minute },
  moreResetMailsPerRecipientAndAddress: { max: 2, windowMs: 60 * minute },
  moreResetMailsPerRecipient: { max: 6, windowMs: 24 * 60 * minute },
  webhookReplaysPerAccount: { max: 60, windowMs: 60 * minute },
  checkoutsPerAccount: { max: 30, windowMs: 15 * minute },
  paymentChecksPerAccount: { max: 60, windowMs: 15 * minute },
  /** Each asks Stripe for the receipts of a page. */
  paymentHistoriesPerAccount: { max: 60, windowMs: 15 * minute },
  verificationsPerAddress: { max: 60, windowMs: minute },
  /** A folder of a thousand files is checked in a minute; each takes a lookup in memory. */
  fileRecordsPerAddress: { max: 1_500, windowMs: minute },
  timeStampsPerAddress: { max: 120, windowMs: minute },
  cosignaturesPerAddress: { max: 120, windowMs: minute },
  packsPerDocument: { max: 20, windowMs: 10 * minute },
  zipsPerAccount: { max: 60, windowMs: 10 * minute },
  /** Each makes up to 500 evidence packs. */
  evidenceZipsPerAccount: { max: 10, windowMs: 60 * minute },
  exportsPerAccount: { max: 10, windowMs: 60 * minute },
  /** These are free. */
  timelinesPerAccount: { max: 20, windowMs: 60 * minute },
  /** Each may hash a password. */
  sharesPerAccount: { max: 100, windowMs: 60 * minute },
  /** Also counts unknown links, and every requested file. */
  shareCallsPerAddress: { max: 120, windowMs: minute },
  /** Never for all addresses together: one person with the link could lock out all others. */
  sharePasswordsPerShareAndAddress: { max: 10, windowMs: 15 * minute },
  sharePasswordsPerShareAndAddressDaily: { max: 40, windowMs: 24 * 60 * minute },
  zipsPerShareAndAddress: { max: 30, windowMs: 10 * minute },
  evidenceZipsPerAddress: { max: 60, windowMs: 60 * minute },
  picturesPerAccount: { max: 150, windowMs: minute },
  /** A page asks for the pictures that come into view. Each is drawn once; then it is kept. */
  sharePicturesPerAddress: { max: 600, windowMs: minute },
  packsPerAddress: { max: 120, windowMs: 10 * minute },
  officesPerAccount: { max: 3, windowMs: 24 * 60 * minute },
  officeRenamesPerOffice: { max: 3, windowMs: 24 * 60 * minute },
  /** For each person, in all accounts: access tokens and webhooks that they make or change, each with a log entry. */
  accessChangesPerAccount: { max: 100, windowMs: 24 * 60 * minute },
  /** Each may read all of a log. */
  logSearchesPerAccount: { max: 60, windowMs: minute },
  domainsPerOffice: { max: 20, windowMs: 24 * 60 * minute },
  /** Each asks the resolver twice. */
  domainChecksPerOffice: { max: 30, windowMs: 60 * minute },
  invitationsPerAccount: { max: 100, windowMs: 24 * 60 * minute },
  invitationViewsPerAddress: { max: 60, windowMs: minute },
  ticketsPerAccount: { max: 20, windowMs: 60 * minute },
  contactMessagesPerAddress: { max: 5, windowMs: 60 * minute },
  referralTriesPerAccount: { max: 10, windowMs: 60 * minute },
  referralTriesPerAddress: { max: 60, windowMs: 60 * minute },
  /** Beyond this, a referral needs a confirmed address or a purchase. */
  referralsPerAddress: { max: 1, windowMs: 30 * 24 * 60 * minute },
} as const satisfies Record<string, Limit>;

/** What these limit writes nothing but its counter. */
const downloads: ReadonlySet<string> = new Set([
  "packsPerDocument",
  "packsPerAddress",
  "zipsPerAccount",
  "evidenceZipsPerAccount",
  "exportsPerAccount",
  "zipsPerShareAndAddress",
  "evidenceZipsPerAddress",
] satisfies (keyof typeof limits)[]);

/**
 * A caller may know what is left of these: they count the caller's own calls. Others would tell what someone else
 * tried, such as wrong passwords for an account.
 */
const shown: ReadonlySet<string> = new Set([
  "uploadsPerAccount",
  "idempotencyKeysPerAccount",
  "mailsPerAccount",
  "webhookReplaysPerAccount",
  "accessChangesPerAccount",
  "checkoutsPerAccount",
  "paymentChecksPerAccount",
  "paymentHistoriesPerAccount",
  "verificationsPerAddress",
  "fileRecordsPerAddress",
  "timeStampsPerAddress",
  "zipsPerAccount",
  "evidenceZipsPerAccount",
  "exportsPerAccount",
  "timelinesPerAccount",
  "sharesPerAccount",
  "picturesPerAccount",
  "ticketsPerAccount",
] satisfies (keyof typeof limits)[]);

type Limit = { max: number; windowMs: number };
export type LimitName = keyof typeof limits;

/** Messages about the time to wait: `text` contains `{seconds}` or `{minutes}`. */
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
type Counting = {
  db: Database;
  now: () => number;
  config: { rateLimitFactor: number };
  counterKey: CounterKey;
};

/**
 * Counts one attempt for the key before it is made. Throws `rate_limited` with the time to wait if the window is used
 * up. No one waits longer than one window, even if the clock was ahead and has been corrected.
 *
 * Counters are in the database, so all servers count together and a restart does not reset them. Those of up to five
 * minutes are in memory, since a lookup must not wait for a disk: they only spread load, each server counts separately,
 * a restart resets them, and `returnToLimit` and `resetLimit` do not support them.
 */
export async function takeFromLimit(deps: Taking, name: LimitName, key: string): Promise<void> {
  requireTaken(deps, await tryToTakeFromLimit(deps, name, key));
}

/** Counts several units at once. Throws `rate_limited` if the window has fewer left. Not for limits in memory. */
export async function takeAmountFromLimit(
  deps: Counting,
  name: LimitName,
  key: string,
  amount: number,
  messages: WaitMessages,
): Promise<void> {
  const { windowMs } = limits[name];
  const { count, endsAt } = await countInDatabase(
    deps,
    bucketOf(deps, name, key),
    windowMs,
    deps.now(),
    amount,
  );
  if (count > getMax(deps, name)) throw refusal(messages, endsAt - deps.now());
}

/** Throws the error of `takeFromLimit` for an attempt that was counted before. */
export function requireTaken({ now }: Pick<Counting, "now">, taken: Taken): void {
  if (taken.isTaken) return;
  throw refusal(tooManyAttempts, taken.endsAt - now());
}

/** Like `takeFromLimit`, but returns false if the window is used up. */
export async function canTakeFromLimit(deps: Taking, name: LimitName, key: string): Promise<boolean> {
  return !(await countTry(deps, name, key)).isUsedUp;
}

/** Like `takeFromLimit`, but returns when the window ends if it is used up. */
export async function tryToTakeFromLimit(deps: Taking, name: LimitName, key: string): Promise<Taken> {
  const { isUsedUp, endsAt } = await countTry(deps, name, key);
  return isUsedUp ? { isTaken: false, endsAt } : { isTaken: true };
}

/**
 * For attempts that are counted only if they fail: throws `rate_limited` with the time to wait if the window is used
 * up. Not for limits in memory.
 */
export async function requireLeft(
  deps: Counting,
  name: LimitName,
  key: string,
  messages: WaitMessages,
): Promise<void> {
  const { windowMs } = limits[name];
  const row = await findLimit(deps.db).get({ bucket: bucketOf(deps, name, key) });
  const ms = Math.min(windowMs, (row?.windowEndsAt.getTime() ?? 0) - deps.now());
  if (row && ms > 0 && row.count >= getMax(deps, name)) throw refusal(messages, ms);
}

/**
 * What a counter is stored under. A key that is a network address is stored as a keyed hash, so the database alone does
 * not say who was there; a key with an address in it is hashed by the caller.
 */
function bucketOf(deps: Pick<Counting, "counterKey">, name: LimitName, key: string): string {
  return `${name}:${name.endsWith("PerAddress") ? keyedHash(deps, "address", key) : key}`;
}

const findLimit = prepared((db) =>
  db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.bucket, sql.placeholder("bucket")))
    .prepare(),
);

async function countTry(deps: Taking, name: LimitName, key: string) {
  const { windowMs } = limits[name];
  const now = deps.now();
  const bucket = bucketOf(deps, name, key);
  const inMemory = () => deps.memoryRateLimiter.count(bucket, windowMs, now);
  const { count, endsAt } =
    windowMs <= longestInMemoryMs
      ? inMemory()
      : await countInDatabase(deps, bucket, windowMs, now).catch((error: unknown) => {
          // On a full disk, people can still get their files.
          if (downloads.has(name) && isDiskFull(error)) return inMemory();
          throw error;
        });
  const max = Math.floor(getMax(deps, name));
  if (shown.has(name))
    noteLimit({ name, max, windowMs, left: Math.max(0, max - count), endsInMs: endsAt - now });
  return { isUsedUp: count > getMax(deps, name), endsAt };
}

const getMax = ({ config }: Pick<Counting, "config">, name: LimitName) =>
  Math.max(1, limits[name].max * config.rateLimitFactor);

/** What a limit allows on this server: whole attempts within `windowMs`. */
export const readLimit = (config: Counting["config"], name: LimitName): Limit => ({
  max: Math.floor(getMax({ config }, name)),
  windowMs: limits[name].windowMs,
});

function refusal({ seconds, minutes }: WaitMessages, ms: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1000));
  const message: Message =
    retryAfterSeconds < 90
      ? { ...seconds, params: { seconds: retryAfterSeconds } }
      : { ...minutes, params: { minutes: Math.ceil(retryAfterSeconds / 60) } };
  return AppError.from("rate_limited", message, { retryAfterSeconds });
}

async function countInDatabase({ db }: Counting, bucket: string, windowMs: number, now: number, amount = 1) {
  const { count, windowEndsAt } = await db
    .insert(rateLimits)
    .values({ bucket, count: amount, windowEndsAt: new Date(now + windowMs) })
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: {
        count: sql`CASE WHEN ${rateLimits.windowEndsAt} <= ${now} THEN ${amount} ELSE ${rateLimits.count} + ${amount} END`,
        windowEndsAt: sql`CASE WHEN ${rateLimits.windowEndsAt} > ${now} AND ${rateLimits.windowEndsAt} < ${now + windowMs} THEN ${rateLimits.windowEndsAt} ELSE ${now + windowMs} END`,
      },
    })
    .returning()
    .get();
  return { count, endsAt: windowEndsAt.getTime() };
}

/** Takes back one count for an attempt that turned out to be legitimate, e.g. a correct password. */
export async function returnToLimit(deps: Counting, name: LimitName, key: string): Promise<void> {
  await deps.db
    .update(rateLimits)
    .set({ count: sql`CASE WHEN ${rateLimits.count} > 0 THEN ${rateLimits.count} - 1 ELSE 0 END` })
    .where(eq(rateLimits.bucket, bucketOf(deps, name, key)))
    .run();
}

/** Removes every count of the key, so that it can try again immediately. */
export async function resetLimit(deps: Counting, name: LimitName, key: string): Promise<void> {
  await deps.db
    .delete(rateLimits)
    .where(eq(rateLimits.bucket, bucketOf(deps, name, key)))
    .run();
}

/** Moves the count of one key to another that has none. */
export async function renameLimit(
  { db }: Pick<Counting, "db">,
  name: LimitName,
  key: string,
  newKey: string,
): Promise<void> {
  await db
    .update(rateLimits)
    .set({ bucket: `${name}:${newKey}` })
    .where(eq(rateLimits.bucket, `${name}:${key}`))
    .run();
}

/** The same for every key with this prefix. */
export async function resetLimits(deps: Counting, name: LimitName, keyStart: string): Promise<void> {
  const start = `${name}:${keyStart}`;
  await deps.db
    .delete(rateLimits)
    .where(and(gte(rateLimits.bucket, start), lt(rateLimits.bucket, `${start}\uffff`)))
    .run();
}

/** Removes expired windows. */
export async function sweepLimits(deps: Counting): Promise<void> {
  await deps.db
    .delete(rateLimits)
    .where(lt(rateLimits.windowEndsAt, new Date(deps.now())))
    .run();
}
