import type { ProviderPurpose } from "../../../../db/columns/accounts.ts";
import { AppError } from "../../../errors.ts";
import { takeFromLimit } from "../../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../../deps.ts";
import {
  deriveSecrets,
  hashProviderToken,
  newProviderToken,
  providerSignInMs,
  writeProviderCookie,
} from "./provider-browser.ts";
import type { SignInProvider } from "./provider-settings.ts";
import {
  deleteProviderSignInsBefore,
  insertProviderSignIn,
  setOutcome,
  takeAnswer,
} from "./provider-sign-ins.repo.ts";
import type { StartProviderInput } from "./providers.schema.ts";

type OpenIdDeps = RateLimitDeps & Pick<Deps, "log" | "openId">;

/** Where the browser goes, and the cookie that it needs to come back. */
type Started = { url: string; cookie: string };

/** Begins a sign-in with a provider. Throws `not_found`, `unavailable`, `rate_limited`. */
export async function startProviderSignIn(
  deps: OpenIdDeps,
  { provider, returnTo }: StartProviderInput,
  address: string,
): Promise<Started> {
  await takeFromLimit(deps, "providerSignInsPerAddress", address);
  return sendToProvider(deps, provider, { purpose: "sign-in", userId: null, returnTo });
}

type What = { purpose: ProviderPurpose; userId: string | null; returnTo: string };

/** To choose a first password, or to prove who asks for a change, the provider has to ask the person again. */
const asksAgain = (purpose: ProviderPurpose) => purpose === "password" || purpose === "prove";

/**
 * Stores what was begun, for fifteen minutes and for this browser alone. Throws `not_found`, and `unavailable` if the
 * provider does not answer.
 */
export async function sendToProvider(
  deps: Pick<Deps, "config" | "db" | "now" | "openId">,
  id: string,
  what: What,
): Promise<Started> {
  const provider = requireProvider(deps, id);
  const token = newProviderToken();
  const url = await deps.openId.askingUrl(provider, deriveSecrets(token), asksAgain(what.purpose));
  if (url === undefined) throw problems.unavailable(provider);
  await insertProviderSignIn(deps.db, {
    ...what,
    browserSha256: hashProviderToken(token),
    provider: id,
    isAnswered: false,
    outcome: null,
    expiresAt: new Date(deps.now() + providerSignInMs),
  });
  return { url, cookie: writeProviderCookie(deps, token, provider.usesFormPost) };
}

/**
 * Takes what a provider sends by way of a browser, once, if this browser was sent to this provider with this state: an
 * answer for another browser, for another provider, or for a second time changes nothing. What it says is stored for
 * the page, which then calls `finishProviderSignIn`. Throws `rate_limited`.
 */
export async function takeProviderAnswer(
  deps: OpenIdDeps,
  { provider: id, answer, token }: { provider: string; answer: URLSearchParams; token: string | null },
  address: string,
): Promise<void> {
  await takeFromLimit(deps, "providerSignInsPerAddress", address);
  const provider = deps.openId.find(id);
  if (!provider || token === null) return;
  const secrets = deriveSecrets(token);
  if (answer.get("state") !== secrets.state) return;
  const browserSha256 = hashProviderToken(token);
  const begun = await takeAnswer(deps.db, { browserSha256, provider: id }, new Date(deps.now()));
  if (!begun) return;
  const askedAgainAt = asksAgain(begun.purpose) ? begun.expiresAt.getTime() - providerSignInMs : undefined;
  const outcome = await deps.openId.readAnswer(provider, answer, secrets, askedAgainAt);
  await setOutcome(deps.db, browserSha256, outcome);
}

export async function deleteOldProviderSignIns({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteProviderSignInsBefore(db, new Date(now()));
}

/** Throws `not_found`. */
function requireProvider({ openId }: Pick<Deps, "openId">, id: string): SignInProvider {
  const provider = openId.find(id);
  if (provider) return provider;
  throw new AppError("not_found", "provider-unknown", "This site has no such provider");
}

type Named = Pick<SignInProvider, "name">;
const params = ({ name: provider }: Named) => ({ params: { provider } });

/** Why a provider's answer was not accepted. */
export const problems = {
  declined: (named: Named) =>
    new AppError(
      "unauthenticated",
      "provider-declined",
      "{provider} did not confirm who you are, because this was canceled there. You can try again.",
      params(named),
    ),
  unavailable: (named: Named) =>
    new AppError(
      "unavailable",
      "provider-unavailable",
      "{provider} can't be reached at the moment. Please try again later.",
      params(named),
    ),
  setup: (named: Named) =>
    new AppError(
      "unavailable",
      "provider-setup-wrong",
      "{provider} refused this site's request. Please tell the people who run this site.",
      params(named),
    ),
  "code-refused": (named: Named) =>
    new AppError(
      "unauthenticated",
      "provider-code-refused",
      "The confirmation from {provider} was too old, or was used before. Please try again.",
      params(named),
    ),
  "old-login": (named: Named) =>
    new AppError(
      "unauthenticated",
      "provider-login-old",
      "{provider} did not ask you to log in again. Please log out there first, and then try again.",
      params(named),
    ),
  "login-undated": (named: Named) =>
    new AppError(
      "unauthenticated",
      "provider-login-undated",
      "{provider} did not say when you logged in there, so this does not show that it's you. Please use your passkey, or let us email you a link for a password: log out and press “Forgot your password?”.",
      params(named),
    ),
  clock: (named: Named) =>
    new AppError(
      "unavailable",
      "provider-clock-differs",
      "The clocks of this site and of {provider} differ, so its confirmation can't be accepted. Please tell the people who run this site.",
      params(named),
    ),
  untrusted: (named: Named) =>
    new AppError(
      "unauthenticated",
      "provider-untrusted",
      "The answer was not accepted, because nothing shows that it comes from {provider} and is meant for you. Please try again.",
      params(named),
    ),
};
