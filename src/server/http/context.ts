import type { Actor } from "../../features/accounts/accounts.ts";
import type { Deps } from "../../features/deps.ts";

/** What a call knows of the request it answers; the same for tRPC, REST and plain routes. */
export type Context = {
  deps: Deps;
  actor: Actor | null;
  requestId: string;
  /** The caller's network address, as limits count it. */
  address: string;
  sessionToken: string | null;
  /** Of the browser, whoever is signed in (accounts/known-devices.service.ts). */
  deviceToken: string | null;
  /** Of a program; then there is no session token. */
  accessToken: string | null;
  /** Whom the caller takes itself to be signed in as, if it says so (account-guard.ts). */
  claimedAccount: string | null;
  /** Adds a Set-Cookie line to the answer. */
  setCookie: (line: string) => void;
};
