import { sign } from "node:crypto";
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  type ServerMetadata,
} from "openid-client";
import type { ProviderClaims, ProviderOutcome, ProviderProblem } from "../../../../db/columns/accounts.ts";
import { bytesAtMost, getErrorName } from "../../../platform/http-body.ts";
import type { Logger } from "../../../platform/logger.ts";
import type { Config } from "../../config.ts";
import { type AppleKey, isSameIssuer, type SignInProvider } from "./provider-settings.ts";

/** What a browser and a provider's answer must have in common. */
export type ProviderSecrets = { state: string; nonce: string; verifier: string };

const timeoutSeconds = 10;
const maxAnswerBytes = 1024 ** 2;
const signOutMs = 2_000;
/** How far the clocks of a provider and of this server may differ, in seconds. */
const toleratedSkew = 60;
/** How long a provider's description counts. Its keys are read at each sign-in, so new ones count at once. */
const descriptionMs = 10 * 60_000;

type Parts = { config: Pick<Config, "origin" | "signInProviders">; now: () => number; log: Logger };

/** Talks to the identity providers in the settings: OpenID Connect by discovery, with PKCE, state and nonce. */
export class OpenIdProviders {
  readonly #parts: Parts;
  readonly #descriptions = new Map<string, { until: number; description: Promise<ServerMetadata> }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The provider with this ID; undefined if the settings have none. */
  find(id: string): SignInProvider | undefined {
    return this.#parts.config.signInProviders.find((provider) => provider.id === id);
  }

  /** The address at the provider that asks the person; undefined if it cannot be reached, or is another one. */
  async askingUrl(
    provider: SignInProvider,
    { state, nonce, verifier }: ProviderSecrets,
    isAskedAgain: boolean,
  ): Promise<string | undefined> {
    const config = await this.#openFor(provider, "before a sign-in");
    if (!config) return undefined;
    const url = buildAuthorizationUrl(config, {
      redirect_uri: this.#callbackUrl(provider),
      scope: provider.scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(provider.usesFormPost && { response_mode: "form_post" }),
      ...(isAskedAgain && { prompt: "login", max_age: "0" }),
    });
    return url.href;
  }

  /**
   * Redeems the code in a provider's answer, and checks what it says: signature, issuer, audience, nonce and times.
   * `askedAgainAt` (milliseconds): when the person was to be asked again; an earlier login does not count, nor one
   * of which the provider does not say when it was. The reason for a refusal is logged, without codes and secrets.
   */
  async readAnswer(
    provider: SignInProvider,
    answer: URLSearchParams,
    { state, nonce, verifier }: ProviderSecrets,
    askedAgainAt?: number,
  ): Promise<ProviderOutcome> {
    try {
      const config = await this.#open(provider);
      const url = new URL(`${this.#callbackUrl(provider)}?${answer}`);
      const tokens = await authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return { problem: "untrusted" };
      if (askedAgainAt !== undefined) {
        // We asked with `max_age`, so a provider has to say it (OpenID Connect Core, 3.1.2.1).
        if (typeof claims.auth_time !== "number") return { problem: "login-undated" };
        if (this.#isBefore(claims.auth_time, askedAgainAt)) return { problem: "old-login" };
      }
      const asked = config.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
      return { claims: pickClaims(provider, { ...asked, ...claims }, answer) };
    } catch (error) {
      this.#descriptions.delete(provider.id);
      const problem = findProblem(error);
      this.#note(provider, error, problem);
      return { problem };
    }
  }

  /**
   * Where the browser signs out at the provider; undefined if there is no such place, or it does not answer at once,
   * since the sign-out here waits for it.
   */
  async endSessionUrl(provider: SignInProvider): Promise<string | undefined> {
    const config = await Promise.race([
      this.#openFor(provider, "at a sign-out"),
      Bun.sleep(signOutMs).then(() => undefined),
    ]);
    if (!config?.serverMetadata().end_session_endpoint) return undefined;
    return buildEndSessionUrl(config, { post_logout_redirect_uri: `${this.#parts.config.origin}/` }).href;
  }

  #callbackUrl({ id }: SignInProvider): string {
    return `${this.#parts.config.origin}/api/auth/provider-login/${id}/callback`;
  }

  async #openFor(provider: SignInProvider, when: string): Promise<Configuration | undefined> {
    try {
      return await this.#open(provider);
    } catch (error) {
      this.#note(provider, error, when);
      return undefined;
    }
  }

  #note({ id }: SignInProvider, error: unknown, when: string): void {
    this.#parts.log.warn(
      { provider: id, reason: describeFailure(error), when },
      "an identity provider failed",
    );
  }

  /** In seconds: how far the clock of this server is ahead of the machine's, by which the library compares times. */
  get #aheadBy(): number {
    return Math.round((this.#parts.now() - Date.now()) / 1000);
  }

  /** `authTime`: seconds since 1970 by the provider's clock. */
  #isBefore(authTime: number, at: number): boolean {
    return authTime + this.#aheadBy + toleratedSkew < at / 1000;
  }

  async #open(provider: SignInProvider): Promise<Configuration> {
    const { now } = this.#parts;
    const metadata = await this.#describe(provider);
    const client = { [clockSkew]: this.#aheadBy, [clockTolerance]: toleratedSkew };
    const config = new Configuration(
      metadata,
      provider.clientId,
      client,
      authenticate(provider, metadata, now()),
    );
    prepare(config, provider);
    return config;
  }

  #describe(provider: SignInProvider): Promise<ServerMetadata> {
    const { now } = this.#parts;
    const known = this.#descriptions.get(provider.id);
    if (known && known.until > now()) return known.description;
    const description = describeProvider(provider);
    this.#descriptions.set(provider.id, { until: now() + descriptionMs, description });
    description.catch(() => this.#descriptions.delete(provider.id));
    return description;
  }
}

/** Why a provider cannot be used, in a few words for the operator; undefined if its discovery answers. */
export async function tryDiscovery(provider: SignInProvider): Promise<string | undefined> {
  return describeProvider(provider).then(() => undefined, describeFailure);
}

/** Reads `/.well-known/openid-configuration`. Rejects without an answer, or if it says that it is another issuer. */
async function describeProvider(provider: SignInProvider): Promise<ServerMetadata> {
  const insecure = isHttp(provider) ? [allowInsecureRequests] : [];
  const config = await discovery(new URL(provider.issuer), provider.clientId, {}, None(), {
    [customFetch]: fetchLittle,
    timeout: timeoutSeconds,
    execute: insecure,
  });
  const metadata = config.serverMetadata();
  // The library lets Microsoft's shared issuers pass.
  if (!isSameIssuer(metadata, provider)) throw new OtherIssuer();
  return metadata;
}

class OtherIssuer extends Error {
  override name = "it says that it is another issuer";
}

function prepare(config: Configuration, provider: SignInProvider): void {
  config[customFetch] = fetchLittle;
  config.timeout = timeoutSeconds;
  enableNonRepudiationChecks(config);
  if (isHttp(provider)) allowInsecureRequests(config);
}

const isHttp = ({ issuer }: SignInProvider) => issuer.startsWith("http:");

/** Follows no redirects, as the library asks, and reads at most a megabyte. */
const fetchLittle: CustomFetch = async (url, options) => {
  const { method, headers, redirect, signal } = options;
  const body = options.body instanceof URLSearchParams ? options.body.toString() : null;
  const response = await fetch(url, { method, headers, redirect, body, ...(signal && { signal }) });
  const bytes = await bytesAtMost(response, maxAnswerBytes);
  if (!bytes) throw new TooLong();
  const hasBody = ![204, 205, 304].includes(response.status);
  const type = response.headers.get("content-type");
  return new Response(hasBody ? Buffer.from(bytes) : null, {
    status: response.status,
    headers: type === null ? {} : { "content-type": type },
  });
};

class TooLong extends Error {
  override name = "an answer of more than a megabyte";
}

function authenticate(provider: SignInProvider, metadata: ServerMetadata, now: number): ClientAuth {
  if (provider.appleKey) return ClientSecretPost(signAppleSecret(provider.appleKey, provider, now));
  if (provider.clientSecret === undefined) return None();
  const takesPost = metadata.token_endpoint_auth_methods_supported?.includes("client_secret_post");
  return takesPost ? ClientSecretPost(provider.clientSecret) : ClientSecretBasic(provider.clientSecret);
}

/** A client secret that is valid for five minutes, as Apple asks for: a JWT (RFC 7519) with ES256. */
function signAppleSecret(
  { teamId, keyId, privateKey }: AppleKey,
  { clientId, issuer }: SignInProvider,
  now: number,
): string {
  const seconds = Math.floor(now / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const claims = { iss: teamId, iat: seconds, exp: seconds + 300, aud: issuer, sub: clientId };
  const signed = `${encode({ alg: "ES256", kid: keyId })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

type Said = Record<string, unknown> & { iss: string; sub: string };

function pickClaims(provider: SignInProvider, said: Said, answer: URLSearchParams): ProviderClaims {
  const text = (value: unknown) =>
    typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 255) : null;
  const named = readAppleName(answer.get("user"));
  const groups = said[provider.groupClaim];
  const isIn = (group: string) => (Array.isArray(groups) ? groups.includes(group) : groups === group);
  return {
    issuer: said.iss,
    subject: said.sub,
    email: text(said.email),
    username: text(said.preferred_username),
    firstName: text(said.given_name) ?? text(named.firstName),
    lastName: text(said.family_name) ?? text(named.lastName),
    isAdmin: provider.adminGroup !== undefined && isIn(provider.adminGroup),
  };
}

/** Apple sends the name once, next to its answer and unsigned: it is good for filling in a form. */
function readAppleName(user: string | null): Record<string, unknown> {
  try {
    return Object(Object(JSON.parse(user ?? "null")).name);
  } catch {
    return {};
  }
}

const untrusted = new Set([
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_INVALID_REQUEST",
  "OAUTH_PARSE_ERROR",
  "OAUTH_UNSUPPORTED_OPERATION",
  "OAUTH_MISSING_SERVER_METADATA",
]);

function findProblem(error: unknown): ProviderProblem {
  if (error instanceof AuthorizationResponseError) return problemSaid(error.error);
  if (error instanceof ResponseBodyError) return error.error === "invalid_grant" ? "code-refused" : "setup";
  if (error instanceof OtherIssuer) return "untrusted";
  const { code } = Object(error);
  if (code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") return "clock";
  return error instanceof ClientError && untrusted.has(String(code)) ? "untrusted" : "unavailable";
}

/** `error` in a provider's answer (RFC 6749, 4.1.2.1). */
function problemSaid(said: string): ProviderProblem {
  if (["access_denied", "user_cancelled_authorize"].includes(said)) return "declined";
  return ["server_error", "temporarily_unavailable"].includes(said) ? "unavailable" : "setup";
}

/** Without what the answer contains: codes, tokens and claims are told to no one. */
function describeFailure(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `error=${error.error.slice(0, 100)}`;
  if (!(error instanceof ClientError)) return getErrorName(error);
  return error.code === undefined ? getErrorName(error.cause) : error.message;
}
