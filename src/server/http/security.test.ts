import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import type { AnyTRPCProcedure } from "@trpc/server";
import { createTestClient, jane } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { createApp } from "./app.ts";
import { appRouter } from "./router.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const client = () => createTestClient(server.origin);
const accounts = () => sqlOf(server.deps.db).prepare("SELECT count(*) FROM users").pluck().get();
const foreign: Record<string, string>[] = [
  { origin: "https://evil.test" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
  { "sec-fetch-site": "same-site" },
];

test("cross-site requests are refused and change nothing, on every route except for a provider's form [threat B1]", async () => {
  // An identity provider's form comes from its own page. It counts only with our cookie and its state [threat A38].
  const formOfProvider = "/api/auth/provider-login/:provider/callback";
  const unsafe = createApp(server.deps).routes.filter(
    ({ method, path }) => ["POST", "PATCH", "DELETE"].includes(method) && path !== formOfProvider,
  );
  expect(unsafe.length).toBeGreaterThan(3);
  const before = accounts();
  for (const { method, path } of unsafe) {
    for (const headers of foreign) {
      for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", ""]) {
        const answer = await client().send(method, path.replace(/:\w+|\*/, "accounts.register"), {
          headers: { ...headers, ...(type ? { "content-type": type } : {}) },
          body: JSON.stringify(jane),
        });
        expect([method, path, headers, answer.status]).toEqual([method, path, headers, 403]);
      }
    }
  }
  expect(accounts()).toBe(before);
});

test("our own page and programs other than browsers pass [threat B1]", async () => {
  const own: Record<string, string>[] = [
    {},
    { "sec-fetch-site": "same-origin", origin: server.origin },
    { "sec-fetch-site": "none" },
    { origin: server.origin },
  ];
  for (const headers of own) {
    expect((await client().post("/api/auth/logout", {}, headers)).status).toBe(200);
  }
});

test("behind an https proxy, an older browser's Origin is compared with the public address [threat B1]", async () => {
  const proxied = await startTestServer({ config: { origin: "https://stamps.example.org" } });
  const answer = await createTestClient(proxied.origin).post(
    "/api/auth/logout",
    {},
    {
      origin: "https://stamps.example.org",
    },
  );
  expect(answer.status).toBe(200);
  await proxied.stop();
});

test("a JSON body sent as plain text is refused [threat B2]", async () => {
  for (const path of ["/api/auth/register", "/api/trpc/accounts.register"]) {
    const headers = { "content-type": "text/plain" };
    const answer = await client().send("POST", path, { headers, body: JSON.stringify(jane) });
    expect([path, answer.status]).toEqual([path, 415]);
  }
});

test("a link cannot change anything [threat B3]", async () => {
  const input = encodeURIComponent(JSON.stringify(jane));
  const answer = await client().get(`/api/trpc/accounts.register?input=${input}`);
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  expect(accounts()).toBe(0);
  const changing = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
    .filter(([, procedure]) => procedure._def.type === "mutation")
    .map(([name]) => name);
  expect(changing.length).toBeGreaterThan(10);
  for (const name of changing) {
    expect([name, (await client().get(`/api/trpc/${name}?input=${input}`)).status]).toEqual([name, 405]);
  }
});

test("no other site is ever allowed to read other answers [threat B4]", async () => {
  for (const method of ["GET", "OPTIONS"]) {
    const headers = { origin: "https://evil.test", "access-control-request-method": "POST" };
    const answer = await client().send(method, "/api/auth/me", { headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("every answer has the security headers [threat B6]", async () => {
  for (const path of ["/", "/nowhere", "/verify/AT-1", "/api/health", "/api/auth/me", "/api/nowhere"]) {
    const { headers } = await client().get(path);
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("strict-transport-security")).toBeNull();
    expect(headers.get("referrer-policy")).toBe(
      path.startsWith("/verify/") ? "strict-origin" : "same-origin",
    );
    expect(headers.get("cache-control") === "no-store").toBe(path.startsWith("/api/"));
  }
});

test("with a public https address, browsers must use https only [threat B6]", async () => {
  const secure = await startTestServer({ config: { origin: "https://stamps.example.org" } });
  const { headers } = await createTestClient(secure.origin).get("/api/health");
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  await secure.stop();
});

test("unsupported methods are answered with 405 and the supported ones [threat B7]", async () => {
  for (const path of ["/", "/api/auth/me", "/api/nowhere"]) {
    for (const method of ["TRACE", "PROPFIND", "PUT", "OPTIONS"]) {
      const answer = await rawRequest(method, path);
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.head).toContain("allow:");
    }
  }
});

test("a known address called with another method lists its methods [threat B7]", async () => {
  const cases: [string, string, string][] = [
    ["GET", "/api/auth/login", "POST"],
    ["DELETE", "/api/auth/me", "GET, PATCH, HEAD"],
    ["POST", "/faq", "GET, HEAD"],
    ["DELETE", "/api/trpc/accounts.me", "GET, POST, HEAD"],
  ];
  for (const [method, path, allow] of cases) {
    const answer = await client().send(method, path);
    expect([method, path, answer.status, answer.headers.get("allow")]).toEqual([method, path, 405, allow]);
  }
});

test("HEAD answers like GET, without a body", async () => {
  for (const path of ["/api/health", "/", "/api/verify/AT-NONE", "/api/nothing"]) {
    const [asked, got] = [await client().send("HEAD", path), await client().send("GET", path)];
    const length = got.headers.get("content-length");
    expect(Number(length)).toBeGreaterThan(0);
    expect([asked.status, asked.text, asked.headers.get("content-length")]).toEqual([got.status, "", length]);
  }
});

/** fetch cannot send TRACE. */
function rawRequest(method: string, path: string): Promise<{ status: number; head: string }> {
  const { port, hostname } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
    });
    let text = "";
    socket.on("data", (bytes) => {
      text += String(bytes);
    });
    socket.on("end", () => {
      const [head = ""] = text.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head: head.toLowerCase() });
    });
    socket.on("error", reject);
  });
}

test("headers that override the host, the path or the method have no effect [threat B7]", async () => {
  const headers = {
    "x-forwarded-host": "evil.test",
    "x-original-url": "/api/auth/me",
    "x-rewrite-url": "/api/auth/me",
    "x-http-method-override": "DELETE",
  };
  const health = await client().send("GET", "/api/health", { headers });
  expect([health.status, health.body.status]).toEqual([200, "ok"]);
  const shared = await client().send("GET", "/nowhere", { headers });
  expect(shared.text).not.toContain("evil.test");
  expect((await client().post("/api/auth/logout", {}, headers)).status).toBe(200);
});
