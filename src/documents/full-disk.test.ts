import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { type FileArea, type FileKey, FileStore } from "../files/store.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../http/test-server.ts";
import { JobRunner } from "../jobs/runner.ts";
import { stampingJob } from "./documents.ts";
import { stampingJobHandler } from "./stamping.job.ts";
import { filesIn, newPerson, readDocument, uploadFile } from "./test-documents.ts";

setDefaultTimeout(30_000);

/** A store on whose disk certificates find no room as long as it is full. */
class FillingStore extends FileStore {
  isFull = true;

  override async keep(temporaryPath: string, area: FileArea, id: string): Promise<FileKey> {
    if (this.isFull && area === "certificates")
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    return super.keep(temporaryPath, area, id);
  }
}

let dataDir: string;
let files: FillingStore;
let server: TestServer;
beforeEach(async () => {
  dataDir = makeTestFolder();
  files = new FillingStore(dataDir);
  server = await startTestServer({ config: { dataDir }, deps: { files } });
});
afterEach(async () => {
  await server.deps.workers.stop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Works off the queue with a clock on which nobody has to wait for the next attempt. */
async function workOff(onAttempt: () => void = () => {}): Promise<void> {
  const { deps } = server;
  let clock = deps.now();
  const handler = stampingJobHandler(deps);
  const run: typeof handler.run = (job) => {
    onAttempt();
    return handler.run(job);
  };
  await new JobRunner({
    ...deps,
    now: () => (clock += 60_000),
    slots: 1,
    handlers: { [stampingJob]: { ...handler, run } },
  }).runUntilEmpty();
}

test("on a full disk a document fails in the end with the reason, and leaves nothing half made", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  await workOff();
  expect(await readDocument(person, id)).toMatchObject({
    status: "error",
    errorMessage: "The server has no room for more documents. Please try again later.",
    processedPath: null,
  });
  expect(filesIn(dataDir)).toEqual([`originals/${id}`]);
});

test("a document can be deleted on a full disk: its own files make the room", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  const { db } = server.deps;
  const original = files.pathOf(`originals/${id}`);
  const transaction = (work: Parameters<typeof db.transaction>[0]) => {
    if (existsSync(original))
      throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    return db.transaction(work);
  };
  server.deps.db = Object.assign(Object.create(db), { transaction });
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  expect((await person.get(`/api/documents/${id}`)).status).toBe(404);
  expect(filesIn(dataDir)).toEqual([]);
  server.deps.db = db;
});

test("a disk that is cleared in time costs nobody a document", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  let attempts = 0;
  await workOff(() => {
    attempts += 1;
    files.isFull = attempts < 4;
  });
  expect([attempts, (await readDocument(person, id)).status]).toEqual([4, "completed"]);
});
