import { TooSlow } from "../../errors.ts";
import { mayTakeFromLimit, requireLeft, type WaitMessages } from "../../platform/rate-limits.ts";
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

/** Throws `rate_limited` when too many of the account's documents took as long as they may, and came to nothing. */
export function requireTimeLeft(deps: Pick<Deps, "config" | "db" | "now">, userId: string | null): void {
  if (userId !== null) requireLeft(deps, "timeOutsPerAccount", userId, tooMany);
}

/** Does the work, and counts it for the account when it took too long. Rejects as the work does, also uncounted. */
export async function countingTimeOuts(
  deps: Pick<Deps, "config" | "db" | "writeLock" | "now" | "bestEffort" | "memoryRateLimiter">,
  userId: string | null,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TooSlow && userId !== null) {
      await deps.writeLock.untilFree();
      await deps.bestEffort.attempt("a time-out of an account", () => {
        mayTakeFromLimit(deps, "timeOutsPerAccount", userId);
      });
    }
    throw error;
  }
}
