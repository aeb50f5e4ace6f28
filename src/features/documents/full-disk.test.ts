import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { type Disk, realDisk } from "../../platform/files/disk.ts";
import type { FileArea, FileKey, FinishedFile } from "../../platform/files/object-store.ts";
import { FileStore } from "../../platform/files/store.ts";
import { JobRunner } from "../../platform/jobs/runner.ts";
import { sharedWorkers } from "../../platform/jobs/test-workers.ts";
import {
  filesIn,
  findFile,
  formWith,
  newPerson,
  readDocument,
  smallPdf,
  uploadFile,
} from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { stampingJob } from "./documents.ts";
import { sweepFiles } from "./retention.service.ts";
import { stampingJobHandler } from "./stamping.job.ts";

setDefaultTimeout(600_000);

const noSpace = () => Object.assign(new Error("no space left on device"), { code: "ENOSPC" });

/** A store without space for certificates while it is full. */
class FillingStore extends FileStore {
  isFull = true;
  isStuck = false;

  override async remove(key: string): Promise<void> {
    if (this.isStuck) throw Object.assign(new Error("i/o error"), { code: "EIO" });
    return super.remove(key);
  }

  override async keep(file: FinishedFile, area: FileArea, id: string): Promise<FileKey> {
    if (this.isFull && area === "certificates") throw noSpace();
    return super.keep(file, area, id);
  }
}

let dataDir: string;
let disk: Disk;
let files: FillingStore;
let server: TestServer;
beforeEach(async () => {
  dataDir = makeTestFolder();
  disk = { ...realDisk };
  files = new FillingStore(dataDir, { disk });
  server = await startTestServer({ config: { dataDir }, deps: { files, workers: sharedWorkers() } });
});
afterEach(async () => {
  await server.deps.workers.stop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function usedStamps(): number {
  const count = "SELECT count(*) FROM stamp_usage WHERE returned_at IS NULL";
  return Number(sqlOf(server.deps.db).prepare(count).pluck().get());
}

/** Works until no job is left, with a clock that skips all delays. */
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
    handlers: { [stampingJob]: { ...handler, concurrency: 1, run } },
  }).runUntilEmpty();
}

test("on a full disk a document eventually fails with a reason, its stamp is returned, and no partial file is left [threat R7]", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  expect(usedStamps()).toBe(1);
  await workOff();
  expect(await readDocument(person, id)).toMatchObject({
    status: "error",
    errorMessage: "The server has run out of space. Please try again later.",
    processedPath: null,
  });
  expect(filesIn(dataDir)).toEqual([findFile(dataDir, "originals", id)]);
  expect(usedStamps()).toBe(0);
  files.isFull = false;
  await person.post(`/api/documents/${id}/process`);
  await workOff();
  expect([(await readDocument(person, id)).status, usedStamps()]).toEqual(["completed", 1]);
});

test("an upload that does not fit on the disk is refused with a message at any point, and leaves nothing [threat R7]", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  for (const step of ["open", "chmod", "rename"] as const) {
    Object.assign(disk, { [step]: () => Promise.reject(noSpace()) });
    const form = formWith("lease.pdf", smallPdf());
    const answer = await person.send("POST", "/api/documents/upload", { body: form });
    Object.assign(disk, realDisk);
    expect([step, answer.status]).toEqual([step, 507]);
    expect(answer.body.message).toMatch(/^The server has .* Please try again later\.$/);
    expect(filesIn(dataDir)).toEqual([findFile(dataDir, "originals", id)]);
  }
  expect((await person.get(`/api/documents/${id}`)).status).toBe(200);
  await uploadFile(person);
});

/** Makes every transaction fail as on a full disk while `work` runs. */
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

test("a document whose row cannot be deleted for lack of space loses none of its files [threat R7]", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  await withoutRoom(async () => {
    expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(507);
  });
  expect((await person.get(`/api/documents/${id}`)).status).toBe(200);
  expect(filesIn(dataDir)).toEqual([findFile(dataDir, "originals", id)]);
});

test("a document is deleted even if its file cannot be, and the sweep removes the file later [threat R7]", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  const { deps } = server;
  files.isStuck = true;
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  files.isStuck = false;
  expect((await person.get(`/api/documents/${id}`)).status).toBe(404);
  expect(filesIn(dataDir)).toEqual([findFile(dataDir, "originals", id)]);
  await sweepFiles({ ...deps, now: () => deps.now() + 25 * 3_600_000 });
  expect(filesIn(dataDir)).toEqual([]);
});

test("if space is freed in time, no document fails [threat R7]", async () => {
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

test("on a full disk people still get their files, packs and export [threat R7]", async () => {
  const { db } = server.deps;
  files.isFull = false;
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  await workOff();
  const insert = () => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  };
  const whole = db.insert;
  Object.assign(db, { insert });
  const paths = ["download", "certificate", "evidence"].map((name) => `/api/documents/${id}/${name}`);
  const answers: unknown[] = [];
  for (const path of [...paths, "/api/documents.zip?evidence=true", "/api/account/export"]) {
    const { status, headers } = await person.get(path);
    answers.push([path, status, headers.get("content-type")]);
  }
  Object.assign(db, { insert: whole });
  const types = ["pdf", "pdf", "zip", "zip", "zip"].map((type) => `application/${type}`);
  expect(answers).toEqual(answers.map((_, index) => [expect.any(String), 200, types[index]]));
  expect(server.deps.memoryRateLimiter.size).toBeGreaterThanOrEqual(4);
});
