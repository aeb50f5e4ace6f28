import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { stampingJob } from "../features/documents/documents.ts";
import { stampingJobHandler } from "../features/documents/stamping.job.ts";
import { prepareFileStore } from "../platform/files/open-file-store.ts";
import { JobRunner } from "../platform/jobs/runner.ts";
import { sharedWorkers } from "../platform/jobs/test-workers.ts";
import { type ObjectStoreServer, startObjectStore } from "../testing/object-store.ts";
import type { TestClient } from "../testing/test-client.ts";
import { newPerson, readDocument, uploadFile } from "../testing/test-documents.ts";
import { openTestLine, type TestLine } from "../testing/test-line.ts";
import { type PostgresServer, startPostgres } from "../testing/test-postgres.ts";
import { openPostgresLine, type PostgresLine } from "../testing/test-postgres-line.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../testing/test-server.ts";

setDefaultTimeout(600_000);

/**
 * What a document costs a server that shares a database and a bucket, as counts, which hardly depend on the machine's
 * load; `bun run bench:cluster documents` measures the time.
 */
type Cost = { roundTrips: number; statements: number; parsed: number; requests: number };

const dataDir = makeTestFolder();
let postgres: PostgresServer;
let store: ObjectStoreServer;
let toDatabase: PostgresLine;
let toStore: TestLine;
let server: TestServer;
beforeAll(async () => {
  [postgres, store] = await Promise.all([startPostgres(), startObjectStore()]);
  toDatabase = await openPostgresLine(postgres.makeDatabase("round-trips"));
  const bucket = store.newBucket();
  toStore = await openTestLine(bucket.endpoint ?? "", (_number, message) => {
    if (/^[A-Z]+ \//.test(message.toString("latin1", 0, 16))) requests += 1;
    return true;
  });
  const s3 = { ...bucket, endpoint: toStore.url.replace(/\/$/, "") };
  await prepareFileStore({ dataDir, s3 });
  const keysSecret = { current: "the secret that the operator made with openssl", previous: undefined };
  const time = Date.now();
  server = await startTestServer({
    config: { dataDir, s3, databaseUrl: toDatabase.url, keysSecret },
    // The newest issued time is written once a second: with this clock, only for the first document.
    deps: { workers: sharedWorkers(), now: () => time },
  });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([toDatabase.close(), toStore.close()]);
  await Promise.all([postgres.stop(), store.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
});

let requests = 0;

/**
 * What passed since this was last called. Looks at the queue, each a round trip of its own, do not count: the runner
 * looks when something was queued or has ended, and once a second.
 */
function takeCost(): Cost {
  const { roundTrips, statements, parsed } = toDatabase.take();
  const looks = statements.filter((statement) => statement.includes("waiting.kind")).length;
  const counts = { roundTrips: roundTrips - looks, statements: statements.length - looks };
  const cost = { ...counts, parsed, requests };
  requests = 0;
  return cost;
}

async function stampOne(person: TestClient) {
  takeCost();
  const { id } = await uploadFile(person);
  const upload = takeCost();
  expect((await person.post("/api/trpc/documents.start", { id })).status).toBe(200);
  const start = takeCost();
  const handler = stampingJobHandler(server.deps);
  const { promise: isDone, resolve } = Promise.withResolvers<void>();
  const run: typeof handler.run = (job) => handler.run(job).finally(resolve);
  const runner = new JobRunner({ ...server.deps, handlers: { [stampingJob]: { ...handler, run } } });
  await runner.start();
  await isDone;
  await runner.settled();
  await runner.stop(Promise.resolve());
  const work = takeCost();
  expect((await readDocument(person, id)).status).toBe("completed");
  return { upload, start, work, status: takeCost() };
}

const documents = 5;

test("a document takes at most 32 round trips to PostgreSQL and 4 requests to the store, and a look at its status 2", async () => {
  const costs: Awaited<ReturnType<typeof stampOne>>[] = [];
  // Those before every connection has prepared the statements that it is used for do not count.
  while (costs.length < documents) {
    const cost = await stampOne(await newPerson(server));
    if (Object.values(cost).every(({ parsed }) => parsed === 0)) costs.push(cost);
  }
  for (const cost of costs)
    expect(cost).toMatchObject({
      upload: { statements: 13, requests: 1 },
      start: { statements: 20, requests: 0 },
      work: { statements: 27, requests: 3 },
      status: { statements: 2, requests: 0 },
    });
  // BEGIN may be answered before what was sent with it arrives, which then counts as one more: the fewest count.
  const fewest = (part: "upload" | "start" | "work" | "status") =>
    Math.min(...costs.map((cost) => cost[part].roundTrips));
  expect(fewest("upload")).toBeLessThanOrEqual(9);
  expect(fewest("start")).toBeLessThanOrEqual(8);
  expect(fewest("work")).toBeLessThanOrEqual(15);
  expect(fewest("status")).toBeLessThanOrEqual(2);
});
