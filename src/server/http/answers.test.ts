import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { closeDatabase, sqliteOf } from "../../../db/client.ts";
import { SqliteEngine } from "../../../db/sqlite-engine.ts";
import { outOfSpace } from "../../platform/files/disk-full.ts";
import { FileStore } from "../../platform/files/store.ts";
import { createLogger } from "../../platform/logger.ts";
import { programCommit, programVersion } from "../../program-info.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";

/** A store on a disk with a few bytes left, but no room for an upload. */
class FullStore extends FileStore {
  override async ensureSpaceFor(): Promise<void> {
    throw outOfSpace();
  }
}

const lines: string[] = [];
const log = createLogger("debug", { write: (line) => lines.push(line) });
let broken = false;
const now = () => {
  if (broken) throw new Error("SQLITE_IOERR in /srv/node_modules/secret.ts");
  return Date.now();
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deps: { log, now } });
});
afterAll(() => server.stop());

const client = () => createTestClient(server.origin);

test("an unexpected error gives one sentence and a request ID in both APIs [threat B8]", async () => {
  const person = client();
  await person.register();
  broken = true;
  const rest = await person.get("/api/auth/me");
  const rpc = await person.get("/api/trpc/accounts.me");
  broken = false;
  for (const answer of [rest, rpc]) {
    expect(answer.status).toBe(500);
    expect(answer.text).toContain("Something went wrong");
    expect(answer.text).not.toMatch(/SQLITE|node_modules|\/srv|stack/);
  }
  const quoted = String(rest.body.requestId);
  expect(rest.headers.get("x-request-id")).toBe(quoted);
  const kept = lines.find((line) => line.includes(quoted) && line.includes("SQLITE_IOERR"));
  expect(kept).toContain("secret.ts");
});

test("an answer that does not match its schema is our error, of which the caller learns nothing [threat B8]", async () => {
  const person = client();
  await person.register({ username: "wrong-row" });
  const { db } = server.deps;
  const token = await person.post("/api/tokens", { name: "x", scopes: ["documents:read"] });
  const spoil = sqliteOf(db).prepare("UPDATE access_tokens SET scopes = '[\"unheard-of\"]' WHERE id = ?");
  spoil.run(String(token.body.id));
  for (const answer of [await person.get("/api/tokens"), await person.get("/api/trpc/tokens.list")]) {
    expect(answer.status).toBe(500);
    expect(answer.text).toContain("Something went wrong");
    expect(answer.text).not.toMatch(/scopes|issues|documents:read/);
  }
});

test("tRPC reports a refusal's kind, fields and request ID", async () => {
  const answer = await client().post("/api/trpc/accounts.login", { username: "", password: "x" });
  expect(answer.status).toBe(400);
  const requestId = answer.headers.get("x-request-id");
  expect(answer.body.error).toMatchObject({
    message: "Username is required",
    data: {
      kind: "invalid",
      httpStatus: 400,
      requestId,
      code: "username-required",
      issues: [{ path: "username", message: "Username is required", code: "username-required" }],
    },
  });
});

test("malformed batches are refused in JSON with the request ID [threat B8]", async () => {
  const person = client();
  const mixed = await person.post("/api/trpc/support.submit,accounts.me?batch=1", { 0: {} });
  const parameters = await person.get("/api/trpc/accounts.me?connectionParams=%7B");
  for (const answer of [mixed, parameters]) {
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.body).toMatchObject({
      code: "request-not-understood",
      requestId: String(answer.headers.get("x-request-id")),
    });
  }
});

test("a refusal has the members of problem details in addition to our own, and stays JSON", async () => {
  const answer = await client().get("/api/documents/none?limit=1");
  expect(answer.headers.get("content-type")).toStartWith("application/json");
  expect(answer.body).toEqual({
    message: "Please sign in first.",
    code: "sign-in-required",
    requestId: String(answer.headers.get("x-request-id")),
    type: "about:blank",
    title: "Unauthorized",
    status: 401,
    detail: "Please sign in first.",
  });
});

test("a validation error without our own message has zod's code", async () => {
  const { body } = await client().post("/api/auth/login", { username: 7, password: "x" });
  expect(body.issues).toMatchObject([{ path: "username", code: "invalid-type" }]);
});

test("both APIs give the same status for the same refusal", async () => {
  const wrong = { username: "nobody", password: "wrong" };
  const statuses = [
    (await client().post("/api/auth/login", wrong)).status,
    (await client().post("/api/trpc/accounts.login", wrong)).status,
    (await client().get("/api/auth/me")).status,
    (await client().get("/api/trpc/accounts.me")).status,
  ];
  expect(statuses).toEqual([401, 401, 401, 401]);
});

test("a missing resource is answered in JSON [threat B8]", async () => {
  for (const path of ["/api", "/api/", "/api/nowhere", "/api/trpc/nowhere"]) {
    const answer = await client().get(path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      404,
      expect.stringContaining("application/json"),
    ]);
  }
});

test("a client that disconnects in the middle causes no server error", async () => {
  const { port } = new URL(server.origin);
  const socket = connect(Number(port), "127.0.0.1");
  const head = "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  await new Promise((sent) => socket.write(`${head}Content-Length: 1000\r\n\r\n{`, sent));
  // The later request has an answer: by then the server has seen the start of the earlier one.
  for (let call = 0; call < 3; call += 1) expect((await client().get("/api/health")).status).toBe(200);
  const before = lines.length;
  socket.destroy();
  await until("the server has noticed", () => lines.length > before);
  expect(lines.slice(before).join("")).not.toContain("unexpected error");
  expect(lines.at(-1)).toContain('"status":400');
});

test("no password or session is ever logged, and a name with line breaks stays on its line [threat D8]", async () => {
  const person = client();
  const password = "never-to-be-logged";
  await person.register({ username: "logged", password });
  await person.login("logged", password);
  await person.login('x\n{"level":60}', password);
  await person.post("/api/trpc/accounts.login", { username: "logged", password });
  const token = person.cookie().split("=")[1] ?? "";
  log.error(
    { cookie: token, request: { headers: { cookie: token, authorization: password } } },
    "worst case",
  );
  const all = lines.join("");
  expect(token).not.toBe("");
  expect(all).toContain("/api/auth/login");
  expect(all).not.toContain(password);
  expect(all).not.toContain(token);
  for (const line of lines) expect(JSON.parse(line)).toBeObject();
});

test("health reports that the server is alive, and its version", async () => {
  const answer = await client().get("/api/health");
  expect([answer.status, answer.body]).toEqual([
    200,
    { status: "ok", version: programVersion, commit: programCommit() },
  ]);
});

test("ready reports whether database, storage, disk space and queue can be used", async () => {
  const answer = await client().get("/api/ready");
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      status: "ready",
      checks: {
        database: "ok",
        storage: "ok",
        watched: "off",
        space: "ok",
        log: "ok",
        queue: "ok",
        certificates: "ok",
        outside: "none",
        backups: "off",
      },
    },
  ]);
});

test("while the database is away, no one is told that the log is damaged", async () => {
  const alone = await startTestServer();
  await closeDatabase(alone.deps.db);
  const answer = await createTestClient(alone.origin).get("/api/ready");
  await alone.stop().catch(() => undefined);
  expect(answer.status).toBe(503);
  expect(answer.body.checks).toMatchObject({ database: "failed", log: "unknown", queue: "unknown" });
});

test("a disk without room for an upload makes the server not ready, as it refuses uploads [threat R8]", async () => {
  const files = new FullStore(makeTestFolder());
  const full = await startTestServer({ deps: { files } });
  const answer = await createTestClient(full.origin).get("/api/ready");
  await full.stop();
  expect([answer.status, answer.body.checks]).toEqual([
    503,
    {
      database: "ok",
      storage: "ok",
      watched: "off",
      space: "failed",
      log: "ok",
      queue: "ok",
      certificates: "ok",
      outside: "none",
      backups: "off",
    },
  ]);
});

test("a job that no runner takes makes the server not ready once the last check is a few seconds old", async () => {
  let now = Date.now();
  const waiting = await startTestServer({ deps: { now: () => now } });
  const ready = () => createTestClient(waiting.origin).get("/api/ready");
  expect((await ready()).status).toBe(200);
  const longAgo = now - 11 * 60_000;
  sqliteOf(waiting.deps.db)
    .prepare(
      "INSERT INTO jobs (id, kind, subject, available_at, created_at) VALUES ('1', 'stamp', 'x', ?, ?)",
    )
    .run(longAgo, longAgo);
  expect((await ready()).status).toBe(200);
  now += 6_000;
  const answer = await ready();
  expect([answer.status, answer.body.checks]).toEqual([
    503,
    {
      database: "ok",
      storage: "ok",
      watched: "off",
      space: "ok",
      log: "ok",
      queue: "failed",
      certificates: "ok",
      outside: "none",
      backups: "off",
    },
  ]);
  await waiting.stop();
});

test("while another program locks the database, a change is refused with a time to retry [threat R9]", async () => {
  SqliteEngine.of(server.deps.db).maxLockWaitMs = 50;
  const other = new Sqlite(join(server.deps.config.dataDir, "attestamp.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  const held = await client().register({ username: "held" });
  other.exec("ROLLBACK");
  other.close();
  expect([held.status, held.body.message]).toEqual([
    503,
    "The server is busy. Please try again in a moment.",
  ]);
  expect(held.headers.get("retry-after")).toBe("5");
  expect((await client().register({ username: "held" })).status).toBe(200);
});

test("on a full disk a change is refused with a message, reading continues, and the server recovers by itself [threat R7]", async () => {
  const person = client();
  await person.register({ username: "full" });
  const $client = sqliteOf(server.deps.db);
  $client.pragma(`max_page_count = ${$client.pragma("page_count", { simple: true })}`);
  let refused = await client().register({ username: "filling-0" });
  for (let count = 1; refused.status === 200 && count < 60; count += 1) {
    refused = await client().register({ username: `filling-${count}`, firstName: "x".repeat(100) });
  }
  expect([refused.status, refused.body.message]).toEqual([
    507,
    "The server has run out of space. Please try again later.",
  ]);
  expect((await person.get("/api/auth/me")).status).toBe(200);
  $client.pragma("max_page_count = 1073741823");
  expect((await client().register({ username: "after" })).status).toBe(200);
});
