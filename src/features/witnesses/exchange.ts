import { bytesAtMost, nameOfFault } from "../../platform/http-body.ts";

/** What somebody's server answered. */
export type Answered = { status: number; bytes: Uint8Array };
/** In a few words for the operator why there is no answer. */
export type Unanswered = { fault: string };

const timeoutMs = 10_000;

/**
 * Asks somebody's server over HTTP. Never rejects, follows nobody elsewhere, reads no more than `maxBytes`, and
 * gives up after ten seconds or when `ending` says so.
 */
export async function exchange(
  url: string,
  init: RequestInit,
  maxBytes: number,
  ending: AbortSignal,
): Promise<Answered | Unanswered> {
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(url, { ...init, redirect: "error", signal });
    const bytes = await bytesAtMost(response, maxBytes);
    return bytes ? { status: response.status, bytes } : { fault: `an answer of more than ${maxBytes} bytes` };
  } catch (error) {
    return { fault: nameOfFault(error) };
  }
}
