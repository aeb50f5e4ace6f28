import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { sqliteOf } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { JobRunner } from "../../platform/jobs/runner.ts";
import { sharedWorkers } from "../../platform/jobs/test-workers.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, readDocument, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { stampingJob } from "./documents.ts";
import { stampingJobHandler } from "./stamping.job.ts";

setDefaultTimeout(600_000);

/**
 * Counts statements, which do not depend on the machine's load; `bun e2e/tools/bench.ts document` measures the time.
 */
const maxBuilt = 5;
const maxWrites = 16;

let server: TestServer;
let person: TestClient;
const built = new Set<string>();
const written: string[] = [];
const dataDir = makeTestFolder();
beforeAll(async () => {
  const db = await openDatabaseIn(dataDir);
  const client = sqliteOf(db);
  const prepare = client.prepare.bind(client);
  const value = (text: string) => {
    built.add(text);
    const statement = prepare(text);
    const run = statement.run.bind(statement);
    statement.run = (...values: unknown[]) => {
      if (!/^(BEGIN|COMMIT)/.test(text)) written.push(text);
      return run(...values);
    };
    return statement;
  };
  Object.defineProperty(client, "prepare", { value });
  server = await startTestServer({ config: { dataDir }, deps: { db, workers: sharedWorkers() } });
  person = await newPerson(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Without background work, which executes statements too. */
async function stampOne(): Promise<void> {
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  const handlers = { [stampingJob]: stampingJobHandler(server.deps) };
  await new JobRunner({ ...server.deps, handlers }).runUntilEmpty();
  expect((await readDocument(person, id)).status).toBe("completed");
}

test("uploading and stamping a document takes few writes, and nearly all its statements are prepared only once", async () => {
  await stampOne();
  built.clear();
  written.length = 0;
  await stampOne();
  expect([...built].toSorted().slice(maxBuilt)).toEqual([]);
  expect(written.length).toBeGreaterThan(10);
  expect(written.slice(maxWrites)).toEqual([]);
});
