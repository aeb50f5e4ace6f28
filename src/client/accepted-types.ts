import { type Access, openRemoteServer } from "./remote-server.ts";
import type { RetryPolicy } from "./retries.ts";

const onlyOnce: RetryPolicy = {
  pause: () => Promise.reject(new Error("asked only once")),
  signal: new AbortController().signal,
  idleTimeoutMs: 20_000,
  say: () => undefined,
};

/**
 * Whether the server accepts the additional types, for a run that is about to begin. False if it does not answer
 * immediately: the first upload finds out why.
 */
export async function takesExtraTypes(access: Pick<Access, "server" | "token">): Promise<boolean> {
  const remote = openRemoteServer({ ...access, ownershipConfirmed: undefined }, onlyOnce);
  return remote.takesExtraTypes().catch(() => false);
}
