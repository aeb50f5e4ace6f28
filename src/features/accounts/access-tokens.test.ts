import { afterAll, beforeAll, expect, test } from "bun:test";
import { tokenScopes } from "../../../db/columns/accounts.ts";
import { createLogger } from "../../platform/logger.ts";
import { describeApi } from "../../server/http/openapi/describe.ts";
import { everyRoute } from "../../server/http/test-routes.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  formWith,
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";

let clock = Date.now();
const lines: string[] = [];
const log = createLogger("trace", { write: (line) => void lines.push(line) });

let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  server = await startWorkingServer({ deps: { log, now: () => clock } });
  const { paths } = describeApi(server.deps.config);
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      const [scope] = security.find(({ accessToken }) => accessToken)?.accessToken ?? [];
      const route = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
      if (scope !== undefined) scopeOf[route] = scope;
    }
  }
  owner = await newPerson(server);
});
afterAll(() => server.stop());

const everything = ["documents:read", "documents:write"];
/** The scope that each route needs, from its description. */
const scopeOf: Record<string, string> = {};
const hour = 3_600_000;

type Made = { id: string; token: string };

async function make(person: TestClient, fields: Record<string, unknown> = {}): Promise<Made> {
  const { status, body } = await person.post("/api/tokens", {
    name: "a script",
    scopes: everything,
    ...fields,
  });
  expect(status).toBe(200);
  return { id: String(body.id), token: String(body.token) };
}

/** A program with a token and, optionally, a user's cookie. */
function program(token: string, cookie = "") {
  const client = createTestClient(server.origin, cookie);
  const headers = { authorization: `Bearer ${token}` };
  return {
    send: (method: string, path: string, init: RequestInit = {}) =>
      client.send(method, path, { ...init, headers: { ...headers, ...Object(init.headers) } }),
    get: (path: string) => client.get(path, headers),
    post: (path: string, body: unknown = {}, more: Record<string, string> = {}) =>
      client.post(path, body, { ...headers, ...more }),
  };
}

const tokensOf = async (person: TestClient): Promise<unknown[]> =>
  JSON.parse((await person.get("/api/tokens")).text);

test("a token is shown in full only once, and the database stores nothing that could be used to sign in", async () => {
  const person = await newPerson(server);
  const answer = await person.post("/api/tokens", {
    name: " a script ",
    scopes: ["documents:read"],
    exactScopes: true,
  });
  const token = String(answer.body.token);
  expect(token).toMatch(/^atp_[0-9a-f]{16}_[0-9a-f]{64}$/);
  const { id } = answer.body;
  const createdAt = new Date(clock).toISOString();
  const view = {
    id,
    name: "a script",
    scopes: ["documents:read"],
    createdAt,
    lastUsedAt: null,
    expiresAt: null,
  };
  expect(answer.body).toEqual({ ...view, token });
  expect(await tokensOf(person)).toEqual([view]);
  const kept = JSON.stringify(sqlOf(server.deps.db).prepare("SELECT * FROM access_tokens").all());
  expect(kept).not.toContain(token.split("_")[2] ?? token);
});

test("with a token a program uploads, stamps, reads and deletes its owner's documents", async () => {
  const person = await newPerson(server);
  const { get, post, send } = program((await make(person)).token);
  const uploaded = await send("POST", "/api/documents/upload", { body: formWith("a.pdf", smallPdf()) });
  expect(uploaded.status).toBe(200);
  const id = String(uploaded.body.id);
  expect((await post(`/api/documents/${id}/process`)).status).toBe(200);
  await until("it is stamped", async () => (await get(`/api/documents/${id}`)).body.status === "completed");
  for (const part of ["download", "certificate", "preview", "evidence"]) {
    expect([part, (await get(`/api/documents/${id}/${part}`)).status]).toEqual([part, 200]);
  }
  expect((await get("/api/auth/me")).status).toBe(200);
  expect((await get("/api/trpc/documents.list")).status).toBe(200);
  expect((await person.get("/api/documents")).text).toContain(id);
  expect((await send("DELETE", `/api/documents/${id}`)).status).toBe(200);
});

test("a token does what its scopes allow and no more, on every route [threat C13]", async () => {
  const admin = await newAdmin(server);
  const { id } = await processFile(admin, (await uploadFile(admin)).id);
  for (const scope of tokenScopes) {
    const { send } = program(
      (await make(admin, { scopes: [scope], exactScopes: true })).token,
      admin.cookie(),
    );
    for (const [route, { about }] of Object.entries(everyRoute)) {
      if (["the public", "a secret link"].includes(about) || route === "GET /api/auth/me") continue;
      const needed = scopeOf[route];
      if (needed === scope) continue;
      const [method = "", path = ""] = route.split(" ");
      const { status, body } = await send(method, path.replace(":id", id));
      expect([route, scope, status, body.message]).toEqual([
        route,
        scope,
        403,
        needed === undefined
          ? "An access token cannot be used for this. Please sign in."
          : `This access token lacks the scope ${needed}.`,
      ]);
    }
  }
  expect((await program((await make(admin)).token).post("/api/trpc/admin.users")).status).toBe(405);
  expect((await program((await make(admin)).token).get("/api/trpc/admin.users")).status).toBe(403);
});

test("a program that asks for the scopes of documents alone gets what they stood for before there were others", async () => {
  const person = await newPerson(server);
  const scopesFor = async (wish: Record<string, unknown>) =>
    JSON.parse((await person.post("/api/tokens", { name: "older", ...wish })).text).scopes;
  expect(await scopesFor({ scopes: ["documents:read"] })).toEqual([
    "documents:read",
    "collections:read",
    "projects:read",
  ]);
  expect((await scopesFor({ scopes: everything })).toSorted()).toEqual(
    tokenScopes.filter((scope) => /^(documents|collections|projects):/.test(scope)).toSorted(),
  );
  expect(await scopesFor({ scopes: ["documents:read"], exactScopes: true })).toEqual(["documents:read"]);
  const mixed = ["documents:read", "webhooks:write"];
  expect(await scopesFor({ scopes: mixed })).toEqual(mixed);
});

test("a token cannot give itself more rights, on either face of the API [threat C14]", async () => {
  const { token } = await make(await newPerson(server), { scopes: [...tokenScopes] });
  const wish = { name: "more", scopes: [...tokenScopes] };
  for (const path of ["/api/tokens", "/api/trpc/tokens.create"]) {
    const { status, headers } = await program(token).post(path, wish);
    expect([path, status]).toEqual([path, 403]);
    expect(headers.get("www-authenticate")).toBe('Bearer realm="api", error="insufficient_scope"');
  }
});

test("a program subscribes to events with a token that reads no documents [threat C15]", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  const { get, post, send } = program(
    (await make(person, { scopes: ["webhooks:read", "webhooks:write"] })).token,
  );
  const hook = { url: "https://93.184.215.14/hook", events: ["document.completed"] };
  const made = await post("/api/webhooks", hook);
  expect(made.status).toBe(200);
  expect((await get("/api/webhooks")).text).toContain(String(made.body.id));
  expect((await send("DELETE", `/api/webhooks/${made.body.id}`)).status).toBe(200);
  for (const path of ["/api/documents", `/api/documents/${id}`, "/api/trpc/documents.list"]) {
    const { status, headers } = await get(path);
    expect([path, status]).toEqual([path, 403]);
    expect(headers.get("www-authenticate")).toBe(
      'Bearer realm="api", error="insufficient_scope", scope="documents:read"',
    );
  }
});

test("a refused caller learns which scheme to use, and whether its token is the reason", async () => {
  const visitor = createTestClient(server.origin);
  for (const path of ["/api/documents", "/api/trpc/documents.list", "/api/documents/x/download"]) {
    expect((await visitor.get(path)).headers.get("www-authenticate")).toBe('Bearer realm="api"');
    const { headers } = await program("x").get(path);
    expect(headers.get("www-authenticate")).toBe('Bearer realm="api", error="invalid_token"');
  }
});

test("a wrong token, or one with another token's secret, is refused even if a valid cookie comes with it", async () => {
  const mine = await make(owner);
  const another = await make(owner);
  const mixed = `atp_${mine.id}_${another.token.split("_")[2]}`;
  for (const token of ["", "x", "atp_", mine.token.slice(0, -1), mine.token.toUpperCase(), mixed]) {
    for (const path of [
      "/api/auth/me",
      "/api/documents",
      "/api/subscription/plans",
      "/api/trpc/accounts.me",
    ]) {
      const { status, text } = await program(token, owner.cookie()).get(path);
      expect([token, path, status]).toEqual([token, path, 401]);
      expect(text).toContain("This access token is not valid: it is unknown or was revoked.");
    }
  }
});

test("the scheme is case-insensitive, and credentials for a proxy do not disable the cookie", async () => {
  const { token } = await make(owner);
  const visitor = createTestClient(server.origin);
  expect((await visitor.get("/api/auth/me", { authorization: `bEARER  ${token}` })).status).toBe(200);
  expect((await visitor.get("/api/auth/me", { authorization: token })).status).toBe(401);
  expect((await owner.get("/api/auth/me", { authorization: "Basic eDp5" })).status).toBe(200);
  const foreign = { origin: "https://evil.test", authorization: "Basic eDp5" };
  expect((await owner.post("/api/auth/logout", {}, foreign)).status).toBe(403);
});

test("a program does not need an Origin header, and its calls do not affect any session", async () => {
  const person = await newPerson(server);
  const { token } = await make(person);
  const elsewhere = { origin: "https://scripts.example", "sec-fetch-site": "cross-site" };
  const answer = await program(token, person.cookie()).post("/api/documents/unknown/process", {}, elsewhere);
  expect(answer.status).toBe(404);
  await program(token, person.cookie()).post("/api/auth/logout");
  expect((await person.get("/api/auth/me")).status).toBe(200);
});

test("an expired token is refused with its expiry time", async () => {
  const person = await newPerson(server);
  const { token } = await make(person, { expiresInDays: 1 });
  clock += 24 * hour - 1;
  expect((await program(token).get("/api/auth/me")).status).toBe(200);
  clock += 1;
  const { status, body } = await program(token).get("/api/auth/me");
  const ended = new Date(clock).toISOString().slice(0, 16).replace("T", " ");
  expect([status, body.message]).toEqual([401, `This access token expired on ${ended} UTC.`]);
});

test("a revoked token stops working immediately; users cannot revoke each other's tokens", async () => {
  const { id, token } = await make(owner);
  const stranger = await newPerson(server);
  expect((await stranger.send("DELETE", `/api/tokens/${id}`)).status).toBe(404);
  expect((await program(token).get("/api/auth/me")).status).toBe(200);
  expect((await owner.send("DELETE", `/api/tokens/${id}`)).status).toBe(200);
  expect((await program(token).get("/api/auth/me")).status).toBe(401);
  expect((await owner.send("DELETE", `/api/tokens/${id}`)).status).toBe(404);
});

test("the last use is recorded, at most once every ten minutes", async () => {
  const person = await newPerson(server);
  const { token } = await make(person);
  const lastUsed = async () => Object(await tokensOf(person))[0].lastUsedAt;
  const first = clock;
  await program(token).get("/api/auth/me");
  clock += 9 * 60_000;
  await program(token).get("/api/auth/me");
  expect(await lastUsed()).toBe(new Date(first).toISOString());
  clock += 60_000;
  await program(token).get("/api/auth/me");
  expect(await lastUsed()).toBe(new Date(clock).toISOString());
});

test("an account has at most twenty tokens", async () => {
  const person = await newPerson(server);
  for (let count = 0; count < 20; count += 1) await make(person);
  const { status, body } = await person.post("/api/tokens", { name: "one more", scopes: everything });
  expect([status, body.message]).toEqual([
    409,
    "You have 20 access tokens, which is the maximum. Please revoke one first.",
  ]);
});

test("a token without a name, without scopes or with an invalid expiry date is refused", async () => {
  const wishes: Record<string, unknown>[] = [
    { name: " " },
    { scopes: [] },
    { scopes: ["admin"] },
    { expiresInDays: 0 },
    { expiresInDays: 1.5 },
  ];
  for (const wish of wishes) {
    const { status } = await owner.post("/api/tokens", { name: "a script", scopes: everything, ...wish });
    expect([wish, status]).toEqual([wish, 400]);
  }
});

test("changing the password or deleting the account revokes every token", async () => {
  const admin = await newAdmin(server, "deleting");
  const person = await newPerson(server);
  const before = await make(person);
  const change = { currentPassword: "correct horse", newPassword: "another horse" };
  expect((await person.post("/api/auth/change-password", change)).status).toBe(200);
  expect((await program(before.token).get("/api/auth/me")).status).toBe(401);
  const after = await make(person);
  const { username } = (await person.get("/api/auth/me")).body;
  const userId = sqlOf(server.deps.db)
    .prepare("SELECT id FROM users WHERE username = ?")
    .pluck()
    .get(username);
  expect((await admin.send("DELETE", `/api/admin/users/${userId}`)).status).toBe(200);
  expect((await program(after.token).get("/api/auth/me")).status).toBe(401);
  const left = sqlOf(server.deps.db).prepare("SELECT count(*) FROM access_tokens WHERE user_id = ?");
  expect(left.pluck().get(userId)).toBe(0);
});

test("rate limits count a program's calls together with its owner's", async () => {
  const person = await newPerson(server);
  const { token } = await make(person);
  const generous = server.deps.config.rateLimitFactor;
  server.deps.config.rateLimitFactor = 0.01;
  const upload = { body: formWith("a.pdf", smallPdf()) };
  const statuses = [
    (await person.send("POST", "/api/documents/upload", { body: formWith("a.pdf", smallPdf()) })).status,
    (await program(token).send("POST", "/api/documents/upload", upload)).status,
  ];
  server.deps.config.rateLimitFactor = generous;
  expect(statuses).toEqual([200, 429]);
});

test("a token is never logged, whether it is valid or not", async () => {
  const { token, id } = await make(owner);
  await program(token).get("/api/documents");
  await program(`${token.slice(0, -4)}0000`).get("/api/documents");
  await owner.post("/api/trpc/tokens.create", { name: "x" });
  log.error({ headers: { authorization: `Bearer ${token}` } }, "worst case");
  expect(lines.join("")).toContain("/api/documents");
  expect(lines.join("")).not.toContain(token.slice(`atp_${id}_`.length, -4));
});
