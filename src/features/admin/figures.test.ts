import { afterAll, beforeAll, expect, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import type { FiguresView } from "./admin.output.schema.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 20, 12);

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ deps: { now: () => now } });
  admin = await newAdmin(server);
});
afterAll(() => server.stop());

const run = (statement: string, ...values: unknown[]) =>
  sqliteOf(server.deps.db)
    .prepare(statement)
    .run(...values);

async function figures(query = ""): Promise<FiguresView> {
  return JSON.parse((await admin.get(`/api/admin/figures${query}`)).text);
}

function addDocument(id: string, status: string, at: number, stampedSize: number | null) {
  run(
    `INSERT INTO documents (id, original_name, original_path, file_type, file_size, status, sha256, stamped_size,
       created_at, processed_at) VALUES (?, 'a.pdf', ?, 'application/pdf', '100', ?, 'ab', ?, ?, ?)`,
    ...[id, `originals/${id}`, status, stampedSize, at, at],
  );
}

test("an administrator sees accounts, stamps, revenue, failures, emails and storage by day", async () => {
  addDocument("done", "completed", now - 2 * day, 250);
  addDocument("broken", "error", now - day, null);
  run(
    `INSERT INTO certificates (serial_number, document_id, attestation, issued_at) VALUES ('AT-1', 'done', 'x', ?)`,
    now - 2 * day,
  );
  const [{ id: boss }] = JSON.parse((await admin.get("/api/admin/users")).text);
  const buy = `INSERT INTO purchases (id, user_id, plan, amount, state, created_at) VALUES (?, ?, 'smallbundle', ?, ?, ?)`;
  run(buy, "a", boss, 1999, "paid", now - day);
  run(buy, "b", boss, 1999, "ended", now - day);
  run(buy, "c", boss, 1999, "closed", now - day);
  run(buy, "d", boss, 1999, "paid", now - 40 * day);
  const mail = `INSERT INTO mails (id, recipient, subject, state, created_at) VALUES (?, 'a@example.org', 'Hi', ?, ?)`;
  run(mail, "m1", "sent", now);
  run(mail, "m2", "failed", now);

  const week = await figures("?days=7");
  expect(week).toMatchObject({
    users: 1,
    openTickets: 0,
    failedMails: 1,
    storedBytes: 450,
    isVouched: false,
  });
  expect(week.daily.map((one) => one.day)).toEqual(
    [14, 15, 16, 17, 18, 19, 20].map((date) => `2026-11-${date}`),
  );
  const none = { newUsers: 0, stamps: 0, revenue: 0, failures: 0, mails: 0 };
  expect(week.daily.slice(4)).toEqual([
    { ...none, day: "2026-11-18", stamps: 1 },
    { ...none, day: "2026-11-19", revenue: 3998, failures: 1 },
    { ...none, day: "2026-11-20", newUsers: 1, mails: 2 },
  ]);
  const quarter = await figures("?days=90");
  expect(quarter.daily.reduce((cents, { revenue }) => cents + revenue, 0)).toBe(5997);
  expect((await figures()).daily).toHaveLength(30);
});

test("figures for more than 90 days are refused, and clients cannot see any", async () => {
  expect((await admin.get("/api/admin/figures?days=91")).status).toBe(400);
  const client = createTestClient(server.origin);
  await client.register();
  expect((await client.get("/api/admin/figures")).status).toBe(403);
});

test("the figures read indexes, never all documents or certificates", () => {
  const plan = (query: string) =>
    sqliteOf(server.deps.db)
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => detail)
      .join("; ");
  expect(
    plan("SELECT issued_at / 86400000, count(*) FROM certificates WHERE issued_at >= 1 GROUP BY 1"),
  ).toContain("COVERING INDEX certificates_issued");
  expect(
    plan(
      "SELECT processed_at / 86400000, count(*) FROM documents WHERE status = 'error' AND processed_at >= 1 GROUP BY 1",
    ),
  ).toContain("INDEX documents_failed");
  expect(plan("SELECT sum(stamped_size) FROM documents WHERE stamped_size IS NOT NULL")).toContain(
    "COVERING INDEX documents_stamped_size",
  );
  expect(
    plan(
      "SELECT sum(cast(file_size as bigint)) FROM documents WHERE original_path IS NOT NULL AND created_at < 9000000000000",
    ),
  ).toContain("INDEX documents_retention");
  expect(plan("SELECT sum(amount) FROM purchases WHERE created_at >= 1 AND state IN ('paid')")).toContain(
    "INDEX purchases_created",
  );
});
