import type { Actor } from "../../features/accounts/accounts.ts";
import type { Deps } from "../../features/deps.ts";

/** Facts about the current request; the same for tRPC, REST and plain routes. */
export type Context = {
  deps: Deps;
  actor: Actor | null;
  /** The same before the body arrived, which may have taken minutes (account-guard.ts). */
  actorBeforeBody: Actor | null;
  requestId: string;
  /** The caller's network address, as counted by the rate limits. */
  address: string;
  sessionToken: string | null;
  /** The browser's token, independent of who is signed in (accounts/known-devices.service.ts). */
  deviceToken: string | null;
  /** The token of a sign-in with an identity provider that began in this browser (accounts/providers). */
  providerToken: string | null;
  userAgent: string | null;
  /** A program's access token; in that case there is no session token. */
  accessToken: string | null;
  /** The account the caller claims to be signed in with, if any (account-guard.ts). */
  claimedAccount: string | null;
  /** Adds a Set-Cookie header to the answer. */
  setCookie: (line: string) => void;
};
