import { bytesAtMost, getErrorName } from "../../platform/http-body.ts";

/** The response of another server. */
export type Answer = { status: number; bytes: Uint8Array };
/** Why there is no response, in a few words for the operator. */
export type Failed = { error: string };

const timeoutMs = 10_000;

/**
 * Sends a request to another server. Never rejects, follows no redirects, reads at most `maxBytes`, and stops after ten
 * seconds or when `signal` aborts.
 */
export async function exchange(
  url: string,
  init: RequestInit,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Answer | Failed> {
  try {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(url, { ...init, redirect: "error", signal: stop });
    const bytes = await bytesAtMost(response, maxBytes);
    return bytes ? { status: response.status, bytes } : { error: `an answer of more than ${maxBytes} bytes` };
  } catch (error) {
    return { error: getErrorName(error) };
  }
}
