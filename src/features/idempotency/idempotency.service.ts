import { createHash } from "node:crypto";
import { AppError } from "../../errors.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import {
  type CallRow,
  claimKey,
  deleteCallsBefore,
  deleteUserCalls,
  findCall,
  freeKey,
  saveAnswer,
} from "./idempotency.repo.ts";

/** How long a key stands for its request. */
const keptMs = 24 * 3_600_000;
/** Longer than a call takes. A key that is in use for longer belongs to a call that ended without an answer. */
const longestCallMs = 150_000;
/** Longer answers are not kept. */
const maxAnswerChars = 32 * 1024;

/** A call under a key: `runId` names this run of it. */
export type Begun = { runId: string };
type Answered = { status: number; answer: string };
export type KeyedCall = {
  owner: Pick<Actor, "id" | "member">;
  key: string;
  requestSha256: string;
};

/**
 * Whose key it is: that of an account, and in an office of the person who sent it, so that no other member, and no one
 * who has left, gets an answer that was for them. Calls about the person have the person's key, whatever office they
 * act for, so that a call is not repeated after a switch.
 */
function accountOfKey({ owner, key }: KeyedCall): { userId: string; keySha256: string } {
  const { id, member } = owner;
  if (member) return { userId: id, keySha256: sha256Of(`${member.id} ${key}`) };
  return { userId: id, keySha256: sha256Of(key) };
}

/**
 * Claims a key of the account for a request, before it has any effect; or returns what the request was answered. At
 * most one run ever begins under a key within a day, even if the machine dies in between: then no one knows whether the
 * call took effect, and it is refused instead of repeated. Throws `inconsistent` if the key was used for another
 * request, `conflict` while the call is running and if there is no answer to return, `rate_limited`.
 */
export async function beginCall(
  deps: Pick<Deps, "config" | "counterKey" | "db" | "memoryRateLimiter" | "now">,
  call: KeyedCall,
): Promise<Begun | Answered> {
  const now = deps.now();
  const { requestSha256 } = call;
  const { userId, keySha256 } = accountOfKey(call);
  const runId = crypto.randomUUID();
  const known = await findCall(deps.db, userId, keySha256);
  if (!known || hasExpired(known, now)) {
    await takeFromLimit(deps, "idempotencyKeysPerAccount", call.owner.member?.id ?? userId);
    const row = { userId, keySha256, requestSha256, runId, startedAt: new Date(now), status: null };
    if (await claimKey(deps.db, { ...row, answer: null }, new Date(now - keptMs))) return { runId };
  }
  const found = await findCall(deps.db, userId, keySha256);
  // Its run was refused for now, and freed the key a moment ago.
  if (!found) throw stillRunning();
  return answerOf(found, requestSha256, now);
}

const hasExpired = ({ startedAt }: CallRow, now: number) => startedAt.getTime() <= now - keptMs;

function answerOf(found: CallRow, requestSha256: string, now: number): Answered {
  const { status, answer, startedAt } = found;
  if (found.requestSha256 !== requestSha256)
    throw new AppError(
      "inconsistent",
      "idempotency-key-reused",
      "This Idempotency-Key was used for another request. Please use a new one for each request.",
    );
  if (status === null) {
    if (now - startedAt.getTime() < longestCallMs) throw stillRunning();
    throw new AppError(
      "conflict",
      "idempotency-outcome-unknown",
      "The first request with this Idempotency-Key ended without an answer. Please look up what it did, then use a new key if it did nothing.",
    );
  }
  if (answer === null)
    throw new AppError(
      "conflict",
      "idempotency-answer-not-kept",
      "The first request with this Idempotency-Key was answered with status {status}. Its answer is not kept.",
      { params: { status } },
    );
  return { status, answer };
}

const stillRunning = () =>
  new AppError(
    "conflict",
    "idempotency-key-in-use",
    "A request with this Idempotency-Key is still running. Please try again in a moment.",
    { retryAfterSeconds: 2 },
  );

/** Keeps the answer of a run; null: only that it was answered. */
export function endCall(
  { db }: Pick<Deps, "db">,
  { runId }: Begun,
  status: number,
  answer: string | null,
): Promise<void> {
  const isKept = answer !== null && answer.length <= maxAnswerChars;
  return saveAnswer(db, runId, { status, answer: isKept ? answer : null });
}

/** Frees the key of a run that had no effect. */
export function releaseKey({ db }: Pick<Deps, "db">, { runId }: Begun): Promise<void> {
  return freeKey(db, runId);
}

/** Deletes all answers to an account. */
export function forgetAnswers({ db }: Pick<Deps, "db">, userId: string): Promise<void> {
  return deleteUserCalls(db, userId);
}

/** Deletes answers after a day. */
export async function deleteOldAnswers({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteCallsBefore(db, new Date(now() - keptMs));
}

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * The hash of what makes a request the same: method, address, and the values that were sent. There may be a password
 * among them, so the database alone must not tell whether a guess is right: the hash has a key of the server.
 */
export const hashRequest = (deps: Pick<Deps, "counterKey">, ...parts: readonly unknown[]): string =>
  keyedHash(deps, "request under a key", JSON.stringify(parts));
