import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type FileArea,
  type FileKey,
  type FinishedFile,
  fileAreas,
} from "../../platform/files/object-store.ts";
import { FileStore } from "../../platform/files/store.ts";
import { type Job, releaseLeases, takeJob } from "../../platform/jobs/jobs.repo.ts";
import { sharedWorkers } from "../../platform/jobs/test-workers.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { filesIn, findFile, newPerson, readDocument, uploadFile } from "../../testing/test-documents.ts";
import { expectIntegrity } from "../../testing/test-integrity.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { stampingJob } from "./documents.ts";
import { sweepFiles } from "./retention.service.ts";
import { stampingJobHandler } from "./stamping.job.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;

/** A store that stores one file only after `resume`. */
class PausingStore extends FileStore {
  #pause: { reached: PromiseWithResolvers<void>; resumed: PromiseWithResolvers<void> } | undefined;

  pauseNext(): { reached: Promise<void>; resume: () => void } {
    const pause = { reached: Promise.withResolvers<void>(), resumed: Promise.withResolvers<void>() };
    this.#pause = pause;
    return { reached: pause.reached.promise, resume: () => pause.resumed.resolve() };
  }

  override async keep(file: FinishedFile, area: FileArea, documentId: string): Promise<FileKey> {
    const pause = this.#pause;
    this.#pause = undefined;
    pause?.reached.resolve();
    await pause?.resumed.promise;
    return super.keep(file, area, documentId);
  }
}

let dataDir: string;
let files: PausingStore;
let server: TestServer;
let person: TestClient;

beforeEach(async () => {
  dataDir = makeTestFolder();
  files = new PausingStore(dataDir);
  server = await startTestServer({ config: { dataDir }, deps: { files, workers: sharedWorkers() } });
  person = await newPerson(server);
});
afterEach(async () => {
  await server.deps.workers.stop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startProcessing(): Promise<string> {
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  return id;
}

async function takeStampingJob(): Promise<Job> {
  const { db, now } = server.deps;
  const job = await takeJob(db, { owner: "node", kind: stampingJob, now: now(), leaseUntil: now() + hour });
  if (!job) throw new Error("There is no job to take.");
  return job;
}

async function downloadHash(id: string): Promise<string> {
  const answer = await fetch(`${server.origin}/api/documents/${id}/download`, {
    headers: { cookie: person.cookie() },
  });
  return new Bun.CryptoHasher("sha256").update(await answer.arrayBuffer()).digest("hex");
}

test("a worker that resumes after another one completed its document changes no byte, and leaves no file [threat H3]", async () => {
  const id = await startProcessing();
  const { run } = stampingJobHandler(server.deps);
  const pause = files.pauseNext();
  const late = run(await takeStampingJob());
  await pause.reached;
  await releaseLeases(server.deps.db, [stampingJob], server.deps.now());
  await run(await takeStampingJob());
  const { status, stampedSha256 } = await readDocument(person, id);
  expect([status, await downloadHash(id)]).toEqual(["completed", String(stampedSha256)]);

  pause.resume();
  await late;
  expect(await readDocument(person, id)).toMatchObject({ status: "completed", stampedSha256 });
  expect(await downloadHash(id)).toBe(String(stampedSha256));
  await expectIntegrity(dataDir);
});

test("files that an earlier release stored under the document's id alone can be read, are kept, and are deleted with the document", async () => {
  const id = await startProcessing();
  await stampingJobHandler(server.deps).run(await takeStampingJob());
  for (const area of fileAreas)
    renameSync(join(dataDir, findFile(dataDir, area, id)), join(dataDir, area, id));
  sqlOf(server.deps.db).exec(`UPDATE documents SET original_path = 'originals/' || id,
    processed_path = 'stamped/' || id, certificate_path = 'certificates/' || id`);

  expect(await downloadHash(id)).toBe(String((await readDocument(person, id)).stampedSha256));
  const { deps } = server;
  expect(await sweepFiles({ ...deps, now: () => deps.now() + 25 * hour })).toBe(0);
  await assertIntegrity(dataDir);
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  expect(filesIn(dataDir)).toEqual([]);
});
