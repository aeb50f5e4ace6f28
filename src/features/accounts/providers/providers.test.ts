import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TOTP } from "otpauth";
import { transaction } from "../../../../db/transaction.ts";
import { createLogger } from "../../../platform/logger.ts";
import { readConfig } from "../../../server/read-config.ts";
import { type Answer, createTestClient, jane, type TestClient } from "../../../testing/test-client.ts";
import {
  startOpenIdProvider,
  type TestProvider,
  testClient,
  visitProvider,
  visitProviderForForm,
} from "../../../testing/test-openid-provider.ts";
import { createWith, makePasskey, signInWith } from "../../../testing/test-passkey.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { sqlOf } from "../../../testing/test-sql.ts";
import { eraseAccount } from "../../admin/erase-account.service.ts";
import { promoteToAdmin } from "../operator.service.ts";

let now = Date.now();
let server: TestServer;
let office: TestProvider;
let other: TestProvider;
const lines: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    deps: { now: () => now, log: createLogger("trace", { write: (line) => void lines.push(line) }) },
  });
  const callbacks = () =>
    ["office", "other", "oidc"].flatMap((id) => [callbackOf(id), callbackOf(id).replace("http:", "https:")]);
  office = await startOpenIdProvider(callbacks);
  other = await startOpenIdProvider(callbacks);
});
afterAll(async () => {
  await office.stop();
  await other.stop();
  await server.stop();
});

let counted = 0;
let name = "";
beforeEach(() => {
  counted += 1;
  name = `person${counted}`;
  now = Date.now();
  for (const provider of [office, other]) {
    provider.person = { sub: name, given_name: "Ada", family_name: "Byron", email: `${name}@example.org` };
    provider.tampering = {};
  }
  configure();
});

const callbackOf = (id: string) => `${server.origin}/api/auth/provider-login/${id}/callback`;

/** As the operator writes it. */
function configure(more: Record<string, unknown> = {}, settings: Record<string, string> = {}): void {
  const list = [
    { id: "office", name: "Office", issuer: office.issuer, ...testClient, ...more },
    { id: "other", name: "Other", issuer: other.issuer, ...testClient },
  ];
  use({ SIGN_IN_PROVIDERS: JSON.stringify(list), ...settings });
}

function use(settings: Record<string, string>): void {
  const read = readConfig(settings);
  const { signInProviders, signInOnlyWithProviders, signupDisabled, requireSecondFactor } = read;
  Object.assign(server.deps.config, {
    signInProviders,
    signInOnlyWithProviders,
    signupDisabled,
    requireSecondFactor,
  });
}

const newBrowser = () => createTestClient(server.origin);
const said = ({ status, body }: Answer) => [status, body.code ?? body.result];
const isSignedIn = async (client: TestClient) => (await client.get("/api/auth/me")).status === 200;

async function begin(client: TestClient, input: Record<string, unknown> = {}): Promise<string> {
  const started = await client.post("/api/auth/provider-login", { provider: "office", ...input });
  expect([started.status, started.body.code]).toEqual([200, undefined]);
  return String(started.body.url);
}

/** Opens the address at the provider, and comes back to the address to which it leads. */
async function come(client: TestClient, url: string): Promise<URL> {
  const back = await visitProvider(url);
  const answer = await client.get(back.pathname + back.search);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/signing-in"]);
  return back;
}

const finish = (client: TestClient, input: Record<string, unknown> = {}) =>
  client.post("/api/auth/provider-login/finish", input);

async function signIn(client = newBrowser(), input: Record<string, unknown> = {}): Promise<Answer> {
  await come(client, await begin(client));
  return finish(client, input);
}

const account = () => ({ username: name, firstName: "Ada", lastName: "Byron" });

/** A person with an account that was created with the provider. */
async function newMember(): Promise<TestClient> {
  const client = newBrowser();
  expect(said(await signIn(client, { account: account() }))).toEqual([200, "entered"]);
  return client;
}

async function link(client: TestClient, provider = "office", proof = jane.password): Promise<Answer> {
  const started = await client.post("/api/auth/providers", { provider, currentPassword: proof });
  if (started.status !== 200) return started;
  await come(client, String(started.body.url));
  return finish(client);
}

const linkedOf = async (client: TestClient) =>
  (await client.get("/api/auth/providers")).body.linked as Record<string, unknown>[];

test("a new person gives the names that the provider did not give, and next time signs in at once", async () => {
  const client = newBrowser();
  await come(client, await begin(client, { returnTo: "/subscription?plan=pro" }));
  const asked = await finish(client);
  expect(asked.body).toEqual({
    proof: null,
    result: "account-needed",
    provider: "Office",
    username: null,
    returnTo: "/subscription?plan=pro",
    suggestion: { username: name, email: `${name}@example.org`, firstName: "Ada", lastName: "Byron" },
  });
  const refused = await finish(client, { account: { ...account(), firstName: "" } });
  expect([refused.status, refused.body.code]).toEqual([400, "first-name-required"]);
  expect(await isSignedIn(client)).toBe(false);
  expect(said(await finish(client, { account: account() }))).toEqual([200, "entered"]);
  const me = await client.get("/api/auth/me");
  expect([me.body.username, me.body.firstName, me.body.emailConfirmed]).toEqual([name, "Ada", false]);
  const again = await signIn();
  expect([again.body.result, again.body.username]).toEqual(["entered", name]);
  expect((await newBrowser().login(name, "")).status).toBe(400);
  expect((await newBrowser().login(name, "anything")).body.code).toBe("wrong-username-or-password");
});

test("a matching email address, verified or not, never signs in to an account that exists [threat A34]", async () => {
  const owner = newBrowser();
  await owner.register({ username: name, email: `${name}@example.org` });
  sqlOf(server.deps.db).prepare("UPDATE users SET email_confirmed_at = 1 WHERE username = ?").run(name);
  for (const email_verified of [true, false]) {
    office.person = { ...office.person, sub: `thief-${name}`, email_verified, preferred_username: name };
    const client = newBrowser();
    expect(said(await signIn(client))).toEqual([200, "account-needed"]);
    expect(said(await finish(client, { account: account() }))).toEqual([409, "username-taken"]);
    expect(await isSignedIn(client)).toBe(false);
  }
  expect(await linkedOf(owner)).toEqual([]);
});

test("an account is linked after proof of both, signs in with either, and is unlinked; sessions elsewhere end, and the owner is told [threat A43]", async () => {
  const owner = newBrowser();
  await owner.register({ username: name, email: `${name}@example.org` });
  expect((await link(owner, "office", "wrong")).body.code).toBe("wrong-current-password");
  expect(said(await link(owner))).toEqual([200, "linked"]);
  const elsewhere = newBrowser();
  expect((await signIn(elsewhere)).body.username).toBe(name);
  expect((await newBrowser().login(name)).status).toBe(200);
  const [linked] = await linkedOf(owner);
  expect(linked).toMatchObject({ provider: "office", name: "Office", label: `${name}@example.org` });
  const unlink = (currentPassword: string, client = owner) =>
    client.post(`/api/auth/providers/${linked?.id}/unlink`, { currentPassword });
  expect((await unlink("wrong")).body.code).toBe("wrong-current-password");
  const stranger = newBrowser();
  await stranger.register({ username: `${name}-other` });
  expect((await unlink(jane.password, stranger)).status).toBe(404);
  expect((await unlink(jane.password)).status).toBe(200);
  const me = (client: TestClient) => client.get("/api/auth/me");
  expect([(await me(elsewhere)).status, (await me(owner)).status]).toEqual([401, 200]);
  expect(said(await signIn())).toEqual([200, "account-needed"]);
  const letters = sqlOf(server.deps.db)
    .prepare("SELECT subject FROM mails WHERE recipient = ?")
    .pluck()
    .all(`${name}@example.org`);
  expect(letters).toContain("Attestamp: the way you log in was changed");
});

test("a person at the provider is linked to one account only", async () => {
  await newMember();
  const second = newBrowser();
  await second.register({ username: `${name}-other` });
  expect(said(await link(second))).toEqual([409, "provider-identity-taken"]);
});

test("what an attacker began is not linked in someone else's session [threat A35]", async () => {
  const attacker = newBrowser();
  await attacker.register({ username: `${name}-attacker` });
  const started = await attacker.post("/api/auth/providers", {
    provider: "office",
    currentPassword: jane.password,
  });
  const back = await visitProvider(String(started.body.url));
  const victim = newBrowser();
  await victim.register({ username: name });
  // The victim's browser opens the attacker's answer, with and without something of its own under way.
  const open = () => victim.get(back.pathname + back.search);
  expect((await open()).status).toBe(303);
  expect(said(await finish(victim))).toEqual([404, "provider-sign-in-expired"]);
  await begin(victim);
  await open();
  expect(said(await finish(victim))).toEqual([404, "provider-sign-in-expired"]);
  // Even the attacker's own browser links nothing to another account that is signed in there.
  await attacker.get(back.pathname + back.search);
  await attacker.login(name);
  expect(said(await finish(attacker))).toEqual([403, "provider-other-account"]);
  expect(await linkedOf(victim)).toEqual([]);
});

test("a session planted before a sign-in with a provider never works, nor does its cookie come back [threat A36]", async () => {
  await newMember();
  const planted = "session=planted-by-someone-else";
  const client = createTestClient(server.origin, planted);
  expect(said(await signIn(client))).toEqual([200, "entered"]);
  expect(client.cookie()).not.toBe(planted);
  expect(await isSignedIn(createTestClient(server.origin, planted))).toBe(false);
  const before = client.cookie();
  expect(said(await signIn(client))).toEqual([200, "entered"]);
  expect(client.cookie()).not.toBe(before);
  expect(await isSignedIn(createTestClient(server.origin, before))).toBe(false);
});

test("the browser is sent only to paths of this site afterward [threat A37]", async () => {
  const foreign = ["https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example", "evil"];
  for (const returnTo of [...foreign, "/a\\b", "javascript:alert(1)", "/%0a\n"]) {
    const refused = await newBrowser().post("/api/auth/provider-login", { provider: "office", returnTo });
    expect([returnTo, refused.status]).toEqual([returnTo, 400]);
  }
});

test("an answer counts once, for the browser and the provider that it was asked of [threat A38]", async () => {
  await newMember();
  const client = newBrowser();
  const back = await come(client, await begin(client));
  // Replayed in the same browser: what the first one said stays.
  await client.get(back.pathname + back.search);
  expect(said(await finish(client))).toEqual([200, "entered"]);
  await client.get(back.pathname + back.search);
  expect(said(await finish(client))).toEqual([404, "provider-sign-in-expired"]);
  // The code of an answer, under the state of another sign-in.
  const replaying = newBrowser();
  const url = new URL(await begin(replaying));
  const query = new URLSearchParams(back.search);
  query.set("state", url.searchParams.get("state") ?? "");
  await replaying.get(`${back.pathname}?${query}`);
  expect(said(await finish(replaying))).toEqual([401, "provider-code-refused"]);
  // Too late.
  const late = newBrowser();
  const answered = await visitProvider(await begin(late));
  now += 16 * 60_000;
  await late.get(answered.pathname + answered.search);
  expect(said(await finish(late))).toEqual([404, "provider-sign-in-expired"]);
});

test("two calls at once end a sign-in once [threat A38]", async () => {
  await newMember();
  const client = newBrowser();
  await come(client, await begin(client));
  const both = await Promise.all([finish(client), finish(client)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test("the answer of one provider is not taken for that of another [threat A39]", async () => {
  await newMember();
  const client = newBrowser();
  const back = await visitProvider(await begin(client, { provider: "other" }));
  await client.get(back.pathname.replace("/other/", "/office/") + back.search);
  expect(said(await finish(client))).toEqual([404, "provider-sign-in-expired"]);
  // The same subject at another provider is another person.
  await client.get(back.pathname + back.search);
  expect(said(await finish(client))).toEqual([200, "account-needed"]);
  // RFC 9207: the answer names an issuer that was not asked.
  const mixed = newBrowser();
  const query = new URLSearchParams((await visitProvider(await begin(mixed))).search);
  query.set("iss", other.issuer);
  await mixed.get(`/api/auth/provider-login/office/callback?${query}`);
  expect(said(await finish(mixed))).toEqual([401, "provider-untrusted"]);
});

test("a provider that lies about issuer, audience or nonce, or signs with a strange key, is refused [threat A40]", async () => {
  await newMember();
  const lies: TestProvider["tampering"][] = [
    { idToken: (claims) => ({ ...claims, iss: "https://accounts.google.com" }) },
    { idToken: (claims) => ({ ...claims, aud: "another-client" }) },
    { idToken: (claims) => ({ ...claims, nonce: "of-another-sign-in" }) },
    { idToken: ({ nonce: _, ...claims }) => claims },
    { instead: (path) => (path === "/jwks" ? Response.json({ keys: [] }) : undefined) },
  ];
  for (const tampering of lies) {
    office.tampering = tampering;
    expect(said(await signIn())).toEqual([401, "provider-untrusted"]);
  }
  office.tampering = { discovery: (metadata) => ({ ...metadata, issuer: other.issuer }) };
  const refused = await newBrowser().post("/api/auth/provider-login", { provider: "office" });
  expect(said(refused)).toEqual([503, "provider-unavailable"]);
});

test("a provider that fails, refuses, or has another time gives a clear message, and so does a change of mind", async () => {
  await newMember();
  const gone = { instead: () => new Response("", { status: 502 }) };
  const answers: [TestProvider["tampering"], unknown[]][] = [
    [gone, [503, "provider-unavailable"]],
    [{ instead: () => new Response("x".repeat(2 ** 21)) }, [503, "provider-unavailable"]],
    [{ idToken: (claims) => ({ ...claims, exp: 1 }) }, [503, "provider-clock-differs"]],
    [
      {
        instead: (path) =>
          path === "/token" ? Response.json({ error: "invalid_client" }, { status: 401 }) : undefined,
      },
      [503, "provider-setup-wrong"],
    ],
  ];
  for (const [tampering, expected] of answers) {
    const client = newBrowser();
    const back = await visitProvider(await begin(client));
    office.tampering = tampering;
    await client.get(back.pathname + back.search);
    expect(said(await finish(client))).toEqual(expected);
    expect(said(await finish(client))).toEqual([404, "provider-sign-in-expired"]);
    office.tampering = {};
  }
  office.tampering = gone;
  now += 11 * 60_000;
  expect(said(await newBrowser().post("/api/auth/provider-login", { provider: "office" }))).toEqual([
    503,
    "provider-unavailable",
  ]);
  office.tampering = {};
  const client = newBrowser();
  const state = new URL(await begin(client)).searchParams.get("state");
  await client.get(
    `/api/auth/provider-login/office/callback?error=access_denied&state=${state}&iss=${office.issuer}`,
  );
  expect(said(await finish(client))).toEqual([401, "provider-declined"]);
  const unknown = await newBrowser().post("/api/auth/provider-login", { provider: "unknown" });
  expect(said(unknown)).toEqual([404, "provider-unknown"]);
});

test("a minute between the clocks is tolerated, and new keys of a provider count at once", async () => {
  await newMember();
  const seconds = () => Math.floor(Date.now() / 1000);
  office.tampering = { idToken: (claims) => ({ ...claims, iat: seconds() + 50, exp: seconds() - 50 }) };
  expect(said(await signIn())).toEqual([200, "entered"]);
  office.tampering = {};
  office.rotateKey();
  expect(said(await signIn())).toEqual([200, "entered"]);
});

test("a provider takes the place of the second step, unless its setting asks for the app as well", async () => {
  configure({}, { REQUIRE_SECOND_FACTOR: "all" });
  const member = await newMember();
  expect((await member.get("/api/documents")).status).toBe(200);
  configure({ secondStep: true }, { REQUIRE_SECOND_FACTOR: "all" });
  expect((await member.get("/api/documents")).body.code).toBe("second-factor-setup-required");
  configure({}, { REQUIRE_SECOND_FACTOR: "all" });
  const owner = newBrowser();
  office.person = { sub: `${name}-owner` };
  await owner.register({ username: `${name}-owner` });
  expect(said(await link(owner))).toEqual([200, "linked"]);
  expect((await owner.get("/api/documents")).status).toBe(200);
  const alone = await newBrowser().login(`${name}-owner`);
  expect([alone.status, alone.body.code]).toEqual([401, "provider-required"]);
});

test("a provider that is no second factor does not sign in by itself where one is required [threat A33]", async () => {
  const settings = { REQUIRE_SECOND_FACTOR: "all" };
  const withPasskey = newBrowser();
  await withPasskey.register({ username: `${name}-passkey` });
  expect(said(await link(withPasskey))).toEqual([200, "linked"]);
  const begun = await withPasskey.post("/api/auth/passkeys/options", { currentPassword: jane.password });
  const passkey = makePasskey(server.origin);
  const made = createWith(passkey, begun.body.options);
  expect((await withPasskey.post("/api/auth/passkeys", { name: "Laptop", passkey: made })).status).toBe(200);
  configure({ secondStep: true }, settings);
  expect(said(await signIn())).toEqual([401, "provider-needs-passkey"]);
  // Where no passkey signs in, only an app counts, and the passkey is asked for before one is set up.
  configure({ secondStep: true }, { ...settings, SIGN_IN_ONLY_WITH_PROVIDERS: "on" });
  const only = newBrowser();
  expect(said(await signIn(only))).toEqual([200, "entered"]);
  expect((await only.get("/api/documents")).body.code).toBe("second-factor-setup-required");
  expect(said(await only.post("/api/auth/authenticator-app", { currentPassword: jane.password }))).toEqual([
    400,
    "proof-needs-passkey",
  ]);
  const asked = await only.post("/api/auth/passkey-proof/options");
  const signed = signInWith(passkey, Object(asked.body.options).challenge);
  const app = await only.post("/api/auth/authenticator-app", { passkey: signed });
  const appCode = new TOTP({ secret: String(app.body.secret) }).generate({ timestamp: now });
  expect((await only.post("/api/auth/authenticator-app/confirm", { code: appCode })).status).toBe(200);
  expect((await only.get("/api/documents")).status).toBe(200);

  configure();
  office.person = { sub: `${name}-two` };
  other.person = { sub: `${name}-two` };
  const withTwo = newBrowser();
  await withTwo.register({ username: `${name}-two` });
  expect(said(await link(withTwo))).toEqual([200, "linked"]);
  configure({ secondStep: true }, settings);
  const alone = newBrowser();
  expect(said(await signIn(alone))).toEqual([200, "entered"]);
  expect((await alone.get("/api/documents")).body.code).toBe("second-factor-setup-required");
  expect(said(await link(withTwo, "other"))).toEqual([200, "linked"]);
  expect(said(await signIn())).toEqual([401, "provider-needs-other"]);
});

test("a provider that is no second factor makes no administrator by itself where they need one [threat A33]", async () => {
  office.person = { ...office.person, groups: ["admins"] };
  const owner = newBrowser();
  await owner.register({ username: name });
  expect(said(await link(owner))).toEqual([200, "linked"]);
  const begun = await owner.post("/api/auth/passkeys/options", { currentPassword: jane.password });
  const made = createWith(makePasskey(server.origin), begun.body.options);
  expect((await owner.post("/api/auth/passkeys", { name: "Laptop", passkey: made })).status).toBe(200);
  configure({ secondStep: true, adminGroup: "admins" }, { REQUIRE_SECOND_FACTOR: "admins" });
  const client = newBrowser();
  expect(said(await signIn(client))).toEqual([401, "provider-needs-passkey"]);
  expect((await client.get("/api/admin/users")).status).toBe(401);
  office.person = { ...office.person, groups: [] };
  expect(said(await signIn(client))).toEqual([200, "entered"]);
});

test("a session that a password started before the account was an administrator's is none of one [threat A33]", async () => {
  configure({ adminGroup: "admins" }, { REQUIRE_SECOND_FACTOR: "admins" });
  const adminStatus = async (client: TestClient) => (await client.get("/api/admin/users")).status;
  office.person = { ...office.person, groups: [] };
  const owner = newBrowser();
  await owner.register({ username: name });
  expect(said(await link(owner))).toEqual([200, "linked"]);
  const passkey = makePasskey(server.origin);
  const begun = await owner.post("/api/auth/passkeys/options", { currentPassword: jane.password });
  const made = createWith(passkey, begun.body.options);
  expect((await owner.post("/api/auth/passkeys", { name: "Laptop", passkey: made })).status).toBe(200);
  office.person = { ...office.person, groups: ["admins"] };
  expect(said(await signIn(owner))).toEqual([200, "entered"]);
  const change = { currentPassword: jane.password, newPassword: "a longer password" };
  expect((await owner.post("/api/auth/change-password", change)).status).toBe(200);
  expect(await adminStatus(owner)).toBe(200);
  office.person = { ...office.person, groups: [] };
  expect(said(await signIn(owner))).toEqual([200, "entered"]);

  const alone = newBrowser();
  expect((await alone.login(name, "a longer password")).status).toBe(200);
  office.person = { ...office.person, groups: ["admins"] };
  expect(said(await signIn(owner))).toEqual([200, "entered"]);
  expect([await adminStatus(owner), await adminStatus(alone)]).toEqual([200, 401]);

  office.person = { ...office.person, groups: [] };
  expect(said(await signIn(owner))).toEqual([200, "entered"]);
  const again = newBrowser();
  expect((await again.login(name, "a longer password")).status).toBe(200);
  await promoteToAdmin(server.deps, name);
  expect(await adminStatus(again)).toBe(401);
});

test("a provider counts however its address is spelled in the settings [threat A33]", async () => {
  const owner = newBrowser();
  await owner.register({ username: name });
  expect(said(await link(owner))).toEqual([200, "linked"]);
  configure({ issuer: `${office.issuer}/` }, { REQUIRE_SECOND_FACTOR: "all" });
  expect(await linkedOf(owner)).toMatchObject([{ provider: "office", name: "Office" }]);
  const alone = await newBrowser().login(name);
  expect([alone.status, alone.body.code]).toEqual([401, "provider-required"]);
  const client = newBrowser();
  expect(said(await signIn(client))).toEqual([200, "entered"]);
  expect((await client.get("/api/documents")).status).toBe(200);
  const twice = [{ issuer: other.issuer }, { issuer: `${other.issuer}/` }].map((issuer, at) => ({
    id: `other-${at}`,
    name: "Other",
    ...testClient,
    ...issuer,
  }));
  expect(() => readConfig({ SIGN_IN_PROVIDERS: JSON.stringify(twice) })).toThrow("have the same issuer");
});

const single = () => ({
  OIDC_ISSUER: office.issuer,
  OIDC_CLIENT_ID: testClient.clientId,
  OIDC_CLIENT_SECRET: testClient.clientSecret,
});

test("three settings are enough for one provider: people sign in with it by the name of its host", async () => {
  const client = newBrowser();
  const { OIDC_CLIENT_SECRET, ...others } = single();
  const secretFile = join(makeTestFolder(), "secret");
  writeFileSync(secretFile, `${OIDC_CLIENT_SECRET}\n`);
  use({ ...others, OIDC_CLIENT_SECRET_FILE: secretFile, SIGN_IN_ONLY_WITH_PROVIDERS: "on" });
  const { host } = new URL(office.issuer);
  expect(server.deps.config.signInProviders).toMatchObject([{ id: "oidc", name: host }]);
  const url = await begin(client, { provider: "oidc" });
  expect(new URL(url).searchParams.get("redirect_uri")).toBe(callbackOf("oidc"));
  await come(client, url);
  expect((await finish(client)).body).toMatchObject({ result: "account-needed", provider: host });
  expect(said(await finish(client, { account: account() }))).toEqual([200, "entered"]);
  configure();
  expect(await linkedOf(client)).toMatchObject([{ provider: "office" }]);
});

test("the three settings stand next to the list, and whoever lacks one of them, or repeats a provider, is told at the start", () => {
  const list = (...more: object[]) => ({
    SIGN_IN_PROVIDERS: JSON.stringify(more.map((one) => ({ name: "Other", ...testClient, ...one }))),
  });
  const both = readConfig({ ...single(), ...list({ id: "other", issuer: other.issuer }) });
  expect(both.signInProviders.map(({ id }) => id)).toEqual(["other", "oidc"]);
  for (const name of Object.keys(single())) {
    const given = { ...single(), [name]: "" };
    expect(() => readConfig(given)).toThrow(
      "Set all of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none of them.",
    );
  }
  const refused = (more: Record<string, string>) => expect(() => readConfig({ ...single(), ...more }));
  refused({ OIDC_ISSUER: "http://id.example.org" }).toThrow("OIDC_ISSUER: Please use https");
  refused(list({ id: "office", issuer: `${office.issuer}/` })).toThrow("has a provider with this issuer");
  refused(list({ id: "oidc", issuer: other.issuer })).toThrow("this provider gets the id oidc");
  const [google] = readConfig({ ...single(), OIDC_ISSUER: "https://accounts.google.com" }).signInProviders;
  expect(google?.name).toBe("Google");
});

test("the group in the settings makes administrators, and leaving it takes the rights away [threat A41]", async () => {
  configure({ adminGroup: "admins" });
  const isAdmin = async (client: TestClient) => (await client.get("/api/admin/users")).status === 200;
  office.person = { ...office.person, groups: ["staff"] };
  const client = await newMember();
  expect(await isAdmin(client)).toBe(false);
  office.person = { ...office.person, groups: ["staff", "admins"] };
  await signIn();
  expect(await isAdmin(client)).toBe(true);
  office.person = { ...office.person, groups: ["staff"] };
  await signIn();
  expect(await isAdmin(client)).toBe(false);
  // Rights that the operator gave are not the group's to take.
  sqlOf(server.deps.db)
    .prepare("UPDATE users SET is_admin = 1, has_admin_password = 1 WHERE username = ?")
    .run(name);
  await signIn();
  expect(await isAdmin(client)).toBe(true);
});

test("rights from a group hold for sign-ins with its provider alone, so that no other way in keeps them [threat A41]", async () => {
  configure({ adminGroup: "admins" });
  const isAdmin = async (client: TestClient) => (await client.get("/api/admin/users")).status === 200;
  const enterWith = async (provider: string) => {
    const client = newBrowser();
    await come(client, await begin(client, { provider }));
    expect(said(await finish(client))).toEqual([200, "entered"]);
    return client;
  };
  office.person = { ...office.person, groups: ["admins"] };
  const password = "a long enough password";
  const owner = newBrowser();
  await owner.register({ username: name, password });
  expect(said(await link(owner, "office", password))).toEqual([200, "linked"]);
  expect(said(await link(owner, "other", password))).toEqual([200, "linked"]);
  const passkey = makePasskey(server.origin);
  const begun = await owner.post("/api/auth/passkeys/options", { currentPassword: password });
  const made = createWith(passkey, begun.body.options);
  expect((await owner.post("/api/auth/passkeys", { name: "Laptop", passkey: made })).status).toBe(200);

  const byPassword = newBrowser();
  expect((await byPassword.login(name, password)).status).toBe(200);
  expect([await isAdmin(byPassword), await isAdmin(owner)]).toEqual([false, false]);
  expect(await isAdmin(await enterWith("office"))).toBe(true);
  const byPasskey = newBrowser();
  const { options } = (await byPasskey.post("/api/auth/passkey-login/options")).body;
  const signed = signInWith(passkey, Object(options).challenge);
  expect((await byPasskey.post("/api/auth/passkey-login", { passkey: signed })).status).toBe(200);
  expect(await isAdmin(byPasskey)).toBe(false);
  expect(await isAdmin(await enterWith("office"))).toBe(true);
  expect(await isAdmin(await enterWith("other"))).toBe(false);
});

test("rights that the operator gives to a member of the group are the operator's from then on [threat A41]", async () => {
  configure({ adminGroup: "admins" });
  const isAdmin = async (client: TestClient) => (await client.get("/api/admin/users")).status === 200;
  office.person = { ...office.person, groups: ["admins"] };
  const client = await newMember();
  await promoteToAdmin(server.deps, name);
  office.person = { ...office.person, groups: [] };
  await signIn();
  expect(await isAdmin(client)).toBe(true);
});

test("a short password that was set between two times in the group has to be replaced first", async () => {
  configure({ adminGroup: "admins" });
  office.person = { ...office.person, groups: ["admins"] };
  const member = await newMember();
  office.person = { ...office.person, groups: [] };
  await signIn();
  const { url } = (await member.post("/api/auth/providers/first-password", { provider: "office" })).body;
  await come(member, String(url));
  expect(said(await finish(member, { newPassword: "short1" }))).toEqual([200, "password-set"]);
  office.person = { ...office.person, groups: ["admins"] };
  await signIn();
  expect((await member.get("/api/admin/users")).body.code).toBe("admin-password-too-short");
});

test("where providers are the only way in, passwords, links for new ones, passkeys and registration are refused", async () => {
  const owner = newBrowser();
  await owner.register({ username: `${name}-owner` });
  configure({}, { SIGN_IN_ONLY_WITH_PROVIDERS: "on" });
  const only = [403, "provider-only"];
  expect(said(await newBrowser().login(`${name}-owner`))).toEqual(only);
  expect(said(await newBrowser().register({ username: `${name}-new` }))).toEqual(only);
  const passkey = signInWith(makePasskey(server.origin), "any");
  expect(said(await newBrowser().post("/api/auth/passkey-login", { passkey }))).toEqual(only);
  const forgotten = { account: `${name}-owner` };
  expect(said(await newBrowser().post("/api/auth/forgot-password", forgotten))).toEqual(only);
  const chosen = { token: "any-token", password: "another password" };
  expect(said(await newBrowser().post("/api/auth/reset-password", chosen))).toEqual(only);
  const member = await newMember();
  expect(await isSignedIn(member)).toBe(true);
  expect((await link(owner)).body.code).toBe("provider-identity-taken");
  configure({}, { SIGN_IN_ONLY_WITH_PROVIDERS: "on", DISABLE_SIGNUP: "on" });
  office.person = { sub: `${name}-new` };
  const stranger = { account: { ...account(), username: `${name}-new` } };
  expect(said(await signIn(newBrowser(), stranger))).toEqual([403, "registration-closed"]);
});

test("an account without a password chooses one by way of its provider, and never loses its last way in [threat A42]", async () => {
  const member = await newMember();
  expect((await member.get("/api/auth/providers")).body.hasPassword).toBe(false);
  const [linked] = await linkedOf(member);
  const start = async () =>
    String((await member.post("/api/auth/providers/first-password", { provider: "office" })).body.url);
  const url = await start();
  expect(new URL(url).searchParams.get("prompt")).toBe("login");
  await come(member, url);
  expect(said(await finish(member))).toEqual([200, "password-needed"]);
  // The provider lets a person pass who is signed in there.
  const anHourAgo = Math.floor(now / 1000) - 3_600;
  office.tampering = { idToken: (claims) => ({ ...claims, auth_time: anHourAgo }) };
  await come(member, await start());
  expect(said(await finish(member, { newPassword: "a new password" }))).toEqual([401, "provider-login-old"]);
  office.tampering = { idToken: withoutTime };
  await come(member, await start());
  expect(said(await finish(member, { newPassword: "a new password" }))).toEqual([
    401,
    "provider-login-undated",
  ]);
  office.tampering = {};
  await come(member, await start());
  expect(said(await finish(member, { newPassword: "a new password" }))).toEqual([200, "password-set"]);
  expect((await newBrowser().login(name, "a new password")).status).toBe(200);
  await come(member, await start());
  expect(said(await finish(member, { newPassword: "another one" }))).toEqual([409, "password-exists"]);
  // Someone else's person at the provider sets nothing.
  office.person = { sub: `${name}-other` };
  await come(member, await start());
  expect(said(await finish(member, { newPassword: "another one" }))).toEqual([
    403,
    "provider-identity-other",
  ]);

  const remove = (path: string) => member.post(path, { currentPassword: "a new password" });
  configure({}, { SIGN_IN_ONLY_WITH_PROVIDERS: "on" });
  expect(said(await remove(`/api/auth/providers/${linked?.id}/unlink`))).toEqual([409, "last-way-in"]);
  configure();
  expect((await remove(`/api/auth/providers/${linked?.id}/unlink`)).status).toBe(200);
});

test("a first password takes the account's passkey, or a code of its app, before the provider is asked again [threat A42]", async () => {
  const withPasskey = await newMember();
  const passkey = makePasskey(server.origin);
  const begun = await withPasskey.post("/api/auth/passkeys/options", await providerProofOf(withPasskey));
  const made = createWith(passkey, begun.body.options);
  expect((await withPasskey.post("/api/auth/passkeys", { name: "Laptop", passkey: made })).status).toBe(200);
  const start = (client: TestClient, given: object) =>
    client.post("/api/auth/providers/first-password", { provider: "office", ...given });
  expect(said(await start(withPasskey, {}))).toEqual([400, "proof-needs-passkey"]);
  const asked = await withPasskey.post("/api/auth/passkey-proof/options");
  const signed = signInWith(passkey, Object(asked.body.options).challenge);
  const started = await start(withPasskey, { passkey: signed });
  expect(said(await start(withPasskey, { passkey: signed }))).toEqual([400, "passkey-refused"]);
  await come(withPasskey, String(started.body.url));
  expect(said(await finish(withPasskey, { newPassword: "a new password" }))).toEqual([200, "password-set"]);

  name = `${name}-app`;
  office.person = { ...office.person, sub: name };
  const withApp = await newMember();
  const app = await withApp.post("/api/auth/authenticator-app", await providerProofOf(withApp));
  const secret = String(app.body.secret);
  const code = showCode(secret);
  expect((await withApp.post("/api/auth/authenticator-app/confirm", { code })).status).toBe(200);
  expect(said(await start(withApp, {}))).toEqual([400, "proof-needs-code"]);
  expect(said(await start(withApp, { code }))).toEqual([400, "code-wrong"]);
  now += 30_000;
  const next = await start(withApp, { code: showCode(secret) });
  await come(withApp, String(next.body.url));
  expect(said(await finish(withApp, { newPassword: "a new password" }))).toEqual([200, "password-set"]);
});

const showCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: now });

const providerProofOf = async (client: TestClient) => ({
  providerProof: (await proveWith(client)).body.proof,
});

test("signing out also leads to the provider's page for it, if the session began there", async () => {
  const member = await newMember();
  const out = await member.post("/api/auth/logout");
  const url = new URL(String(out.body.providerUrl));
  expect([url.origin, url.searchParams.get("client_id")]).toEqual([office.issuer, testClient.clientId]);
  expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${server.origin}/`);
  const client = newBrowser();
  await client.register({ username: `${name}-password` });
  expect((await client.post("/api/auth/logout")).body).toEqual({ success: true });
  const linked = newBrowser();
  office.person = { sub: `${name}-linked` };
  await linked.register({ username: `${name}-linked` });
  expect(said(await link(linked))).toEqual([200, "linked"]);
  expect(said(await signIn(linked))).toEqual([200, "entered"]);
  const change = { currentPassword: jane.password, newPassword: "new horse" };
  expect((await linked.post("/api/auth/change-password", change)).status).toBe(200);
  expect((await linked.post("/api/auth/logout")).body).toMatchObject({ providerUrl: url.href });
  office.person = { sub: name };
  office.tampering = { discovery: ({ end_session_endpoint: _, ...metadata }) => metadata };
  now += 11 * 60_000;
  const without = newBrowser();
  expect(said(await signIn(without))).toEqual([200, "entered"]);
  expect((await without.post("/api/auth/logout")).body).toEqual({ success: true });
});

test("a deleted account keeps no link, and its person at the provider does not sign in [threat A16]", async () => {
  await newMember();
  const id = String(
    sqlOf(server.deps.db).prepare("SELECT id FROM users WHERE username = ?").pluck().get(name),
  );
  await transaction(server.deps, (deps) => eraseAccount(deps, id, { actorId: id, isOwner: true }));
  expect(said(await signIn())).toEqual([200, "account-needed"]);
});

test("neither the client's secret nor a code, a token or a cookie is in the log or the database", async () => {
  lines.length = 0;
  const client = newBrowser();
  office.tampering = { idToken: (claims) => ({ ...claims, aud: "another-client" }) };
  const back = await come(client, await begin(client));
  const rows = JSON.stringify(sqlOf(server.deps.db).prepare("SELECT * FROM provider_sign_ins").all());
  expect(lines.join("")).toContain("an identity provider failed");
  for (const name of ["code", "state"]) {
    const secret = back.searchParams.get(name) ?? "";
    expect(secret.length).toBeGreaterThan(20);
    expect([lines.join("").includes(secret), rows.includes(secret)]).toEqual([false, false]);
  }
  expect(lines.join("") + rows).not.toContain(testClient.clientSecret);
});

/** Asks the provider again, and returns what it gives as a proof. */
async function proveWith(client: TestClient): Promise<Answer> {
  const started = await client.post("/api/auth/providers/proof", {
    provider: "office",
    returnTo: "/account",
  });
  expect(String(started.body.url)).toContain("prompt=login");
  await come(client, String(started.body.url));
  return finish(client);
}

test("the owner of an account without a password deletes it, or changes its address, once the provider has asked again [threat A45]", async () => {
  const client = await newMember();
  const remove = (given: object) => client.post("/api/auth/delete-account", given);
  const change = (given: object) => client.post("/api/auth/email", { email: "new@example.org", ...given });
  expect((await remove({})).body.code).toBe("current-password-required");
  expect((await remove({ currentPassword: "" })).body.code).toBe("current-password-required");
  expect((await remove({ currentPassword: jane.password })).body.code).toBe("wrong-current-password");
  expect((await remove({ providerProof: "invented" })).body.code).toBe("provider-proof-expired");
  const proven = await proveWith(client);
  expect(said(proven)).toEqual([200, "proven"]);
  const given = { providerProof: proven.body.proof };
  const stranger = await newStranger();
  expect((await stranger.post("/api/auth/delete-account", given)).body.code).toBe("provider-proof-expired");
  expect((await change(given)).status).toBe(200);
  expect((await remove(given)).body.code).toBe("provider-proof-expired");
  const late = { providerProof: (await proveWith(client)).body.proof };
  now += 16 * 60_000;
  expect((await remove(late)).body.code).toBe("provider-proof-expired");
  const next = { providerProof: (await proveWith(client)).body.proof };
  expect((await remove(next)).status).toBe(200);
});

async function newStranger(): Promise<TestClient> {
  const stranger = newBrowser();
  await stranger.register({ username: `stranger-of-${name}` });
  return stranger;
}

test("another person at the provider, or a provider that does not ask again, proves nothing [threat A45]", async () => {
  const client = await newMember();
  const own = office.person;
  office.person = { ...own, sub: "someone-else" };
  expect(said(await proveWith(client))).toEqual([403, "provider-identity-other"]);
  office.person = own;
  const anHourAgo = Math.floor(now / 1000) - 3_600;
  office.tampering = { idToken: (claims) => ({ ...claims, auth_time: anHourAgo }) };
  expect(said(await proveWith(client))).toEqual([401, "provider-login-old"]);
  office.tampering = { idToken: withoutTime };
  expect(said(await proveWith(client))).toEqual([401, "provider-login-undated"]);
});

/** A provider that was asked for the time of the login, and does not say it. */
const withoutTime = ({ auth_time: _, ...claims }: Record<string, unknown>) => claims;

test("made-up confirmations of a provider are refused before they use up the limits of what they are for [threat A45]", async () => {
  const client = await newMember();
  const providerProof = "made up";
  for (let i = 0; i < 4; i += 1) {
    for (const [path, given] of [
      ["/api/auth/delete-account", { providerProof }],
      ["/api/auth/email", { providerProof, email: "new@example.org" }],
    ] as const)
      expect((await client.post(path, given)).body.code).toBe("provider-proof-expired");
  }
});

test("an answer that the provider's page posts as a form, as Apple's does, needs no cookie that a browser keeps from it [threat A46]", async () => {
  const { config } = server.deps;
  const [first] = config.signInProviders;
  if (!first) throw new Error("It is set up.");
  config.signInProviders = [{ ...first, usesFormPost: true }];
  const { origin } = config;
  const behindTls = { "x-forwarded-proto": "https" };
  config.origin = origin.replace("http:", "https:");
  const headers = { "content-type": "application/json", ...behindTls };
  const body = JSON.stringify({ provider: "office" });
  const begun = await fetch(`${server.origin}/api/auth/provider-login`, { method: "POST", headers, body });
  const [cookie = ""] = begun.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-provider=.*; SameSite=None; Secure$/);
  const [pair = ""] = cookie.split(";");
  const { url } = Object(await begun.json());
  expect(new URL(url).searchParams.get("response_mode")).toBe("form_post");
  const { action, fields } = await visitProviderForForm(url);
  const post = (cookies: string, sent: URLSearchParams) =>
    fetch(`${server.origin}${action.pathname}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: cookies, origin: office.issuer, "sec-fetch-site": "cross-site" },
      body: sent,
    });
  const finish = async () => {
    const answer = await fetch(`${server.origin}/api/auth/provider-login/finish`, {
      method: "POST",
      headers: { ...headers, cookie: pair },
      body: "{}",
    });
    return Object(await answer.json());
  };
  await post("", fields);
  const forged = new URLSearchParams(fields);
  forged.set("state", "forged");
  await post(pair, forged);
  expect((await finish()).code).toBe("provider-sign-in-expired");
  const answer = await post(pair, fields);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/signing-in"]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await finish()).result).toBe("account-needed");
  config.origin = origin;
});
