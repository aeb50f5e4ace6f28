/**
 * What a program may be allowed to do with an access token, by resource; everything else needs a signed-in user. What
 * anyone may do, as to verify, needs none.
 */
export const tokenScopes = [
  "documents:read",
  "documents:write",
  "collections:read",
  "collections:write",
  "projects:read",
  "projects:write",
  "webhooks:read",
  "webhooks:write",
  "account:read",
] as const;
export type TokenScope = (typeof tokenScopes)[number];

/**
 * What a referred account must do before credits are given. stamp: make its first stamp. email: also confirm an address
 * that no other account has, because its network address is already known. purchase: buy something, because its
 * browser is already known.
 */
export type ReferralProof = "stamp" | "email" | "purchase";

/** What a passkey is asked to sign: an answer for one purpose is worthless for another. */
export type PasskeyPurpose = "add" | "prove" | "sign-in";

/** Why someone was sent to an identity provider; `password`: to choose a first password. */
export type ProviderPurpose = "sign-in" | "link" | "password" | "prove";

/** What a provider says about a person, as far as it is used. The names are only suggestions for a form. */
export type ProviderClaims = {
  /** Together they name the person forever (OpenID Connect Core, 2). */
  issuer: string;
  subject: string;
  email: string | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Whether the person is in the group of administrators that the settings name. */
  isAdmin: boolean;
};

/** Why a provider's answer was not accepted. */
export type ProviderProblem =
  | "declined"
  | "unavailable"
  | "setup"
  | "code-refused"
  | "old-login"
  | "login-undated"
  | "clock"
  | "untrusted";

export type ProviderOutcome = { claims: ProviderClaims } | { problem: ProviderProblem };
