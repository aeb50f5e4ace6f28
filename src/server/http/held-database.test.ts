import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { startEmptyWrite } from "../../../db/client.ts";
import { SqliteEngine } from "../../../db/sqlite-engine.ts";
import { createToken } from "../../features/accounts/access-tokens.service.ts";
import { findUserByKey } from "../../features/accounts/accounts.repo.ts";
import { createLogger } from "../../platform/logger.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";

/** While another program locks the database, nothing can be written, as on a full disk. */

const day = 24 * 3_600_000;
let clock: number;
let lines: string[];
let server: TestServer;
let other: Sqlite.Database;
beforeEach(async () => {
  clock = Date.now();
  lines = [];
  const log = createLogger("info", { write: (line) => lines.push(line) });
  server = await startTestServer({ deps: { now: () => clock, log } });
  SqliteEngine.of(server.deps.db).maxLockWaitMs = 10;
  other = new Sqlite(join(server.deps.config.dataDir, "attestamp.sqlite"));
});
afterEach(async () => {
  other.close();
  await server.stop();
});

const hold = () => other.exec("BEGIN IMMEDIATE");
const letGo = () => other.exec("ROLLBACK");
const complaints = () => lines.filter((line) => line.includes("best-effort work failed and was skipped"));

test("signed-in users are still recognized, and the failure is logged once", async () => {
  const person = createTestClient(server.origin);
  await person.register();
  clock += day;
  hold();
  const answers = [];
  for (const path of ["/api/auth/me", "/api/documents", "/api/auth/me"]) answers.push(await person.get(path));
  letGo();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(complaints()).toHaveLength(1);
  clock += 60_000;
  await person.get("/api/auth/me");
  clock += 6.5 * day;
  expect((await person.get("/api/auth/me")).status).toBe(200);
});

test("while another program writes, a page does not wait until its reader's activity is recorded", async () => {
  const person = createTestClient(server.origin);
  await person.register();
  clock += day;
  SqliteEngine.of(server.deps.db).maxLockWaitMs = 500_000;
  hold();
  let isChangeOver = false;
  const change = startEmptyWrite(server.deps.db).finally(() => {
    isChangeOver = true;
  });
  const answers = await Promise.all([person.get("/api/auth/me"), person.get("/api/documents")]);
  expect(isChangeOver).toBe(false);
  letGo();
  await change;
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(complaints()).toHaveLength(1);
});

test("an expired session is invalid even if its row cannot be deleted", async () => {
  const person = createTestClient(server.origin);
  await person.register();
  clock += 8 * day;
  hold();
  expect((await person.get("/api/auth/me")).status).toBe(401);
  letGo();
});

test("a program can read with its access token even if its use cannot be recorded", async () => {
  const { deps, origin } = server;
  await createTestClient(origin).register();
  const jane = await findUserByKey(deps.db, "jane");
  if (!jane) throw new Error("There is no jane.");
  const { token } = await createToken(deps, jane, { name: "a program", scopes: ["documents:read"] });
  hold();
  const authorization = `Bearer ${token}`;
  const answer = await createTestClient(origin).get("/api/documents", { authorization });
  letGo();
  expect(answer.status).toBe(200);
  expect(complaints()).toHaveLength(1);
});

test("logging out always removes the cookie and ends the session, and reports what could not be saved", async () => {
  const person = createTestClient(server.origin);
  await person.register();
  const cookie = person.cookie();
  hold();
  const answer = await person.post("/api/auth/logout");
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
    200,
    expect.stringContaining("Max-Age=0"),
  ]);
  expect(answer.body).toMatchObject({ success: true, warning: expect.stringContaining("couldn't save") });
  expect((await createTestClient(server.origin, cookie).get("/api/auth/me")).status).toBe(401);
  letGo();
  const sessions = () => sqlOf(server.deps.db).prepare("SELECT count(*) FROM sessions").pluck().get();
  expect(sessions()).toBe(1);
  await server.deps.sessions.sweepEnded();
  expect(sessions()).toBe(0);
});

test("a change waits until the database is unlocked, and all other calls are answered in the meantime", async () => {
  SqliteEngine.of(server.deps.db).maxLockWaitMs = 500_000;
  hold();
  let isAnswered = false;
  const registering = createTestClient(server.origin)
    .register()
    .finally(() => {
      isAnswered = true;
    });
  expect((await createTestClient(server.origin).get("/api/health")).status).toBe(200);
  expect(isAnswered).toBe(false);
  letGo();
  expect((await registering).status).toBe(200);
});
