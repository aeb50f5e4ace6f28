import { afterEach, beforeEach, expect, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { createMagicLink, openMagicLink } from "../mail/magic-links.service.ts";
import { createAdmin, ensureAdmin, promoteToAdmin, resetPassword } from "./operator.service.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const client = () => createTestClient(server.origin);
const accounts = () => sqliteOf(server.deps.db).prepare("SELECT count(*) FROM users").pluck().get();
const withAdmin = (username: string, email?: string) => ({
  ...server.deps,
  config: { ...server.deps.config, admin: { username, password: "correct horse", email } },
});

test("a fresh server has no account, and the first person to register is an ordinary user [threat A20]", async () => {
  await ensureAdmin(server.deps);
  expect(accounts()).toBe(0);
  const first = client();
  await first.register();
  expect((await first.get("/api/auth/me")).body.isAdmin).toBe(false);
});

test("the administrator from the settings is created at the first start, and only then [threat A20]", async () => {
  await ensureAdmin(withAdmin("boss"));
  await resetPassword(server.deps, "boss", "changed since then");
  await ensureAdmin(withAdmin("boss"));
  expect(accounts()).toBe(1);
  const boss = client();
  expect((await boss.login("boss", "changed since then")).status).toBe(200);
  expect((await boss.get("/api/auth/me")).body).toEqual({
    username: "boss",
    isAdmin: true,
    needsAdminPassword: false,
    needsSecondFactor: false,
    office: null,
    pendingEmail: null,
    deletionAt: null,
    language: "en",
    timeZone: null,
    email: null,
    emailConfirmed: false,
    firstName: "",
    lastName: "",
  });
});

test("registering the administrator's name beforehand gives no rights [threat A20]", async () => {
  const early = client();
  await early.register({ username: "Boss" });
  await ensureAdmin(withAdmin("boss"));
  expect((await early.get("/api/auth/me")).body.isAdmin).toBe(false);
});

test("an account can be promoted, and gets its rights when it signs in with a password of 12 characters", async () => {
  const person = client();
  await person.register();
  await promoteToAdmin(server.deps, "JANE");
  expect((await person.get("/api/auth/me")).body).toMatchObject({ isAdmin: true, needsAdminPassword: true });
  const refused = await person.get("/api/admin/users");
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Administrators need a password of at least 12 characters. Please sign in again, or choose a new one on your account page.",
  ]);
  await person.login("jane");
  expect((await person.get("/api/auth/me")).body).toMatchObject({ isAdmin: true, needsAdminPassword: false });
  expect((await person.get("/api/admin/users")).status).toBe(200);
});

test("a link for a new password that was made before an account was promoted no longer works [threat A23]", async () => {
  await client().register();
  const id = String(sqliteOf(server.deps.db).prepare("SELECT id FROM users").pluck().get());
  const link = { purpose: "password-reset", subject: id, lifetimeMs: 3_600_000 } as const;
  const token = await createMagicLink(server.deps, link);
  await promoteToAdmin(server.deps, "jane");
  const reset = await client().post("/api/auth/reset-password", { token, password: "another horse" });
  expect([reset.status, reset.body.code]).toEqual([400, "reset-link-invalid"]);
});

test("an administrator with a short password has no rights until the password is longer [threat A20]", async () => {
  const person = client();
  await person.register({ password: "short one" });
  await promoteToAdmin(server.deps, "jane");
  await person.login("jane", "short one");
  expect((await person.get("/api/admin/users")).status).toBe(403);
  const change = (newPassword: string) =>
    person.post("/api/auth/change-password", { currentPassword: "short one", newPassword });
  const refused = await change("eleven char");
  const message = "Administrators need a password of at least 12 characters";
  expect([refused.status, refused.body.message, refused.body.issues]).toEqual([
    400,
    message,
    [{ path: "newPassword", message, code: "administrator-password-too-short" }],
  ]);
  expect((await change("twelve chars")).status).toBe(200);
  expect((await person.get("/api/admin/users")).status).toBe(200);
});

test("an administrator of an older version has to sign in again before the rights take effect", async () => {
  await createAdmin(server.deps, "boss", "correct horse");
  const boss = client();
  await boss.login("boss");
  sqliteOf(server.deps.db).exec("UPDATE users SET has_admin_password = 0");
  expect((await boss.get("/api/admin/users")).status).toBe(403);
  await boss.login("boss");
  expect((await boss.get("/api/admin/users")).status).toBe(200);
});

test("neither the console nor a mailed link can give an administrator a short password [threat A20]", async () => {
  await createAdmin(server.deps, "boss", "correct horse");
  const message = "Administrators need a password of at least 12 characters";
  await expect(resetPassword(server.deps, "boss", "eleven char")).rejects.toThrow(message);
  const id = String(sqliteOf(server.deps.db).prepare("SELECT id FROM users").pluck().get());
  const link = { purpose: "password-reset", subject: id, lifetimeMs: 3_600_000 } as const;
  const token = await createMagicLink(server.deps, link);
  const short = await client().post("/api/auth/reset-password", { token, password: "eleven char" });
  expect([short.status, short.body.issues]).toEqual([
    400,
    [{ path: "password", message, code: "administrator-password-too-short" }],
  ]);
  const long = await client().post("/api/auth/reset-password", { token, password: "twelve chars" });
  expect(long.status).toBe(200);
  expect((await client().login("boss", "twelve chars")).status).toBe(200);
});

test("the administrator from the settings gets the address from the settings, and it needs no confirmation", async () => {
  const emailOf = () => sqliteOf(server.deps.db).prepare("SELECT email, email_confirmed_at FROM users").get();
  await ensureAdmin(withAdmin("boss"));
  expect(emailOf()).toEqual({ email: null, email_confirmed_at: null });
  await ensureAdmin(withAdmin("boss", "boss@example.org"));
  expect(emailOf()).toEqual({ email: "boss@example.org", email_confirmed_at: expect.any(Number) });
  await ensureAdmin(withAdmin("boss", "chief@example.org"));
  expect(emailOf()).toMatchObject({ email: "chief@example.org" });
  await ensureAdmin(withAdmin("boss"));
  expect(emailOf()).toMatchObject({ email: "chief@example.org" });
});

test("a new password ends every session, and the old password no longer works", async () => {
  const person = client();
  await person.register();
  await resetPassword(server.deps, "jane", "a new secret");
  expect((await person.get("/api/auth/me")).status).toBe(401);
  expect((await client().login("jane")).status).toBe(401);
  expect((await client().login("jane", "a new secret")).status).toBe(200);
});

test("a new password set from the console cancels reset links, lifts the lock, and is reported to its owner by mail", async () => {
  await client().register({ email: "jane@example.com" });
  const { db } = server.deps;
  const jane = sqliteOf(db).prepare("SELECT id FROM users").pluck().get();
  const link = { purpose: "password-reset", subject: String(jane), lifetimeMs: 3_600_000 } as const;
  const token = await createMagicLink(server.deps, link);
  for (let tries = 0; tries < 3; tries += 1) await client().login("jane", "a wrong secret");
  await resetPassword(server.deps, "jane", "a new secret");
  expect(await openMagicLink(server.deps, "password-reset", token)).toBeUndefined();
  expect(
    sqliteOf(db)
      .prepare("SELECT count(*) FROM rate_limits WHERE bucket LIKE 'wrongLoginsPerAccount%'")
      .pluck()
      .get(),
  ).toBe(0);
  expect(sqliteOf(db).prepare("SELECT recipient FROM mails").pluck().all()).toEqual(["jane@example.com"]);
});

test("what the operator does to accounts is in the audit log, without the name of an administrator", async () => {
  await createAdmin(server.deps, "boss", "correct horse");
  await client().register();
  await resetPassword(server.deps, "jane", "a new secret");
  await promoteToAdmin(server.deps, "jane");
  const log = sqliteOf(server.deps.db).prepare("SELECT actor_id, action FROM audit_log ORDER BY rowid").all();
  expect(log).toEqual([
    { actor_id: null, action: "admin.created" },
    { actor_id: null, action: "password.reset" },
    { actor_id: null, action: "admin.promoted" },
  ]);
});

test("the operator gets a message that says what is wrong", async () => {
  await createAdmin(server.deps, "boss", "correct horse");
  await expect(createAdmin(server.deps, "BOSS", "correct horse")).rejects.toThrow("Username already exists");
  await expect(createAdmin(server.deps, "chief", "short")).rejects.toThrow(
    "Administrators need a password of at least 12 characters",
  );
  await expect(resetPassword(server.deps, "nobody", "correct horse")).rejects.toThrow(
    "There is no account named nobody.",
  );
  await expect(promoteToAdmin(server.deps, "nobody")).rejects.toThrow("There is no account named nobody.");
});
