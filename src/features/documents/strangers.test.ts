import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteOf } from "../../../db/client.ts";
import { restCalls } from "../../server/http/rest.ts";
import { everyRoute } from "../../server/http/test-routes.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  filesIn,
  newPerson,
  processFile,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

const address = { email: "eve@example.org" };

/** Every call that takes a document, with valid input, so that only the permission is missing. */
const calls: Record<string, (id: string) => [path: string, body?: unknown]> = {
  "GET /api/documents/:id": (id) => [`/api/documents/${id}`],
  "DELETE /api/documents/:id": (id) => [`/api/documents/${id}`],
  "PATCH /api/documents/:id": (id) => [`/api/documents/${id}`, { displayName: "mine.pdf" }],
  "POST /api/documents/:id/process": (id) => [`/api/documents/${id}/process`, {}],
  "POST /api/documents/:id/email": (id) => [`/api/documents/${id}/email`, address],
  "GET /api/documents/:id/download": (id) => [`/api/documents/${id}/download`],
  "GET /api/documents/:id/certificate": (id) => [`/api/documents/${id}/certificate`],
  "GET /api/documents/:id/timestamp": (id) => [`/api/documents/${id}/timestamp`],
  "GET /api/documents/:id/preview": (id) => [`/api/documents/${id}/preview`],
  "GET /api/documents/:id/picture": (id) => [`/api/documents/${id}/picture`],
  "GET /api/documents/:id/evidence": (id) => [`/api/documents/${id}/evidence`],
  "GET /api/collections/:id": (id) => [`/api/collections/${id}`],
  "DELETE /api/collections/:id": (id) => [`/api/collections/${id}`],
  "GET /api/collections/:id/certificate": (id) => [`/api/collections/${id}/certificate`],
  "GET /api/collections/:id/evidence": (id) => [`/api/collections/${id}/evidence`],
  "GET /api/collections/:id/sha256sums": (id) => [`/api/collections/${id}/sha256sums`],
  "POST /api/payment/pay-per-document": (id) => ["/api/payment/pay-per-document", { documentId: id }],
  "POST /api/payment/complete-document-payment": (id) => [
    "/api/payment/complete-document-payment",
    { documentId: id },
  ],
  "POST /api/payment/pay-for-documents": (id) => ["/api/payment/pay-for-documents", { documents: [{ id }] }],
  "POST /api/payment/complete-documents-payment": (id) => [
    "/api/payment/complete-documents-payment",
    { documentIds: [id] },
  ],
  "POST /api/payment/redeem-credit": (id) => ["/api/payment/redeem-credit", { documentId: id }],
  "GET documents.list": (id) => [query("documents.list", { cursor: id })],
  "GET documents.get": (id) => [query("documents.get", { id })],
  "GET collections.list": (id) => [query("collections.list", { cursor: id })],
  "GET collections.get": (id) => [query("collections.get", { id })],
  "POST collections.remove": (id) => ["/api/trpc/collections.remove", { id }],
  "POST documents.describe": (id) => ["/api/trpc/documents.describe", { id, displayName: "mine.pdf" }],
  "POST documents.process": (id) => ["/api/trpc/documents.process", { id }],
  "POST documents.start": (id) => ["/api/trpc/documents.start", { id }],
  "POST documents.email": (id) => ["/api/trpc/documents.email", { id, ...address }],
  "POST documents.remove": (id) => ["/api/trpc/documents.remove", { id }],
  "POST billing.payPerDocument": (id) => ["/api/trpc/billing.payPerDocument", { documentId: id }],
  "POST billing.completeDocumentPayment": (id) => [
    "/api/trpc/billing.completeDocumentPayment",
    { documentId: id },
  ],
  "POST billing.payForDocuments": (id) => ["/api/trpc/billing.payForDocuments", { documents: [{ id }] }],
  "POST billing.completeDocumentsPayment": (id) => [
    "/api/trpc/billing.completeDocumentsPayment",
    { documentIds: [id] },
  ],
  "POST billing.redeemCredit": (id) => ["/api/trpc/billing.redeemCredit", { documentId: id }],
};
const query = (name: string, input: unknown) =>
  `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;

let server: TestServer;
let owner: TestClient;
let ids: string[];
beforeAll(async () => {
  server = await startWorkingServer({ config: { credits: "redeem" } });
  owner = await newPerson(server);
  const completed = await processFile(owner, (await uploadFile(owner)).id);
  const collection = await attestFiles(owner, makeFiles(3));
  ids = [completed.id, (await uploadFile(owner, "draft.pdf")).id, collection.id];
  sqliteOf(server.deps.db).exec("UPDATE users SET free_credits = 9");
});
afterAll(() => server.stop());

function send(client: TestClient, call: string, id: string) {
  const [method = ""] = call.split(" ");
  const [path = "", body] = calls[call]?.(id) ?? [];
  if (body === undefined) return client.send(method, path, { headers: { range: "bytes=0-9" } });
  if (method === "POST") return client.post(path, body);
  const headers = { "content-type": "application/json" };
  return client.send(method, path, { headers, body: JSON.stringify(body) });
}

/** All rows and all files, except those that only record the caller. */
function everything(): string {
  const $client = sqliteOf(server.deps.db);
  const tables = $client
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('sessions', 'rate_limits')",
    )
    .pluck()
    .all();
  const rows = tables.map((table) => $client.prepare(`SELECT * FROM "${table}"`).all());
  const { dataDir } = server.deps.config;
  const files = filesIn(dataDir)
    .filter((name) => !name.startsWith("tmp/"))
    .map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(dataDir, name)))
        .digest("hex"),
    ]);
  return JSON.stringify([rows, files]);
}

test("the tests with other users cover every route and procedure that names a document [threat C1]", () => {
  const routes = Object.entries(everyRoute).filter(([, { about }]) => about === "one document");
  const named = routes.flatMap(([route]) => {
    const rest = restCalls.find(({ method, path }) => `${method} ${path}` === route);
    return rest ? [route, `${rest.procedure.endsWith(".get") ? "GET" : "POST"} ${rest.procedure}`] : [route];
  });
  expect(Object.keys(calls)).toEqual(expect.arrayContaining(named));
});

test("a visitor, another user, a deleted user and an admin cannot read or change a user's document [threat C1]", async () => {
  const visitor = createTestClient(server.origin);
  const other = await newPerson(server);
  const admin = await newAdmin(server);
  const deleted = createTestClient(server.origin);
  await deleted.register({ username: "deleted-one" });
  sqliteOf(server.deps.db).exec("UPDATE users SET is_deleted = 1 WHERE username = 'deleted-one'");
  const expected = [
    { client: visitor, status: 401 },
    { client: other, status: 404 },
    { client: deleted, status: 401 },
    { client: admin, status: 404 },
  ];
  const before = everything();
  for (const call of Object.keys(calls)) {
    for (const id of ids) {
      for (const [who, { client, status }] of expected.entries()) {
        const answer = await send(client, call, id);
        expect([call, who, answer.status]).toEqual([call, who, status]);
        expect([call, answer.text.length < 2_000, answer.text.includes("%PDF")]).toEqual([call, true, false]);
      }
    }
  }
  expect(everything()).toBe(before);
});

test("another user's document is answered like one that does not exist [threat C1]", async () => {
  const other = await newPerson(server);
  for (const call of Object.keys(calls)) {
    const [theirs, nobodys] = [
      await send(other, call, ids[0] ?? ""),
      await send(other, call, crypto.randomUUID()),
    ];
    const withoutNumber = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
    expect([call, theirs.status, withoutNumber(theirs.text)]).toEqual([
      call,
      nobodys.status,
      withoutNumber(nobodys.text),
    ]);
  }
});

test("an invalid id is answered as not found, even for the owner, and changes nothing [threat C1]", async () => {
  const before = everything();
  for (const call of Object.keys(calls)) {
    const isRoute = call.includes("/api/");
    for (const id of [
      "1",
      "../x",
      "x".repeat(10_000),
      "\0",
      `${ids[0]}\0`,
      `${ids[0]} `,
      "%",
      "*",
      "__proto__",
    ]) {
      const { status } = await send(owner, call, isRoute ? encodeURIComponent(id) : id);
      expect([call, id.slice(0, 50), [400, 404, 431].includes(status)]).toEqual([
        call,
        id.slice(0, 50),
        true,
      ]);
    }
  }
  expect(everything()).toBe(before);
});

test("the payment, number, owner and time in a process call are ignored [threat A15]", async () => {
  const $client = sqliteOf(server.deps.db);
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  const forged = {
    serialNumber: "AT-00000-00000-00000-00000",
    paymentCompleted: "true",
    userId: "somebody-else",
    processedAt: "2001-01-01T00:00:00Z",
    clientName: "Somebody Else",
    sha256: "0".repeat(64),
    isPaid: true,
  };
  const row = () =>
    $client
      .prepare(
        "SELECT user_id, payment_completed, sha256, client_name, created_at FROM documents WHERE id = ?",
      )
      .get(id);
  const before = row();
  const from = Date.now();
  const document = await processFile(person, id, forged);
  expect(row()).toEqual({ ...Object(before), client_name: "Jane Doe" });
  expect(document.serialNumber).not.toBe(forged.serialNumber);
  expect(Date.parse(document.processedAt ?? "")).toBeWithin(from - 1_000, Date.now() + 1);
});
