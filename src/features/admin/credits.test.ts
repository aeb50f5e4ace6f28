import { afterAll, beforeAll, expect, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { auditOf, newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import type { AuditEntryView } from "./admin.output.schema.ts";

let now = Date.now();
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ deps: { now: () => now } });
  admin = await newAdmin(server);
  await createTestClient(server.origin).register({ username: "ann", email: "Ann@example.org" });
});
afterAll(() => server.stop());

const grant = (userEmail: unknown, credits: unknown) =>
  admin.post("/api/admin/grant-credits", { userEmail, credits });
const creditsOf = (username: string) =>
  sqliteOf(server.deps.db).prepare("SELECT free_credits FROM users WHERE username = ?").pluck().get(username);
const getId = (username: string) =>
  String(sqliteOf(server.deps.db).prepare("SELECT id FROM users WHERE username = ?").pluck().get(username));

test("POST /api/admin/grant-credits: credits are added to the account with that email, and the audit log records it [spec 7 admin-credits] [threat C8]", async () => {
  const answer = await grant(" ann@EXAMPLE.org ", 3);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      success: true,
      message: "ann@EXAMPLE.org got 3 free credits.",
      code: "credits-granted",
      params: { email: "ann@EXAMPLE.org", credits: 3 },
    },
  ]);
  await grant("ann@example.org", "1");
  expect(creditsOf("ann")).toBe(4);
  expect(auditOf(server, getId("ann"))).toEqual([
    { action: "credits.granted", actor: "boss", subject: getId("ann"), detail: { credits: 3, before: 0 } },
    { action: "credits.granted", actor: "boss", subject: getId("ann"), detail: { credits: 1, before: 3 } },
  ]);
});

test("admin credit grant: invalid input is refused with 'Please enter a valid email and positive number of credits' [spec 5 credit-grant] [threat C8]", async () => {
  const before = creditsOf("ann");
  const wrong = [0, -1, 1.5, 1001, 1e9, "abc", "", "1e3", null, undefined, [3]].map((credits) => [
    "ann@example.org",
    credits,
  ]);
  for (const [email, credits] of [...wrong, ["ann@", 3], ["", 3], [undefined, 3]]) {
    const answer = await grant(email, credits);
    expect([email, credits, answer.status, answer.body.message]).toEqual([
      email,
      credits,
      400,
      "Please enter a valid email and positive number of credits",
    ]);
  }
  expect(creditsOf("ann")).toBe(before);
});

test("credits for an email without an account are refused", async () => {
  const answer = await grant("nobody@example.org", 1);
  expect([answer.status, answer.body.message]).toEqual([404, "No account has the email nobody@example.org."]);
});

test("credits for an email that two accounts share are refused, with both names [threat C8]", async () => {
  for (const username of ["twin-1", "twin-2"]) {
    await createTestClient(server.origin).register({ username, email: "twins@example.org" });
  }
  const answer = await grant("twins@example.org", 2);
  expect(answer.status).toBe(409);
  expect(answer.body.message).toBe(
    "Several accounts have the email twins@example.org (twin-1, twin-2). No credits were granted.",
  );
  expect([creditsOf("twin-1"), creditsOf("twin-2")]).toEqual([0, 0]);
});

test("admins read the audit log, newest entry first, a hundred at a time", async () => {
  for (let act = 0; act < 101; act += 1) {
    now += 1000;
    await grant("ann@example.org", 1);
  }
  const page = async (query = ""): Promise<AuditEntryView[]> =>
    JSON.parse((await admin.get(`/api/admin/audit-log${query}`)).text);
  const first = await page();
  expect(first).toHaveLength(100);
  expect(first[0]).toEqual({
    id: expect.any(String),
    actor: "boss",
    action: "credits.granted",
    subject: getId("ann"),
    detail: { credits: 1, before: 104 },
    createdAt: new Date(now).toISOString(),
  });
  const older = await page(`?cursor=${first.at(-1)?.id}`);
  expect(older).toHaveLength(4);
  expect(older.at(-1)).toMatchObject({
    actor: "operator",
    action: "admin.created",
    detail: { username: "boss" },
  });
  expect((await admin.get("/api/admin/audit-log?cursor=yesterday")).status).toBe(404);
});

test("when 150 actions happen in the same millisecond, the audit log shows each exactly once across its pages", async () => {
  now += 1000;
  for (let act = 0; act < 150; act += 1) await grant("ann@example.org", 1);
  const part = async (query = ""): Promise<AuditEntryView[]> =>
    JSON.parse((await admin.get(`/api/admin/audit-log${query}`)).text);
  const first = await part();
  const second = await part(`?cursor=${first.at(-1)?.id}`);
  const credits = [...first, ...second].slice(0, 150).map(({ detail }) => Number(detail.before));
  const newest = credits[0] ?? 0;
  expect(credits).toEqual(Array.from({ length: 150 }, (_, index) => newest - index));
});
