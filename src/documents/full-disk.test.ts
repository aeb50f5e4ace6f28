import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { type FileArea, type FileKey, FileStore } from "../files/store.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../http/test-server.ts";
import { JobRunner } from "../jobs/runner.ts";
import { stampingJob } from "./documents.ts";
import { sweepFiles } from "./retention.service.ts";
import { stampingJobHandler } from "./stamping.job.ts";
import { filesIn, newPerson, readDocument, uploadFile } from "./test-documents.ts";

setDefaultTimeout(120_000);

/** A store on whose disk certificates find no room as long as it is full. */
class FillingStore extends FileStore {
  isFull = true;
  isStuck = false;

  override async remove(key: string): Promise<void> {
    if (this.isStuck) throw Object.assign(new Error("i/o error"), { code: "EIO" });
    return super.remove(key);
  }

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

/** Lets every transaction fail as on a full disk while `work` is done. */
async function withoutRoom(work: () => Promise<void>): Promise<void> {
  const { db } = server.deps;
  const transaction = () => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  };
  server.deps.db = Object.assign(Object.create(db), { transaction });
  await work().finally(() => {
    server.deps.db = db;
  });
}

test("a document whose row cannot be deleted for want of room loses none of its files", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  await withoutRoom(async () => {
    expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(507);
  });
  expect((await person.get(`/api/documents/${id}`)).status).toBe(200);
  expect(filesIn(dataDir)).toEqual([`originals/${id}`]);
});

test("a document is deleted although its file cannot be, and the sweep takes the file later", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  const { deps } = server;
  files.isStuck = true;
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  files.isStuck = false;
  expect((await person.get(`/api/documents/${id}`)).status).toBe(404);
  expect(filesIn(dataDir)).toEqual([`originals/${id}`]);
  await sweepFiles({ ...deps, now: () => deps.now() + 25 * 3_600_000 });
  expect(filesIn(dataDir)).toEqual([]);
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
