import { TooSlow } from "../../errors.ts";
import {
  canTakeFromLimit,
  type LimitName,
  requireLeft,
  type WaitMessages,
} from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";

const tooMany: WaitMessages = {
  seconds: {
    code: "too-many-slow-documents-seconds",
    text: "Too many of your documents took too long. Please try again in {seconds} seconds.",
  },
  minutes: {
    code: "too-many-slow-documents-minutes",
    text: "Too many of your documents took too long. Please try again in {minutes} minutes.",
  },
};

type TimeOutLimit = Extract<LimitName, "timeOutsPerAccount" | "pictureTimeOutsPerAccount">;

/** Throws `rate_limited` if too many of the account's documents timed out. */
export async function requireTimeLeft(
  deps: Pick<Deps, "config" | "db" | "now" | "counterKey">,
  userId: string | null,
  limit: TimeOutLimit = "timeOutsPerAccount",
): Promise<void> {
  if (userId !== null) await requireLeft(deps, limit, userId, tooMany);
}

/** Runs the work, and counts a timeout for the account. Rejects as the work does, even if counting fails. */
export async function countingTimeOuts<Result>(
  deps: Pick<Deps, "config" | "db" | "now" | "bestEffort" | "memoryRateLimiter" | "counterKey">,
  userId: string | null,
  work: () => Promise<Result>,
  limit: TimeOutLimit = "timeOutsPerAccount",
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooSlow && userId !== null) {
      await deps.bestEffort.attempt("a timeout of an account", async () => {
        await canTakeFromLimit(deps, limit, userId);
      });
    }
    throw error;
  }
}
