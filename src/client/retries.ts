import { AppError } from "../errors.ts";
import { TransientError, Unreachable } from "./client.ts";

export type RetryPolicy = {
  /** Rejects when `signal` ends it. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborted when the user wants to stop. */
  signal: AbortSignal;
  /** For so long nothing may come or go; then the connection is given up, and that is a fault that passes. */
  stallMs: number;
  /** A sentence about what goes on. */
  say: (sentence: string) => void;
};

/** Longer than a server thinks about anything. */
export const defaultIdleTimeoutMs = 60_000;

/** After faults of the network, a minute in all: longer than a server takes to start. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
const maxWaits = 20;
/** Longer than any limit per minute, shorter than the one that waits for originals to be deleted. */
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

/** A pause of the clock on the wall. */
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
