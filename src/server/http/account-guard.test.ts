import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { formWith, smallPdf, uploadFile } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

const refusal = { accountChanged: true, message: expect.stringMatching(/another account/) };
/** The header that Zoë's page sends with each call. */
const asZoe = { "x-account": encodeURIComponent("Zoë") };

let server: TestServer;
/** A browser in which Zoë signed in, and then, in another tab, Bob. */
let browser: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  browser = createTestClient(server.origin);
  await browser.register({ username: "Zoë" });
  await browser.register({ username: "Bob" });
});
afterAll(() => server.stop());

test("a page loaded for Zoë neither shows nor changes Bob's data after he signed in in another tab", async () => {
  const { id } = await uploadFile(browser, "bobs.pdf");
  const answers = [
    await browser.get("/api/documents", asZoe),
    await browser.get("/api/auth/me", asZoe),
    await browser.get(`/api/documents/${id}/download`, asZoe),
    await browser.send("DELETE", `/api/documents/${id}`, { headers: asZoe }),
    await browser.send("POST", "/api/documents/upload", {
      body: formWith("a.pdf", smallPdf()),
      headers: asZoe,
    }),
  ];
  for (const answer of answers) expect([answer.status, answer.body]).toMatchObject([409, refusal]);
  expect(JSON.parse((await browser.get("/api/documents")).text)).toHaveLength(1);
});

test("all calls of the page itself are refused in the same way", async () => {
  const { text, status } = await browser.get("/api/trpc/documents.list,billing.status?batch=1", asZoe);
  expect([409, 207]).toContain(status);
  const data = { accountChanged: true, kind: "account_changed", httpStatus: 409 };
  expect(JSON.parse(text)).toMatchObject([{ error: { data } }, { error: { data } }]);
});

test("a page loaded for Zoë does not end Bob's session", async () => {
  expect((await browser.post("/api/auth/logout", {}, asZoe)).status).toBe(409);
  expect((await browser.get("/api/auth/me")).body.username).toBe("Bob");
});

test("calls with the right name or none, or without a session, are answered as usual", async () => {
  const asBob = { "x-account": "Bob" };
  expect((await browser.get("/api/documents", asBob)).status).toBe(200);
  expect((await browser.get("/api/documents")).status).toBe(200);
  const visitor = createTestClient(server.origin);
  expect((await visitor.get("/api/documents", asBob)).status).toBe(401);
  expect((await visitor.get("/api/subscription/plans", asBob)).status).toBe(200);
});
