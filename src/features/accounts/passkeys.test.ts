import { afterEach, beforeEach, expect, test } from "bun:test";
import { transaction } from "../../../db/transaction.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { createWith, makePasskey, signInWith, type TestPasskey } from "../../testing/test-passkey.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { eraseAccount } from "../admin/erase-account.service.ts";
import { resetSecondFactor } from "./operator.service.ts";
import { deleteOldChallenges } from "./passkey-check.service.ts";

const proof = { currentPassword: jane.password };

let clock: number;
let server: TestServer;
let owner: TestClient;
beforeEach(async () => {
  clock = Date.now();
  server = await startTestServer({ deps: { now: () => clock } });
  owner = createTestClient(server.origin);
  await owner.register({ email: "jane@example.org" });
});
afterEach(() => server.stop());

const newBrowser = () => createTestClient(server.origin);
const isSignedIn = async (client: TestClient) => (await client.get("/api/auth/me")).status === 200;
const acts = () =>
  sqlOf(server.deps.db).prepare("SELECT action FROM audit_log ORDER BY created_at, id").pluck().all();

/** The password, or the passkey of an account that has one. */
async function prove(passkey?: TestPasskey, client = owner): Promise<object> {
  if (!passkey) return proof;
  return { passkey: signInWith(passkey, await newChallenge("passkey-proof", client)) };
}

async function creationOptions(client = owner, has?: TestPasskey): Promise<unknown> {
  const answer = await client.post("/api/auth/passkeys/options", await prove(has, client));
  expect(answer.status).toBe(200);
  return answer.body.options;
}

async function addPasskey(passkey = makePasskey(server.origin), client = owner): Promise<TestPasskey> {
  const made = createWith(passkey, await creationOptions(client));
  expect((await client.post("/api/auth/passkeys", { name: "Laptop", passkey: made })).status).toBe(200);
  return passkey;
}

async function newChallenge(path = "passkey-login", client = newBrowser()): Promise<string> {
  const { body } = await client.post(`/api/auth/${path}/options`);
  return String(Object(body.options).challenge);
}

async function signIn(
  passkey: TestPasskey,
  answering: Parameters<typeof signInWith>[2] = {},
  client = newBrowser(),
) {
  const signed = signInWith(passkey, await newChallenge(), answering);
  return client.post("/api/auth/passkey-login", { passkey: signed });
}

const refused = { status: 401, code: "passkey-refused" };
const said = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  code: body.code,
});

test("a passkey is added, signs in without a user name, and is renamed and removed; what it opened ends, and the owner is told [threat A43]", async () => {
  const passkey = await addPasskey();
  const id = passkey.id.toString("base64url");
  const client = newBrowser();
  const entered = await signIn(passkey, {}, client);
  expect([entered.status, entered.body.username]).toEqual([200, "jane"]);
  expect(await isSignedIn(client)).toBe(true);
  expect((await owner.send("PATCH", `/api/auth/passkeys/${id}`, json({ name: "Phone" }))).status).toBe(200);
  const time = new Date(clock).toISOString();
  expect((await owner.get("/api/auth/second-factor")).body.passkeys).toEqual([
    { id, name: "Phone", createdAt: time, lastUsedAt: time },
  ]);
  const remove = (given: object) => owner.post(`/api/auth/passkeys/${id}/remove`, given);
  expect((await remove({ currentPassword: "wrong" })).body.code).toBe("wrong-current-password");
  expect((await remove(proof)).body.code).toBe("proof-needs-passkey");
  expect((await remove(await prove(passkey))).status).toBe(200);
  expect(said(await signIn(passkey))).toEqual(refused);
  expect([await isSignedIn(client), await isSignedIn(owner)]).toEqual([false, true]);
  expect(acts()).toEqual(["passkey.added", "passkey.removed"]);
  const mails = sqlOf(server.deps.db).prepare("SELECT subject FROM mails").pluck().all();
  const changed = "Attestamp: the way you log in was changed";
  expect(mails.toSorted()).toEqual(["Attestamp: a new sign-in to your account", changed, changed]);
});

const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

test("a passkey takes the place of the second step, and the device must have checked its owner", async () => {
  const passkey = await addPasskey();
  expect(said(await signIn(passkey, { isVerified: false }))).toEqual(refused);
  const made = createWith(makePasskey(server.origin), await creationOptions(owner, passkey), {
    isVerified: false,
  });
  const answer = await owner.post("/api/auth/passkeys", { name: "Key", passkey: made });
  expect([answer.status, answer.body.code]).toEqual([400, "passkey-not-made"]);
});

test("a passkey of another origin is refused, when it is made and when it signs [threat A29]", async () => {
  const passkey = await addPasskey();
  const strange = ["https://evil.example", "http://localhost:1", "https://localhost"];
  for (const origin of strange) {
    expect([origin, said(await signIn(passkey, { origin }))]).toEqual([origin, refused]);
    const made = createWith(makePasskey(origin), await creationOptions(owner, passkey));
    expect((await owner.post("/api/auth/passkeys", { name: "Key", passkey: made })).status).toBe(400);
  }
  expect((await signIn(passkey)).status).toBe(200);
});

test("a challenge is answered once, on one server, within five minutes, for what it was made for [threat A30]", async () => {
  const passkey = await addPasskey();
  const second = await startTestServer({
    config: { dataDir: server.deps.config.dataDir, origin: server.origin },
    deps: { now: () => clock },
  });
  const send = (signed: unknown, origin = server.origin) =>
    createTestClient(origin).post("/api/auth/passkey-login", { passkey: signed });
  const signed = signInWith(passkey, await newChallenge());
  const both = await Promise.all([send(signed), send(signed, `http://localhost:${portOf(second)}`)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect(said(await send(signed))).toEqual(refused);
  await second.stop();

  const late = signInWith(passkey, await newChallenge());
  clock += 301_000;
  expect(said(await send(late))).toEqual(refused);
  expect(said(await send(signInWith(passkey, "invented")))).toEqual(refused);
  const proving = await newChallenge("passkey-proof", owner);
  expect(said(await send(signInWith(passkey, proving)))).toEqual(refused);
  const { challenge } = Object(await creationOptions(owner, passkey));
  expect(said(await send(signInWith(passkey, challenge)))).toEqual(refused);
  clock += 301_000;
  await deleteOldChallenges(server.deps);
  expect(sqlOf(server.deps.db).prepare("SELECT count(*) AS n FROM passkey_challenges").get()).toEqual({
    n: 0,
  });
});

const portOf = (other: TestServer) => new URL(other.origin).port;

test("a passkey belongs to one account, and its answers to no other account [threat A31]", async () => {
  const passkey = await addPasskey();
  const other = newBrowser();
  await other.register({ username: "other" });
  const made = createWith(passkey, await creationOptions(other));
  const taken = await other.post("/api/auth/passkeys", { name: "Stolen", passkey: made });
  expect([taken.status, taken.body.code]).toEqual([409, "passkey-taken"]);
  // Making it again has replaced the owner that the authenticator remembers.
  expect(said(await signIn(passkey))).toEqual(refused);
  const third = newBrowser();
  await third.register({ username: "third" });
  const mine = createWith(makePasskey(server.origin), await creationOptions(third));
  expect((await other.post("/api/auth/passkeys", { name: "Mine", passkey: mine })).status).toBe(400);
  const id = passkey.id.toString("base64url");
  expect((await other.post(`/api/auth/passkeys/${id}/remove`, proof)).status).toBe(404);
  expect((await other.send("PATCH", `/api/auth/passkeys/${id}`, json({ name: "x" }))).status).toBe(404);
});

test("signing in by passkey tells no one which accounts exist [threat A12]", async () => {
  const passkey = await addPasskey();
  const options = async () => (await newBrowser().post("/api/auth/passkey-login/options")).body.options;
  const { challenge: _, ...first } = Object(await options());
  expect(first).not.toHaveProperty("allowCredentials");
  const unknown = await signIn(makePasskey(server.origin));
  const wrong = await signIn({ ...passkey, key: makePasskey(server.origin).key });
  const { challenge: __, ...then } = Object(await options());
  expect(then).toEqual(first);
  const { requestId: _a, ...answer } = unknown.body;
  const { requestId: _b, ...other } = wrong.body;
  expect([unknown.status, answer]).toEqual([wrong.status, other]);
});

test("a counter that goes back is refused: someone may have copied the passkey [threat A32]", async () => {
  const passkey = await addPasskey();
  expect((await signIn(passkey, { counter: 5 })).status).toBe(200);
  for (const counter of [5, 4, 0]) expect(said(await signIn(passkey, { counter }))).toEqual(refused);
  expect((await signIn(passkey, { counter: 6 })).status).toBe(200);
});

test("a session planted before a sign-in by passkey never works [threat A1]", async () => {
  const passkey = await addPasskey();
  const planted = "session=planted-by-someone-else";
  const client = createTestClient(server.origin, planted);
  expect((await signIn(passkey, {}, client)).status).toBe(200);
  expect(client.cookie()).not.toBe(planted);
  expect(await isSignedIn(createTestClient(server.origin, planted))).toBe(false);
});

test("a passkey proves its owner in place of the password, once, and only for the own account [threat A28]", async () => {
  const passkey = await addPasskey();
  const start = (signed: unknown, client = owner) =>
    client.post("/api/auth/authenticator-app", { passkey: signed });
  const signed = signInWith(passkey, await newChallenge("passkey-proof", owner));
  expect((await start(signed)).status).toBe(200);
  expect((await start(signed)).body.code).toBe("passkey-refused");
  const other = newBrowser();
  await other.register({ username: "other" });
  await addPasskey(undefined, other);
  const theirs = signInWith(passkey, await newChallenge("passkey-proof", other));
  expect((await start(theirs, other)).body.code).toBe("passkey-refused");
  expect((await owner.post("/api/auth/authenticator-app", {})).body.code).toBe("current-password-required");
});

test("the operator removes lost passkeys on the console", async () => {
  const passkey = await addPasskey();
  await resetSecondFactor(server.deps, "jane");
  expect([await isSignedIn(owner), said(await signIn(passkey))]).toEqual([false, refused]);
});

test("a deleted account keeps no passkey, and its passkey does not sign in [threat A16]", async () => {
  const passkey = await addPasskey();
  const id = String(sqlOf(server.deps.db).prepare("SELECT id FROM users").pluck().get());
  await transaction(server.deps, (deps) => eraseAccount(deps, id, { actorId: id, isOwner: true }));
  expect(said(await signIn(passkey))).toEqual(refused);
  expect(sqlOf(server.deps.db).prepare("SELECT count(*) AS n FROM passkeys").get()).toEqual({ n: 0 });
});

test("with a passkey, neither the password nor an open session deletes the account or changes its address [threat A44]", async () => {
  const passkey = await addPasskey();
  const remove = (given: object) => owner.post("/api/auth/delete-account", given);
  const change = (given: object) => owner.post("/api/auth/email", { email: "new@example.org", ...given });
  for (const ask of [change, remove]) {
    expect((await ask(proof)).body.code).toBe("proof-needs-passkey");
    const signed = await prove(passkey);
    expect((await ask(signed)).status).toBe(200);
    expect((await ask(signed)).body.code).toBe("passkey-refused");
  }
});
