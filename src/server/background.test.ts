import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { isNewestCheckpointStored } from "../issuing/log/test-log.ts";
import { sharedWorkers } from "../platform/jobs/test-workers.ts";
import { newPerson, processFile, uploadFile } from "../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/test-waiting.ts";
import { type Background, startBackground } from "./background.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let background: Background;
beforeAll(async () => {
  server = await startTestServer({ deps: { workers: sharedWorkers() } });
  background = await startBackground(server.deps);
});
afterAll(() => server.stop());

async function stampOne(): Promise<void> {
  const owner = await newPerson(server);
  const { status } = await processFile(owner, (await uploadFile(owner)).id);
  expect(status).toBe("completed");
}

test("the newest checkpoint is stored next to the database while the server runs, and when it stops", async () => {
  await stampOne();
  await until("the checkpoint is stored", () => isNewestCheckpointStored(server.deps));
  await stampOne();
  await background.stop();
  expect(await isNewestCheckpointStored(server.deps)).toBe(true);
});
