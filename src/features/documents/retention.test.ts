import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteOf } from "../../../db/client.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import {
  findFile,
  newPerson,
  processFile,
  readDocument,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { deleteExpiredOriginals, sweepFiles } from "./retention.service.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;

let server: TestServer;
let now: number;
beforeEach(async () => {
  now = Date.now();
  server = await startWorkingServer({ deps: { now: () => now } });
});
afterEach(() => server.stop());

const findOriginal = (id: string) =>
  join(server.deps.config.dataDir, findFile(server.deps.config.dataDir, "originals", id));

test("an original is deleted after 48 hours and not before; its hash and the stamped copy stay [spec 1 retention] [spec 9 originals] [threat R16]", async () => {
  const person = await newPerson(server);
  const done = await processFile(person, (await uploadFile(person)).id);
  const original = findOriginal(done.id);
  now += 47.9 * hour;
  expect(await deleteExpiredOriginals(server.deps)).toBe(0);
  expect(existsSync(original)).toBe(true);

  now += 0.2 * hour;
  expect(await deleteExpiredOriginals(server.deps)).toBe(1);
  expect(existsSync(original)).toBe(false);
  const after = await readDocument(person, done.id);
  expect(after).toEqual({ ...done, originalDeletedAt: new Date(now).toISOString() });
  expect((await person.get(`/api/documents/${done.id}/download`)).status).toBe(200);
  expect((await person.get(`/api/verify/${done.serialNumber}`)).status).toBe(200);
  expect(await deleteExpiredOriginals(server.deps)).toBe(0);
});

test("a document whose original was deleted cannot be processed, and the answer says when it was deleted", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  now += 49 * hour;
  await deleteExpiredOriginals(server.deps);
  const answer = await person.post(`/api/documents/${id}/process`);
  expect(answer.status).toBe(410);
  expect(answer.body.message).toContain(new Date(now).toISOString().slice(0, 10));
});

test("an original that a job is reading is not deleted [threat R16]", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  sqliteOf(server.deps.db).prepare("UPDATE documents SET status = 'processing' WHERE id = ?").run(id);
  now += 49 * hour;
  expect(await deleteExpiredOriginals(server.deps)).toBe(0);
  expect(existsSync(findOriginal(id))).toBe(true);
});

test("an original that is already missing is not an error [threat R16]", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  rmSync(findOriginal(id));
  now += 49 * hour;
  expect(await deleteExpiredOriginals(server.deps)).toBe(1);
});

test("a file without a row is deleted after a day; a file with a row never is [threat R17]", async () => {
  const person = await newPerson(server);
  const { id } = await processFile(person, (await uploadFile(person)).id);
  const stray = join(server.deps.config.dataDir, `originals/${crypto.randomUUID()}`);
  writeFileSync(stray, "left behind by a crash");
  expect(await sweepFiles(server.deps)).toBe(0);
  now += 25 * hour;
  expect(await sweepFiles(server.deps)).toBe(1);
  expect(existsSync(stray)).toBe(false);
  const { dataDir } = server.deps.config;
  expect(fileAreas.map((area) => existsSync(join(dataDir, findFile(dataDir, area, id))))).toEqual([
    true,
    true,
    true,
  ]);
});

test("the sweep does not delete a new file before its row names it", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  sqliteOf(server.deps.db).prepare("UPDATE documents SET status = 'processing' WHERE id = ?").run(id);
  const made = join(server.deps.config.dataDir, `stamped/${id}`);
  writeFileSync(made, "kept a moment ago over an older try");
  now += 25 * hour;
  expect(await sweepFiles(server.deps)).toBe(0);
  expect(existsSync(made)).toBe(true);
});

test("expired originals are found without reading every document", () => {
  const asked = "SELECT * FROM documents WHERE created_at < ? AND original_path IS NOT NULL AND status <> ?";
  const plan = sqliteOf(server.deps.db).prepare(`EXPLAIN QUERY PLAN ${asked}`).all(now, "processing");
  expect(JSON.stringify(plan)).toContain("documents_retention");
});
