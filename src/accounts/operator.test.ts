import { afterEach, beforeEach, expect, test } from "bun:test";
import { createTestClient } from "../http/test-client.ts";
import { startTestServer, type TestServer } from "../http/test-server.ts";
import { createSecretLink, openSecretLink } from "../mail/secret-links.service.ts";
import { createAdmin, ensureAdmin, promoteToAdmin, resetPassword } from "./operator.service.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const client = () => createTestClient(server.origin);
const accounts = () => server.deps.db.$client.prepare("SELECT count(*) FROM users").pluck().get();
const withAdmin = (username: string) => ({
  ...server.deps,
  config: { ...server.deps.config, admin: { username, password: "correct horse" } },
});

test("a fresh server has no account, and who registers first is nobody special", async () => {
  await ensureAdmin(server.deps);
  expect(accounts()).toBe(0);
  const first = client();
  await first.register();
  expect((await first.get("/api/auth/me")).body.isAdmin).toBe(false);
});

test("the administrator of the settings is made at the first start, and only then", async () => {
  await ensureAdmin(withAdmin("boss"));
  await resetPassword(server.deps, "boss", "changed since");
  await ensureAdmin(withAdmin("boss"));
  expect(accounts()).toBe(1);
  const boss = client();
  expect((await boss.login("boss", "changed since")).status).toBe(200);
  expect((await boss.get("/api/auth/me")).body).toEqual({
    username: "boss",
    isAdmin: true,
    email: null,
    firstName: "",
    lastName: "",
  });
});

test("somebody who registered the administrator's name before gets no rights by it", async () => {
  const early = client();
  await early.register({ username: "Boss" });
  await ensureAdmin(withAdmin("boss"));
  expect((await early.get("/api/auth/me")).body.isAdmin).toBe(false);
});

test("an account can be promoted, and has its rights with the next request", async () => {
  const person = client();
  await person.register();
  promoteToAdmin(server.deps, "JANE");
  expect((await person.get("/api/auth/me")).body.isAdmin).toBe(true);
});

test("a new password ends every session and shuts out the old one", async () => {
  const person = client();
  await person.register();
  await resetPassword(server.deps, "jane", "a new secret");
  expect((await person.get("/api/auth/me")).status).toBe(401);
  expect((await client().login("jane")).status).toBe(401);
  expect((await client().login("jane", "a new secret")).status).toBe(200);
});

test("a new password from the console shuts a link to choose one, lifts the lock, and its owner is told by mail", async () => {
  await client().register({ email: "jane@example.com" });
  const { db } = server.deps;
  const jane = db.$client.prepare("SELECT id FROM users").pluck().get();
  const link = { purpose: "password-reset", subject: String(jane), lifetimeMs: 3_600_000 } as const;
  const token = createSecretLink(server.deps, link);
  for (let tries = 0; tries < 3; tries += 1) await client().login("jane", "a wrong secret");
  await resetPassword(server.deps, "jane", "a new secret");
  expect(openSecretLink(server.deps, "password-reset", token)).toBeUndefined();
  expect(
    db.$client
      .prepare("SELECT count(*) FROM rate_limits WHERE bucket LIKE 'wrongLoginsPerAccount:%'")
      .pluck()
      .get(),
  ).toBe(0);
  expect(db.$client.prepare("SELECT recipient FROM mails").pluck().all()).toEqual(["jane@example.com"]);
});

test("what the operator does to accounts is in the audit log, without an admin's name", async () => {
  await createAdmin(server.deps, "boss", "correct horse");
  await client().register();
  await resetPassword(server.deps, "jane", "a new secret");
  promoteToAdmin(server.deps, "jane");
  const log = server.deps.db.$client.prepare("SELECT actor_id, action FROM audit_log ORDER BY rowid").all();
  expect(log).toEqual([
    { actor_id: null, action: "admin.created" },
    { actor_id: null, action: "password.reset" },
    { actor_id: null, action: "admin.promoted" },
  ]);
});

test("the operator is told what is wrong", async () => {
  await createAdmin(server.deps, "boss", "correct horse");
  await expect(createAdmin(server.deps, "BOSS", "correct horse")).rejects.toThrow("Username already exists");
  await expect(createAdmin(server.deps, "chief", "short")).rejects.toThrow(
    "Password must be at least 6 characters",
  );
  await expect(resetPassword(server.deps, "nobody", "correct horse")).rejects.toThrow(
    "There is no account named nobody.",
  );
  expect(() => promoteToAdmin(server.deps, "nobody")).toThrow("There is no account named nobody.");
});
