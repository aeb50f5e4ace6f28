import { AppError } from "../errors.ts";
import { TransientError, Unreachable } from "./client.ts";

export type RetryPolicy = {
  /** Rejects when `signal` aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborts when the user cancels. */
  signal: AbortSignal;
  /** If no data moves for this long, the connection is closed, which counts as a temporary error. */
  idleTimeoutMs: number;
  /** Prints a message about the progress. */
  say: (sentence: string) => void;
};

/** Longer than any request takes. */
export const defaultIdleTimeoutMs = 60_000;

/** Delays after network errors: a minute in total, longer than a server takes to start. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
const maxWaits = 20;
/** Longer than any per-minute limit, but shorter than the wait for originals to be deleted. */
const longestWaitMs = 15 * 60_000;

/**
 * Retries after each TransientError: waits as long as the server asks, otherwise a little longer each time. `attempt`
 * receives the number of earlier attempts. Throws `rate_limited` when the server asks for a longer wait than the policy
 * allows, and Unreachable when the network does not come back.
 */
export async function withRetries<T>(
  { pause, signal, say }: RetryPolicy,
  attempt: (triedBefore: number) => Promise<T>,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      signal.throwIfAborted();
      return await attempt(tried);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TransientError)) throw error;
      const { message, waitMs } = error;
      if (waitMs !== undefined && (waitMs > longestWaitMs || tried >= maxWaits)) {
        throw new AppError("rate_limited", "wait-too-long", "{message}", { params: { message } });
      }
      const pauseMs = waitMs ?? pausesMs[tried];
      if (pauseMs === undefined) throw new Unreachable(message);
      say(`${message} Trying again in ${Math.ceil(pauseMs / 1000)} s.`);
      await pause(pauseMs, signal);
    }
  }
}

/** Waits in real time; rejects if `signal` aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
