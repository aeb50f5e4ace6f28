import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DocumentView } from "../../features/documents/documents.output.schema.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let owner: TestClient;
let admin: TestClient;
let document: DocumentView;
beforeAll(async () => {
  server = await startWorkingServer();
  admin = await newAdmin(server);
  owner = await newPerson(server);
  document = await processFile(owner, (await uploadFile(owner)).id);
});
afterAll(() => server.stop());

/**
 * Every file of the data folder by relative path, except those removed meanwhile; the first three of many similar files
 * in a folder.
 */
function storedFiles(): string[] {
  const { dataDir } = server.deps.config;
  const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile());
  return Object.values(Object.groupBy(files, (name) => dirname(name))).flatMap((alike = []) =>
    alike.slice(0, 3),
  );
}

test("no file of the server can be requested by its path, by any user and in any encoding [threat E1]", async () => {
  const { dataDir } = server.deps.config;
  const prefixes = [
    "/",
    "/storage/",
    "/uploads/",
    "/data/",
    "/api/",
    "/assets/..%2f..%2fstorage/",
    "/%2e%2e/",
  ];
  const kept = storedFiles();
  expect(kept.length).toBeGreaterThan(8);
  const paths = [
    ...kept.flatMap((name) => prefixes.map((prefix) => `${prefix}${name}`)),
    ...kept.map((name) => encodeURI(`//${join(dataDir, name)}`)),
    ...["/.env", "/.git/HEAD", "/package.json", "/src/main.ts", "/%00", "/..%5c..%5cpackage.json"],
  ];
  const visitor = createTestClient(server.origin);
  const asks = [
    ...paths.map((path) => ({ path, client: visitor })),
    ...kept.flatMap((name) => [owner, admin].map((client) => ({ path: `/storage/${name}`, client }))),
  ];
  for (const { path, client } of asks) expect([path, (await client.get(path)).status]).toEqual([path, 404]);
});

test("an admin gets files only by the keys of documents: no other path is accepted, and none is joined to a folder [threat E1]", async () => {
  const key = String(document.processedPath);
  expect((await admin.get(`/api/admin/download?path=${encodeURIComponent(key)}`)).status).toBe(200);
  for (const path of [
    ...storedFiles().filter((name) => ![key, document.certificatePath].includes(name)),
    ...[
      `./${key}`,
      `${key}/`,
      `/${key}`,
      `stamped/../${key}`,
      `${key}\0`,
      key.toUpperCase(),
      "../../etc/passwd",
    ],
    join(server.deps.config.dataDir, key),
  ]) {
    const answer = await admin.get(`/api/admin/download?path=${encodeURIComponent(path)}`);
    expect([path, [400, 404].includes(answer.status)]).toEqual([path, true]);
  }
});

test("every file has its exact type, is not cached, and nothing in it may run or be framed by other sites [threat E2]", async () => {
  const saved = "default-src 'none'; sandbox";
  const shown = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";
  const of = `/api/documents/${document.id}`;
  const byKey = (key: string | null) => `/api/admin/download?path=${key}`;
  const sent: [TestClient, string, string, "attachment" | "inline", string][] = [
    [owner, `${of}/download`, "application/pdf", "attachment", saved],
    [owner, `${of}/certificate`, "application/pdf", "attachment", saved],
    [owner, `${of}/evidence`, "application/zip", "attachment", saved],
    [owner, `${of}/preview`, "application/pdf", "inline", shown],
    [admin, byKey(document.processedPath), "application/pdf", "attachment", saved],
    [admin, byKey(document.certificatePath), "application/pdf", "attachment", saved],
    [admin, `/api/admin/documents/${document.id}/original`, "application/pdf", "inline", shown],
  ];
  for (const [client, path, type, disposition, policy] of sent) {
    const { status, headers } = await client.get(path);
    expect([path, status, headers.get("content-type")]).toEqual([path, 200, type]);
    expect([path, headers.get("content-disposition")?.split(";")[0]]).toEqual([path, disposition]);
    expect([path, headers.get("content-security-policy")]).toEqual([path, policy]);
    expect([path, headers.get("cache-control")]).toEqual([path, "private, no-store"]);
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, headers.get("cross-origin-resource-policy")]).toEqual([path, "same-origin"]);
  }
});
