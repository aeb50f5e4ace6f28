import { AppError } from "../errors.ts";
import { bytesAtMost } from "./http-body.ts";

const timeoutMs = 30_000;
/** Many times the size of a tile or a list of keys; the address may be untrusted. */
const defaultMebibytes = 16;

const maxRedirects = 3;

/**
 * Fetches what another server publishes at `address`. Follows redirects only on that server and never from https to
 * http, so that keys come from the server that the address names. Throws `unavailable` with the reason if it fails or
 * `stop` fires.
 */
export async function fetchBytes(
  address: string,
  limitMs = timeoutMs,
  maxMebibytes = defaultMebibytes,
  stop?: AbortSignal,
): Promise<Uint8Array> {
  try {
    const timeout = AbortSignal.timeout(limitMs);
    const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
    const answer = await fetchFromOrigin(new URL(address), signal);
    if (!answer.ok) throw new Error(`it answers with status ${answer.status}`);
    const bytes = await bytesAtMost(answer, maxMebibytes * 1024 * 1024);
    if (!bytes) throw new Error(`it answers with more than ${maxMebibytes} MiB`);
    return bytes;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("unavailable", "address-unreadable", "{address} cannot be read: {reason}.", {
      params: { address, reason },
      cause,
    });
  }
}

async function fetchFromOrigin(address: URL, signal: AbortSignal): Promise<Response> {
  let at = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await fetch(at, { signal, redirect: "manual" });
    const location = answer.headers.get("location");
    if (answer.status < 300 || answer.status > 399 || location === null) return answer;
    at = new URL(location, at);
    if (at.origin !== address.origin) throw new Error(`it redirects to another server, ${at.origin}`);
  }
  throw new Error(`it redirects more than ${maxRedirects} times`);
}
