import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** What the provider says about a person. */
type TestPerson = { sub: string } & Record<string, unknown>;

/** What a provider that lies, or is broken, changes in an answer. */
type Tampering = {
  discovery?: (metadata: Record<string, unknown>) => Record<string, unknown>;
  idToken?: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** Answers instead of the provider. */
  instead?: (path: string) => Response | undefined;
};

/** A certified OpenID provider on a real socket, with a clerk who confirms `person` without asking. */
export type TestProvider = {
  issuer: string;
  person: TestPerson;
  tampering: Tampering;
  /** From now on, it signs with another key, and publishes only this one. */
  rotateKey: () => void;
  stop: () => Promise<void>;
};

export const testClient = { clientId: "attestamp", clientSecret: "a-secret-of-the-client" };

type Key = { kid: string; privateKey: KeyObject; jwk: Record<string, unknown> };

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = crypto.randomUUID();
  return { kid, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" } };
}

/** `callbacks`: the addresses to which it sends people back. */
export async function startOpenIdProvider(callbacks: () => string[]): Promise<TestProvider> {
  let key = newKey();
  const inner = createServer();
  await new Promise<void>((listening) => inner.listen(0, "127.0.0.1", () => listening()));
  const front = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => forward(request) });
  const issuer = `http://127.0.0.1:${front.port}`;
  const running: TestProvider = {
    issuer,
    person: { sub: "person-1" },
    tampering: {},
    rotateKey() {
      key = newKey();
    },
    async stop() {
      await front.stop(true);
      inner.closeAllConnections();
      inner.close();
    },
  };
  const provider = openProvider(issuer, key, running, callbacks());
  const answer = provider.callback();
  inner.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/")) void confirm(provider, running, request, response);
    else void answer(request, response);
  });

  /** Everything the provider says passes here, where tests change it. */
  async function forward(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const instead = running.tampering.instead?.(pathname);
    if (instead) return instead;
    if (pathname === "/jwks") return Response.json({ keys: [key.jwk] });
    const { port } = inner.address() as AddressInfo;
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-host", `127.0.0.1:${front.port}`);
    headers.set("x-forwarded-proto", "http");
    const body = request.method === "GET" ? null : await request.text();
    const said = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method: request.method,
      headers,
      body,
      redirect: "manual",
    });
    return change(pathname, said);
  }

  async function change(path: string, said: Response): Promise<Response> {
    if (path === "/.well-known/openid-configuration") {
      const metadata = Object(await said.json());
      return Response.json(running.tampering.discovery?.(metadata) ?? metadata);
    }
    if (path !== "/token" || !said.ok) return said;
    const tokens = Object(await said.json());
    const claims = Object(JSON.parse(Buffer.from(tokens.id_token.split(".")[1], "base64url").toString()));
    return Response.json({
      ...tokens,
      id_token: signToken(key, running.tampering.idToken?.(claims) ?? claims),
    });
  }

  return running;
}

function openProvider(issuer: string, key: Key, running: TestProvider, redirectUris: string[]): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.clientId,
        client_secret: testClient.clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: redirectUris.map((uri) => `${new URL(uri).origin}/`),
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    cookies: { keys: ["a key of the test"] },
    claims: {
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "preferred_username", "groups"],
    },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...running.person, sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...key.privateKey.export({ format: "jwk" }), kid: key.kid, use: "sig", alg: "RS256" }] },
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.proxy = true;
  return provider;
}

async function confirm(
  provider: Provider,
  { person }: TestProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionFinished(request, response, { login: { accountId: person.sub } });
}

function signToken({ kid, privateKey }: Key, claims: Record<string, unknown>): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "RS256", kid })}.${encode(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}

/**
 * A person's browser at the provider: opens the address, follows what the provider says, and returns the address of
 * ours to which it is sent in the end.
 */
export async function visitProvider(url: string): Promise<URL> {
  const answer = await followProvider(url);
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return new URL(location);
}

/** The provider's first answer that does not lead to another address of its own. */
async function followProvider(url: string): Promise<Response> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { headers: { cookie }, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null || new URL(location, next).origin !== origin) return response;
    next = new URL(location, next);
  }
  throw new Error("The provider leads nowhere.");
}

/**
 * The same where the answer is a form, which the provider's page posts by itself: returns its address and fields. Its
 * browser adds only cookies that it may send along with a form of another site.
 */
export async function visitProviderForForm(url: string): Promise<{ action: URL; fields: URLSearchParams }> {
  const page = await followProvider(url);
  const text = await page.text();
  const [, action = ""] = /<form method="post" action="([^"]*)"/.exec(text) ?? [];
  const fields = new URLSearchParams();
  for (const [, name = "", value = ""] of text.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
  ))
    fields.append(name, value);
  return { action: new URL(action), fields };
}
