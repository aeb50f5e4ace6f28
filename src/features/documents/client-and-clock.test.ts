import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import type { DocumentView } from "./documents.output.schema.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let person: TestClient;
let now: number;
beforeEach(async () => {
  now = Date.now();
  server = await startWorkingServer({ deps: { now: () => now } });
  person = await newPerson(server);
});
afterEach(() => server.stop());

test("a name stored before names were validated appears on the stamp without its forbidden parts", async () => {
  const { id } = await uploadFile(person);
  sqlOf(server.deps.db)
    .prepare("UPDATE users SET first_name = ?, last_name = ?")
    .run("Ja\u200bne\n\u202e", "Doe · AT-00000-00000-00000-00000 · 2015-01-01");
  const { serialNumber } = await processFile(person, id);
  const verified = await person.get(`/api/verify/${serialNumber}`);
  expect(verified.body.clientName).toBe("Jane Doe --");
});

test("while the clock is earlier than the upload, nothing is timestamped, and no stamp is used up [threat R10]", async () => {
  const { id } = await uploadFile(person);
  now -= 24 * 3_600_000;
  const answer = await person.post(`/api/documents/${id}/process`);
  expect([answer.status, answer.body.message]).toEqual([
    503,
    "The server's clock is not right at the moment, so nothing can be timestamped. Please try again later.",
  ]);
  const used = sqlOf(server.deps.db).prepare("SELECT count(*) FROM stamp_usage").pluck().get();
  expect(used).toBe(0);
  now += 24 * 3_600_000;
  expect((await processFile(person, id)).status).toBe("completed");
});

test("a document received by another server whose clock is slightly ahead is stamped, and not with a time before its upload", async () => {
  now = Date.parse("2026-11-21T12:00:01.001Z");
  const { id } = await uploadFile(person);
  now -= 3;
  const { status, processedAt } = await processFile(person, id);
  expect([status, processedAt]).toEqual(["completed", "2026-11-21T12:00:01.000Z"]);
});

test("a document that is uploaded and processed within one second never has a processing time before its creation", async () => {
  now = Date.parse("2026-11-21T12:00:00.700Z");
  const { id } = await uploadFile(person);
  now += 200;
  const processed = await processFile(person, id);
  expect([processed.createdAt, processed.processedAt]).toEqual([
    "2026-11-21T12:00:00.000Z",
    "2026-11-21T12:00:00.000Z",
  ]);
  const [listed]: DocumentView[] = JSON.parse((await person.get("/api/documents")).text);
  expect(listed).toMatchObject({ createdAt: processed.createdAt, processedAt: processed.processedAt });
  expect((await person.get(`/api/verify/${processed.serialNumber}`)).body.processedDate).toBe(
    processed.createdAt,
  );
});
