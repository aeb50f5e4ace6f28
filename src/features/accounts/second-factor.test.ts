import { afterEach, beforeEach, expect, test } from "bun:test";
import { TOTP } from "otpauth";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { findStep, newAppSecret, openAppSecret, sealAppSecret } from "./authenticator-app.ts";
import { resetSecondFactor } from "./operator.service.ts";
import { createResetLink } from "./password-reset.service.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";

const seconds = 1000;
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
const showCode = (secret: string, at = clock) => new TOTP({ secret }).generate({ timestamp: at });
const logIn = (client: TestClient, code?: string, fields: Record<string, unknown> = {}) =>
  client.post("/api/auth/login", { username: "jane", password: jane.password, code, ...fields });
const isSignedIn = async (client: TestClient) => (await client.get("/api/auth/me")).status === 200;
const userId = () => String(sqlOf(server.deps.db).prepare("SELECT id FROM users").pluck().get());
/** Of the emails about the second step: those about sign-ins in new browsers are left out. */
const subjects = () =>
  sqlOf(server.deps.db)
    .prepare("SELECT subject FROM mails WHERE subject NOT LIKE '%new sign-in%' ORDER BY created_at")
    .pluck()
    .all();
const acts = () =>
  sqlOf(server.deps.db).prepare("SELECT action FROM audit_log ORDER BY created_at, id").pluck().all();

/** Adds an authenticator app half a minute ago, so that its present code is unused. */
async function addApp(client = owner): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = String((await client.post("/api/auth/authenticator-app", proof)).body.secret);
  const answer = await client.post("/api/auth/authenticator-app/confirm", { code: showCode(secret) });
  expect(answer.status).toBe(200);
  const { recoveryCodes }: { recoveryCodes?: string[] } = answer.body;
  clock += 30 * seconds;
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

test("codes are those of RFC 6238, of this half minute and of the ones next to it", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const at = (second: number) => findStep(secret, "287082", second * seconds);
  expect([at(29), at(30), at(59), at(89), at(90)]).toEqual([1, 1, 1, 1, null]);
  expect(findStep(secret, "081804", 1_111_111_109 * seconds)).toBe(37_037_036);
  expect(findStep(secret, "94287082", 59 * seconds)).toBeNull();
});

test("a secret is stored sealed, for one account of this server only [threat A2]", () => {
  const [mine, other] = [1, 2].map((byte) => ({ counterKey: { secret: new Uint8Array(32).fill(byte) } }));
  if (!mine || !other) throw new Error("There are two servers.");
  const secret = newAppSecret();
  const sealed = sealAppSecret(mine, "user-1", secret);
  expect(openAppSecret(mine, "user-1", sealed)).toBe(secret);
  expect(sealAppSecret(mine, "user-1", secret)).not.toBe(sealed);
  expect([openAppSecret(mine, "user-2", sealed), openAppSecret(other, "user-1", sealed)]).toEqual([
    null,
    null,
  ]);
});

test("an app is added with the password and a code; it ends other sessions, and is mailed and written into the audit log", async () => {
  const elsewhere = newBrowser();
  await logIn(elsewhere);
  const start = (currentPassword: string) => owner.post("/api/auth/authenticator-app", { currentPassword });
  expect((await start("wrong")).body.code).toBe("wrong-current-password");
  const { body } = await start(jane.password);
  expect(String(body.uri)).toStartWith("otpauth://totp/Attestamp:jane?issuer=Attestamp&secret=");
  const confirm = (code: string) => owner.post("/api/auth/authenticator-app/confirm", { code });
  const secret = String(body.secret);
  const wrong = await confirm(showCode(secret, clock + 600 * seconds));
  expect([wrong.status, wrong.body.code]).toEqual([400, "code-wrong"]);
  expect((await owner.get("/api/auth/second-factor")).body).toEqual({
    appSince: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
  expect((await logIn(newBrowser())).status).toBe(200);
  const done = await confirm(showCode(secret).replace(/^.../, "$& "));
  expect(done.status).toBe(200);
  expect(done.body.recoveryCodes).toHaveLength(10);
  expect([await isSignedIn(owner), await isSignedIn(elsewhere)]).toEqual([true, false]);
  expect((await owner.get("/api/auth/second-factor")).body).toEqual({
    appSince: new Date(clock).toISOString(),
    passkeys: [],
    recoveryCodesLeft: 10,
  });
  expect(subjects()).toEqual(["Attestamp: the way you log in was changed"]);
  expect(acts()).toEqual(["authenticator_app.added"]);
  expect((await start(jane.password)).body.code).toBe("proof-needs-code");
  const [code] = Object(done.body.recoveryCodes);
  expect((await owner.post("/api/auth/authenticator-app", { ...proof, code })).body.code).toBe(
    "authenticator-app-exists",
  );
  expect((await confirm(showCode(secret))).body.code).toBe("authenticator-app-exists");
});

test("a QR code that was not confirmed within an hour is worthless, and a new one replaces it", async () => {
  const start = async () => String((await owner.post("/api/auth/authenticator-app", proof)).body.secret);
  const confirm = (secret: string) =>
    owner.post("/api/auth/authenticator-app/confirm", { code: showCode(secret) });
  const first = await start();
  clock += 3601 * seconds;
  expect((await confirm(first)).body.code).toBe("authenticator-app-not-started");
  const second = await start();
  expect((await confirm(first)).status).toBe(400);
  expect((await confirm(second)).status).toBe(200);
});

test("the password alone starts no session; an interrupted second step leaves nothing behind [threat A24]", async () => {
  const { secret } = await addApp();
  const client = newBrowser();
  const asked = await logIn(client);
  expect([asked.status, asked.body.code]).toEqual([401, "second-factor-required"]);
  expect(asked.headers.getSetCookie()).toEqual([]);
  const sessions = () => sqlOf(server.deps.db).prepare("SELECT count(*) AS n FROM sessions").get();
  expect([sessions(), await isSignedIn(client)]).toEqual([{ n: 1 }, false]);
  expect((await logIn(client, showCode(secret), { password: "wrong" })).body.code).toBe(
    "wrong-username-or-password",
  );
  expect((await logIn(client, showCode(secret))).status).toBe(200);
  expect(await isSignedIn(client)).toBe(true);
});

test("a session that was planted before the second step never works [threat A24]", async () => {
  const { secret } = await addApp();
  const planted = "session=planted-by-someone-else";
  const client = createTestClient(server.origin, planted);
  await logIn(client);
  expect(await isSignedIn(createTestClient(server.origin, planted))).toBe(false);
  expect((await logIn(client, showCode(secret))).status).toBe(200);
  expect(client.cookie()).not.toBe(planted);
  expect(await isSignedIn(createTestClient(server.origin, planted))).toBe(false);
});

test("a code works once, also for two servers at the same moment, and none of before [threat A25]", async () => {
  const { secret } = await addApp();
  const second = await startTestServer({
    config: { dataDir: server.deps.config.dataDir },
    deps: { now: () => clock },
  });
  const [early, present] = [showCode(secret, clock - 30 * seconds), showCode(secret)];
  const answers = await Promise.all(
    [server.origin, second.origin].map((origin) => logIn(createTestClient(origin), present)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect((await logIn(newBrowser(), present)).body.code).toBe("code-wrong");
  expect((await logIn(newBrowser(), early)).body.code).toBe("code-wrong");
  await second.stop();
});

test("the code that added the app does not sign in as well [threat A25]", async () => {
  const secret = String((await owner.post("/api/auth/authenticator-app", proof)).body.secret);
  const code = showCode(secret);
  await owner.post("/api/auth/authenticator-app/confirm", { code });
  expect((await logIn(newBrowser(), code)).status).toBe(401);
});

test("a recovery code signs in once, however it is typed, and the owner is told [threat A26]", async () => {
  const [first = "", second = ""] = (await addApp()).recoveryCodes;
  expect(first).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
  expect((await logIn(newBrowser(), first.toUpperCase().replaceAll("-", " "))).status).toBe(200);
  expect((await logIn(newBrowser(), first)).body.code).toBe("code-wrong");
  const both = await Promise.all([logIn(newBrowser(), second), logIn(newBrowser(), second)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect((await owner.get("/api/auth/second-factor")).body.recoveryCodesLeft).toBe(8);
  expect(subjects().slice(1)).toEqual(new Array(2).fill("Attestamp: a recovery code was used"));
  expect(acts().slice(1)).toEqual(new Array(2).fill("recovery_code.used"));
});

test("recovery codes are stored as hashes, and new ones replace those that were stolen [threat A26]", async () => {
  const { secret, recoveryCodes: first } = await addApp();
  const [stolen = ""] = first;
  const stored = sqlOf(server.deps.db).prepare("SELECT code_sha256 FROM recovery_codes").pluck().all();
  expect(stored).toHaveLength(10);
  expect(stored).toContain(hashRecoveryCode(stolen));
  expect((await logIn(newBrowser(), hashRecoveryCode(stolen))).status).not.toBe(200);
  const make = (currentPassword: string) =>
    owner.post("/api/auth/recovery-codes", { currentPassword, code: showCode(secret) });
  expect((await make("wrong")).body.code).toBe("wrong-current-password");
  const { recoveryCodes }: { recoveryCodes?: string[] } = (await make(jane.password)).body;
  expect((await logIn(newBrowser(), stolen)).body.code).toBe("code-wrong");
  expect((await logIn(newBrowser(), recoveryCodes?.[0])).status).toBe(200);
});

test("someone with the password gets few codes, and does not keep the owner out [threat A27]", async () => {
  const { secret, recoveryCodes } = await addApp();
  const remembered = newBrowser();
  await logIn(remembered, showCode(secret));
  await remembered.post("/api/auth/logout");
  server.deps.config.rateLimitFactor = 1;
  server.deps.config.trustProxy = 1;
  const guess = (address: number, code = "000000") =>
    newBrowser().post(
      "/api/auth/login",
      { username: "jane", password: jane.password, code },
      { "x-forwarded-for": `192.0.2.${address}` },
    );
  clock += 600 * seconds;
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await guess(1)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  for (let count = 0; count < 25; count += 1) await guess(2 + Math.floor(count / 5));
  expect((await guess(99)).status).toBe(429);
  expect((await guess(99, showCode(secret))).status).toBe(429);
  expect((await logIn(remembered, showCode(secret))).status).toBe(200);
  expect((await guess(99, recoveryCodes[0])).status).toBe(200);
});

test("signing in to one's own account gives no new codes for the owner of a shared browser [threat A27]", async () => {
  const { secret } = await addApp();
  const shared = newBrowser();
  await logIn(shared, showCode(secret));
  await shared.post("/api/auth/logout");
  await newBrowser().register({ username: "guest" });
  server.deps.config.rateLimitFactor = 1;
  clock += 600 * seconds;
  for (let count = 0; count < 10; count += 1) await logIn(shared, "000000");
  expect((await logIn(shared, "000000")).status).toBe(429);
  expect((await logIn(shared, undefined, { username: "guest" })).status).toBe(200);
  expect((await logIn(shared, "000000")).status).toBe(429);
});

test("right passwords and right codes use up no attempts", async () => {
  const { secret } = await addApp();
  server.deps.config.rateLimitFactor = 1;
  for (let count = 0; count < 12; count += 1) {
    expect((await logIn(newBrowser())).body.code).toBe("second-factor-required");
    expect((await logIn(newBrowser(), showCode(secret))).status).toBe(200);
    clock += 30 * seconds;
  }
});

test("a new password by mail leaves the second step, and makes no browser a known one [threat A28]", async () => {
  const { secret } = await addApp();
  const token = (await createResetLink(server.deps, userId())).split("#")[1];
  const thief = newBrowser();
  const reset = await thief.post("/api/auth/reset-password", { token, password: "new horse" });
  expect([reset.status, reset.headers.getSetCookie()]).toEqual([200, []]);
  expect((await logIn(thief, undefined, { password: "new horse" })).body.code).toBe("second-factor-required");
  expect((await logIn(thief, showCode(secret), { password: "new horse" })).status).toBe(200);
});

test("removing the app takes the password and a code, and is mailed [threat A28]", async () => {
  const { secret, recoveryCodes } = await addApp();
  const remove = (currentPassword: string, code?: string) =>
    owner.post("/api/auth/authenticator-app/remove", { currentPassword, code });
  expect((await remove("wrong", showCode(secret))).status).toBe(400);
  expect((await remove(jane.password)).body.code).toBe("proof-needs-code");
  expect((await remove(jane.password, "000000")).body.code).toBe("code-wrong");
  expect((await remove(jane.password, showCode(secret))).status).toBe(200);
  expect((await remove(jane.password)).body.code).toBe("authenticator-app-missing");
  expect((await owner.post("/api/auth/recovery-codes", proof)).status).toBe(404);
  expect((await logIn(newBrowser(), recoveryCodes[0])).status).toBe(200);
  expect((await owner.get("/api/auth/second-factor")).body).toEqual({
    appSince: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
  expect(acts()).toEqual(["authenticator_app.added", "authenticator_app.removed"]);
  expect(subjects()).toHaveLength(2);
});

test("the operator removes a lost second step on the console; sessions end, the password stays [threat A28]", async () => {
  await expect(resetSecondFactor(server.deps, "jane")).rejects.toThrow(
    "jane has no second factor and no passkey.",
  );
  await addApp();
  await resetSecondFactor(server.deps, "Jane");
  expect(await isSignedIn(owner)).toBe(false);
  expect((await logIn(newBrowser())).status).toBe(200);
  expect(acts()).toEqual(["authenticator_app.added", "second_factor.reset"]);
  expect(subjects()).toHaveLength(2);
});

test("a deleted account keeps neither app nor recovery codes [threat A16]", async () => {
  const [code] = (await addApp()).recoveryCodes;
  expect((await owner.post("/api/auth/delete-account", { ...proof, code })).status).toBe(200);
  clock += 8 * 24 * 3600 * seconds;
  const { deleteDueAccounts } = await import("../account-deletion/deletion.service.ts");
  await deleteDueAccounts(server.deps);
  const rows = (table: string) => sqlOf(server.deps.db).prepare(`SELECT count(*) AS n FROM ${table}`).get();
  expect([rows("users"), rows("authenticator_apps"), rows("recovery_codes")]).toEqual([
    { n: 1 },
    { n: 0 },
    { n: 0 },
  ]);
  await assertIntegrity(server.deps.config.dataDir, () => clock);
});

test("with an app, neither the password nor an open session deletes the account or changes its address [threat A44]", async () => {
  const { secret, recoveryCodes } = await addApp();
  const remove = (given: object) => owner.post("/api/auth/delete-account", given);
  const change = (given: object) => owner.post("/api/auth/email", { email: "new@example.org", ...given });
  for (const ask of [remove, change]) {
    expect((await ask(proof)).body.code).toBe("proof-needs-code");
    expect((await ask({ code: showCode(secret) })).body.code).toBe("current-password-required");
    expect((await ask({ currentPassword: "wrong", code: showCode(secret) })).status).toBe(400);
    expect((await ask({ ...proof, code: showCode(secret, clock + 600 * seconds) })).body.code).toBe(
      "code-wrong",
    );
  }
  const code = showCode(secret);
  expect((await change({ ...proof, code })).status).toBe(200);
  expect((await remove({ ...proof, code })).body.code).toBe("code-wrong");
  expect((await remove({ ...proof, code: recoveryCodes[0] })).status).toBe(200);
});

test("someone with the password and an open session guesses few codes, and locks no one out [threat A44]", async () => {
  const { secret } = await addApp();
  const wrong = async () => {
    const given = { ...proof, code: showCode(secret, clock + 600 * seconds) };
    return (await owner.post("/api/auth/recovery-codes", given)).body.code;
  };
  server.deps.config.rateLimitFactor = 1;
  for (let tries = 0; tries < 10; tries += 1) {
    clock += 120 * seconds;
    expect(await wrong()).toBe("code-wrong");
  }
  clock += 3_600 * seconds;
  expect(await wrong()).toBe("too-many-attempts-minutes");
  expect((await logIn(newBrowser(), showCode(secret))).status).toBe(200);
});
