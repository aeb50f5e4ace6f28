import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { documents } from "../../../db/schema.ts";
import { auditOf, newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  findFile,
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import type { DocumentView } from "../documents/documents.output.schema.ts";

let smtp: TestSmtpServer;
let server: TestServer;
let admin: TestClient;
let owner: TestClient;
let document: DocumentView;
beforeAll(async () => {
  smtp = await startTestSmtpServer();
  server = await startWorkingServer({
    config: { smtpUrl: smtp.url },
  });
  admin = await newAdmin(server);
  owner = await newPerson(server);
  document = await processFile(owner, (await uploadFile(owner, "Mietvertrag – ü.pdf")).id);
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const download = (client: TestClient, path: string) => client.get(`/api/admin/download?path=${path}`);
const viewOriginal = (client: TestClient, id: string) => client.get(`/api/admin/documents/${id}/original`);
const kept = (key: string) => readFileSync(join(server.deps.config.dataDir, key), "latin1");

test("GET /api/admin/download: an admin gets a client's stamped copy and certificate, and the audit log records each [spec 7 admin-download] [threat C2]", async () => {
  const stamped = await fetch(`${server.origin}/api/admin/download?path=${document.processedPath}`, {
    headers: { cookie: admin.cookie() },
  });
  expect(stamped.headers.get("content-disposition")).toContain(
    "Stamped_Mietvertrag%20%E2%80%93%20%C3%BC.pdf",
  );
  expect(stamped.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(stamped.headers.get("cache-control")).toBe("private, no-store");
  expect(Buffer.from(await stamped.arrayBuffer()).toString("latin1")).toBe(
    kept(String(document.processedPath)),
  );
  const certificate = await download(admin, String(document.certificatePath));
  expect(certificate.status).toBe(200);
  expect(certificate.headers.get("content-disposition")).toStartWith(
    'attachment; filename="Certificate_of_Affidavit_',
  );
  expect(auditOf(server, document.id).map(({ action, actor }) => [action, actor])).toEqual([
    ["stamped_copy.read", "boss"],
    ["certificate.read", "boss"],
  ]);
});

test("admin: an original opens in its own tab where nothing in it can run, and the audit log records it [spec 6 admin-originals] [threat C2] [threat E4]", async () => {
  const answer = await viewOriginal(admin, document.id);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(answer.headers.get("content-disposition")).toStartWith("inline; ");
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.text).toBe(new TextDecoder().decode(smallPdf()));
  expect(auditOf(server, document.id).at(-1)).toEqual({
    action: "original.read",
    actor: "boss",
    subject: document.id,
    detail: { serialNumber: document.serialNumber },
  });
});

test("an original that browsers cannot display is downloaded instead [threat E4]", async () => {
  const { id } = await uploadFile(owner, "letter.pdf");
  await server.deps.db.run(sql`UPDATE ${documents} SET file_type = 'image/tiff' WHERE id = ${id}`);
  expect((await viewOriginal(admin, id)).headers.get("content-disposition")).toStartWith("attachment; ");
});

test("an original deleted after its retention period is answered with the time of its deletion [threat R16]", async () => {
  const { id } = await uploadFile(owner, "old.pdf");
  await server.deps.db.run(
    sql`UPDATE ${documents} SET original_path = NULL, original_deleted_at = ${Date.UTC(2026, 10, 1)} WHERE id = ${id}`,
  );
  const answer = await viewOriginal(admin, id);
  expect([answer.status, answer.body.message]).toEqual([
    410,
    "The original was deleted on 2026-11-01 00:00 UTC, as promised. Please upload the document again.",
  ]);
});

test("one view is one entry in the audit log: viewers are not offered ranges, and range requests are recorded too [threat C2]", async () => {
  const lines = () => auditOf(server, document.id).length;
  const before = lines();
  expect((await viewOriginal(admin, document.id)).headers.get("accept-ranges")).toBeNull();
  expect(lines()).toBe(before + 1);
  await admin.get(`/api/admin/download?path=${document.processedPath}`, { range: "bytes=10-" });
  expect(lines()).toBe(before + 2);
});

test("no path, however it is written, reads anything but a document's stamped copy or certificate [threat C5]", async () => {
  const { dataDir } = server.deps.config;
  symlinkSync("/etc/passwd", join(dataDir, "stamped", "00000000-0000-4000-8000-000000000000"));
  const original = findFile(dataDir, "originals", document.id);
  const wicked = [
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%252e%252e%252fetc%252fpasswd",
    "/etc/passwd",
    "C:\\Windows\\win.ini",
    "file:///etc/passwd",
    "stamped/%00",
    `${document.processedPath}%00`,
    "stamped/../attestamp.sqlite",
    "attestamp.sqlite",
    ".env",
    join(dataDir, "attestamp.sqlite"),
    join(dataDir, String(document.processedPath)),
    original,
    `stamped/../${original}`,
    `stamped/./${document.id}`,
    "stamped/00000000-0000-4000-8000-000000000000",
    String(document.processedPath).toUpperCase(),
    document.id,
    "",
    "x".repeat(10_000),
    `${document.processedPath}&path=${document.certificatePath}`,
  ];
  for (const path of wicked) {
    const answer = await download(admin, path);
    expect([path, [400, 404].includes(answer.status)]).toEqual([path, true]);
    expect(answer.text).not.toMatch(/root:x:0|SQLite format 3|%PDF/);
  }
  expect((await admin.get("/api/admin/download")).status).toBe(400);
});

test("a visitor, a user and even the owner cannot read a file through the admin calls [spec 6 admin-files]", async () => {
  const visitor = createTestClient(server.origin);
  const before = auditOf(server, document.id).length;
  const statuses = [
    (await download(owner, String(document.processedPath))).status,
    (await viewOriginal(owner, document.id)).status,
    (await download(visitor, String(document.processedPath))).status,
    (await viewOriginal(visitor, document.id)).status,
  ];
  expect(statuses).toEqual([403, 403, 401, 401]);
  expect(auditOf(server, document.id)).toHaveLength(before);
});

test("admins cannot use the calls that are documented for owners [threat C2]", async () => {
  for (const file of ["download", "certificate", "preview"]) {
    expect((await admin.get(`/api/documents/${document.id}/${file}`)).status).toBe(404);
  }
});

test("POST /api/admin/email-documents: the client gets both files; the audit log records the recipient [spec 7 admin-email]", async () => {
  const answer = await admin.post("/api/admin/email-documents", {
    email: "jane@example.org",
    serialNumber: document.serialNumber,
  });
  expect([answer.status, answer.body.state]).toEqual([200, "sent"]);
  const [received] = await smtp.untilReceived(1);
  expect(received?.recipients).toEqual(["jane@example.org"]);
  expect(received?.files).toHaveLength(2);
  expect(auditOf(server, document.id).at(-1)).toMatchObject({
    action: "document.emailed",
    actor: "boss",
    detail: { serialNumber: document.serialNumber, to: "jane@example.org" },
  });
});

test("the recipient of a mail is deleted with the document; the record that it was sent stays", async () => {
  const other = await processFile(owner, (await uploadFile(owner)).id);
  await admin.post("/api/admin/email-documents", {
    email: "jane@example.org",
    serialNumber: other.serialNumber,
  });
  expect((await owner.send("DELETE", `/api/documents/${other.id}`)).status).toBe(200);
  expect(auditOf(server, other.id).at(-1)).toMatchObject({
    action: "document.emailed",
    detail: { serialNumber: other.serialNumber },
  });
  expect(JSON.stringify(auditOf(server, other.id))).not.toContain("jane@example.org");
});

test("an admin's mail requires an address and the serial number of a completed document", async () => {
  const mail = (body: Record<string, unknown>) => admin.post("/api/admin/email-documents", body);
  const { serialNumber } = document;
  expect((await mail({ email: "jane@", serialNumber })).body.message).toBe("Invalid email address");
  expect((await mail({ email: "jane@example.org", serialNumber: " " })).body.message).toBe(
    "Please enter a serial number",
  );
  expect((await mail({ email: "jane@example.org", serialNumber: "AT-0" })).status).toBe(404);
});
