import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { createTestClient, jane } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const client = () => createTestClient(server.origin);

test("bodies that are not JSON objects are refused with a message", async () => {
  const headers = { "content-type": "application/json" };
  for (const body of ["{", "[]", '"text"', "null"]) {
    const answer = await client().send("POST", "/api/auth/login", { headers, body });
    expect([body, answer.status]).toEqual([body, 400]);
    expect(String(answer.body.message)).toContain("JSON");
  }
});

test("a body of more than 100 kB is refused before it is read, in both APIs, whatever its declared length [threat B10]", async () => {
  const large = { ...jane, firstName: "x".repeat(200_000) };
  for (const path of ["/api/auth/register", "/api/trpc/accounts.register"]) {
    expect([path, (await client().post(path, large)).status]).toEqual([path, 413]);
    const body = new Blob([JSON.stringify(large)]).stream();
    const headers = { "content-type": "application/json" };
    expect([path, (await client().send("POST", path, { headers, body })).status]).toEqual([path, 413]);
  }
});

test("a password of 100,000 characters is refused before it is hashed [threat A7]", async () => {
  const hash = spyOn(server.deps.passwords, "hash");
  const answer = await client().register({ password: "x".repeat(100_000) });
  expect([answer.status, answer.body.message]).toEqual([400, "Password too long"]);
  expect(hash).not.toHaveBeenCalled();
  hash.mockRestore();
});

test("JSON with more than 32 levels is refused before it is parsed, and brackets in texts do not count [threat B10]", async () => {
  const parse = spyOn(JSON, "parse");
  const login = async (username: string) => {
    const headers = { "content-type": "application/json" };
    const body = `{"username":${username},"password":"x"}`;
    const { status, body: answer } = await client().send("POST", "/api/auth/login", { headers, body });
    return [status, answer.code, parse.mock.calls.filter(([text]) => text === body).length];
  };
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(await login(nested(45_000))).toEqual([400, "body-too-complex", 0]);
  expect(await login('{"a":'.repeat(32))).toEqual([400, "body-too-complex", 0]);
  expect((await login(nested(31)))[2]).toBe(1);
  expect(await login(String.raw`"\"${"[".repeat(40)}\\"`)).toEqual([401, "wrong-username-or-password", 1]);
  parse.mockRestore();
});

test("JSON with more than 5,000 values is refused before it is parsed, in both APIs: each could be wrong [threat B10]", async () => {
  const parse = spyOn(JSON, "parse");
  const headers = { "content-type": "application/json" };
  const ids = (count: number) => `[${Array(count).fill('""').join(",")}]`;
  const send = async (path: string, count: number, start: string, end: string) => {
    const body = `${start}${ids(count)}${end}`;
    const { status, body: answer } = await client().send("POST", path, { headers, body });
    return [status, answer.code ?? "", parse.mock.calls.filter(([text]) => text === body).length];
  };
  const refused = [400, "body-too-complex", 0];
  expect(await send("/api/documents/delete", 5_001, '{"ids":', "}")).toEqual(refused);
  expect(await send("/api/trpc/documents.removeSeveral", 5_001, '{"ids":', "}")).toEqual(refused);
  expect(await send("/api/documents/delete", 500, '{"ids":', "}")).toEqual([401, "sign-in-required", 1]);
  parse.mockRestore();
});

test("a batch has at most ten calls, however its commas are encoded [threat B11]", async () => {
  const batch = (calls: number, comma: string) =>
    client().get(`/api/trpc/${Array(calls).fill("accounts.me").join(comma)}?batch=1&input={}`);
  for (const comma of [",", "%2C", "%2c"]) {
    expect((await batch(10, comma)).status).toBe(401);
    expect(await batch(11, comma)).toMatchObject({
      status: 400,
      body: {
        message: "Please send at most 10 calls at a time.",
        code: "batch-too-large",
        params: { maxCallsInBatch: 10 },
      },
    });
  }
  expect(await client().get("/api/trpc/%ff?batch=1&input={}")).toMatchObject({
    status: 400,
    body: { message: "The path of this call cannot be read." },
  });
});

test("prototype-polluting keys have no effect [threat D10]", async () => {
  const headers = { "content-type": "application/json" };
  const body = '{"__proto__":{"isAdmin":true},"username":"nobody","password":"wrong"}';
  expect((await client().send("POST", "/api/auth/login", { headers, body })).status).toBe(401);
  expect("isAdmin" in {}).toBe(false);
});

test("addresses that cannot be decoded are ordinary unknown paths", async () => {
  for (const path of ["/api/verify/%E0%A4%A", "/%E0%A4%A", "/api/%00", "/api/verify/%00"]) {
    const { status } = await client().get(path);
    expect([path, status === 404 || status === 400]).toEqual([path, true]);
  }
});
