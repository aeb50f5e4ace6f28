import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { TestClient } from "../../testing/test-client.ts";
import { formWith, newPerson, smallPdf, uploadFile } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { deleteExpiredOriginals } from "./retention.service.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;
let server: TestServer;
let person: TestClient;
let now: number;
beforeEach(async () => {
  now = Date.now();
  server = await startTestServer({ config: { rateLimitFactor: 1 }, deps: { now: () => now } });
  person = await newPerson(server);
});
afterEach(() => server.stop());

const tryUpload = (client = person) =>
  client.send("POST", "/api/documents/upload", { body: formWith("a.pdf", smallPdf()) });

/** Changes the only uploaded document. */
const change = (sql: string) => sqlOf(server.deps.db).prepare(sql).run();

test("an account can store two gigabytes of originals; other accounts can still upload [threat F13]", async () => {
  await uploadFile(person);
  change(`UPDATE documents SET file_size = '${2 * 1024 ** 3}'`);
  const answer = await tryUpload();
  expect([answer.status, answer.body.message]).toEqual([
    429,
    "Your account has reached its limit of stored originals. Please delete documents, or wait: each original is deleted 48 hours after its upload.",
  ]);
  expect((await tryUpload(await newPerson(server))).status).toBe(200);
});

test("an account may store two hundred originals, until the oldest are deleted on schedule [threat F13]", async () => {
  const { id } = await uploadFile(person);
  const others = `${id.slice(0, 14)}f${id.slice(15, -3)}`; // has a UUID version that is never issued, so it never equals its ID
  change(`
    WITH RECURSIVE copies(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM copies WHERE n < 200)
    INSERT INTO documents (id, user_id, original_name, original_path, file_type, file_size, sha256, created_at)
    SELECT '${others}' || (100 + n), user_id, original_name,
      'originals/${others}' || (100 + n), file_type, file_size, sha256, created_at FROM documents, copies`);
  expect((await tryUpload()).status).toBe(429);
  now += 49 * hour;
  expect(await deleteExpiredOriginals(server.deps)).toBe(200);
  expect((await tryUpload()).status).toBe(200);
});

test("deleting a document makes room for another one", async () => {
  const { id } = await uploadFile(person);
  change(`UPDATE documents SET file_size = '${2 * 1024 ** 3}'`);
  expect((await tryUpload()).status).toBe(429);
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  expect((await tryUpload()).status).toBe(200);
});
