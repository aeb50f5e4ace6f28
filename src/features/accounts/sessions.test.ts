import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { sessions } from "../../../db/schema.ts";
import { createTestClient, jane } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { takeSnapshot } from "../backup/snapshot.ts";

const day = 24 * 3_600_000;
let clock = Date.now();
let server: TestServer;
beforeEach(async () => {
  clock = Date.now();
  server = await startTestServer({ deps: { now: () => clock } });
});
afterEach(() => server.stop());

const client = (cookie = "") => createTestClient(server.origin, cookie);
const statusOfMe = async (person: ReturnType<typeof client>) => (await person.get("/api/auth/me")).status;

test("login never reuses a token that the browser already had [threat A1]", async () => {
  await client().register();
  const planted = "session=planted-by-somebody-else";
  const person = client(planted);
  await person.login("jane");
  expect(person.cookie()).not.toBe(planted);
  expect(await statusOfMe(client(planted))).toBe(401);
  expect(await statusOfMe(person)).toBe(200);
});

test("registering never reuses a token that the browser already had [threat A1]", async () => {
  const planted = "session=planted-by-somebody-else";
  const person = client(planted);
  await person.register();
  expect(person.cookie()).not.toBe(planted);
  expect([await statusOfMe(client(planted)), await statusOfMe(person)]).toEqual([401, 200]);
});

test("signing in again ends the browser's previous session [threat A1]", async () => {
  const person = client();
  await person.register();
  const before = person.cookie();
  await person.login("jane");
  expect(await statusOfMe(client(before))).toBe(401);
});

test("nothing in the data folder or in a backup of it can be used to sign in [threat A2]", async () => {
  const person = client();
  await person.register();
  await person.login("jane");
  const token = person.cookie().slice("session=".length);
  const secret = Buffer.from(token, "base64url");
  expect(secret.length).toBe(32);
  const { dataDir } = server.deps.config;
  mkdirSync(join(dataDir, "backup"));
  await closeDatabase(await takeSnapshot(server.deps.db, join(dataDir, "backup")));
  const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.sqlite(-wal)?$/.test(name),
  );
  expect(names.toSorted()).toEqual(["attestamp.sqlite", "attestamp.sqlite-wal", "backup/attestamp.sqlite"]);
  for (const name of names) {
    const bytes = readFileSync(join(dataDir, name));
    const forms = [token, secret, secret.toString("hex"), secret.toString("base64")];
    expect([name, forms.filter((form) => bytes.includes(form))]).toEqual([name, []]);
  }
  const kept = (await server.deps.db.select().from(sessions).all()).flatMap(Object.values).map(String);
  expect(kept.length).toBeGreaterThan(2);
  for (const value of kept) expect(await statusOfMe(client(`session=${value}`))).toBe(401);
});

test("scripts and other sites cannot read or send the cookie [threat A3]", async () => {
  const answer = await client().register();
  const lines = answer.headers.getSetCookie().map((line) => line.split("; "));
  expect(lines.map(([pair = "", ...flags]) => [pair.split("=")[0], ...flags.toSorted()])).toEqual([
    ["session", "HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax"],
    ["device", "HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"],
  ]);
});

test("with a public https address the cookie is Secure and bound to the host by its name [threat A3]", async () => {
  const secure = await startTestServer({ config: { origin: "https://stamps.example.org" } });
  const answer = await createTestClient(secure.origin).register();
  for (const [at, name] of ["__Host-session", "__Host-device"].entries()) {
    const cookie = answer.headers.getSetCookie()[at] ?? "";
    expect(cookie).toStartWith(`${name}=`);
    expect(cookie.split("; ")).toContain("Secure");
    expect(cookie).not.toContain("Domain");
  }
  await secure.stop();
});

test("logout ends the session on the server, and logging out twice is fine [spec 4 logout] [spec 7 logout] [threat A4]", async () => {
  const person = client();
  await person.register();
  const cookie = person.cookie();
  expect((await client(cookie).post("/api/auth/logout")).status).toBe(200);
  expect(await statusOfMe(client(cookie))).toBe(401);
  expect((await client(cookie).post("/api/auth/logout")).status).toBe(200);
});

test("a link cannot log a user out [threat A4]", async () => {
  const person = client();
  await person.register();
  const cookie = person.cookie();
  const byLink = await client(cookie).get("/api/auth/logout");
  expect([byLink.status, byLink.headers.get("allow")]).toEqual([405, "POST"]);
  expect(await statusOfMe(client(cookie))).toBe(200);
});

test("a session ends after seven days without a request [threat A5]", async () => {
  const person = client();
  await person.register();
  clock += 6 * day;
  expect(await statusOfMe(person)).toBe(200);
  clock += 6 * day;
  expect(await statusOfMe(person)).toBe(200);
  clock += 8 * day;
  expect(await statusOfMe(person)).toBe(401);
});

test("a session that is used every day ends after thirty [threat A5]", async () => {
  const person = client();
  await person.register();
  for (let passed = 1; passed < 30; passed += 1) {
    clock += day;
    expect(await statusOfMe(person)).toBe(200);
  }
  clock += day;
  expect(await statusOfMe(person)).toBe(401);
});

test("a new password does not make the session of its browser last longer [threat A5]", async () => {
  const person = client();
  await person.register();
  const change = (currentPassword: string, newPassword: string) =>
    person.post("/api/auth/change-password", { currentPassword, newPassword });
  for (let passed = 1; passed < 30; passed += 1) {
    clock += day;
    const [before, after] = passed % 2 === 1 ? [jane.password, "new horse"] : ["new horse", jane.password];
    expect((await change(before, after)).status).toBe(200);
  }
  expect(await statusOfMe(person)).toBe(200);
  clock += day;
  expect(await statusOfMe(person)).toBe(401);
});

test("expired sessions are deleted", async () => {
  await client().register();
  clock += 8 * day;
  await server.deps.sessions.sweepExpired();
  expect(sqlOf(server.deps.db).prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(0);
});

test("a deleted account's session ends with its next request", async () => {
  const person = client();
  await person.register();
  sqlOf(server.deps.db).prepare("UPDATE users SET is_deleted = 1").run();
  expect(await statusOfMe(person)).toBe(401);
});

test("rights are read on every request [threat A17]", async () => {
  const person = client();
  await person.register();
  const set = (isAdmin: number) =>
    sqlOf(server.deps.db).prepare("UPDATE users SET is_admin = ?, has_admin_password = 1").run(isAdmin);
  set(1);
  expect((await person.get("/api/auth/me")).body.isAdmin).toBe(true);
  expect((await person.get("/api/admin/users")).status).toBe(200);
  set(0);
  expect((await person.get("/api/auth/me")).body.isAdmin).toBe(false);
  expect((await person.get("/api/admin/users")).status).toBe(403);
});

test("a malformed cookie from another program does not sign the user out", async () => {
  const person = client();
  await person.register();
  for (const strange of ["a=%ff%fe", "a=%", "a=%zz"]) {
    const cookie = `${strange}; ${person.cookie()}`;
    const answer = await fetch(`${server.origin}/api/auth/me`, { headers: { cookie } });
    expect([strange, answer.status]).toEqual([strange, 200]);
  }
});
