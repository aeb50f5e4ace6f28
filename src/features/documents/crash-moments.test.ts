import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { closeDatabase, type Database, openDatabaseToRead } from "../../../db/client.ts";
import { jobs, notices, stampUsage } from "../../../db/schema.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import type { FileArea, FileKey, FinishedFile } from "../../platform/files/object-store.ts";
import { FileStore } from "../../platform/files/store.ts";
import { attemptJob } from "../../platform/jobs/attempt.ts";
import { type Job, takeJob } from "../../platform/jobs/jobs.repo.ts";
import { sharedWorkers } from "../../platform/jobs/test-workers.ts";
import type { Converter } from "../../platform/office/converter.ts";
import { makeDocx } from "../../platform/office/test-word-samples.ts";
import { runHousekeeping } from "../../server/housekeeping.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import type { TestClient } from "../../testing/test-client.ts";
import {
  filesIn,
  findFile,
  newPerson,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { expectIntegrity } from "../../testing/test-integrity.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { findDocument } from "./documents.repo.ts";
import { removeDocument } from "./documents.service.ts";
import { stampingJob } from "./documents.ts";
import { deleteExpiredOriginals } from "./retention.service.ts";
import { stampingJobHandler } from "./stamping.job.ts";
import { addDocument, receiveUpload } from "./upload.service.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;

type Moment = "first keep" | "second keep" | "removal" | "clean-up" | "conversion" | "last word";

/** Simulates the end of a program at a chosen moment: nothing after it is executed, as in a power failure. */
class Death {
  at: Moment | undefined;
  readonly #came = Promise.withResolvers<void>();
  readonly #never = Promise.withResolvers<never>();
  readonly came = this.#came.promise;

  async mayCome(moment: Moment): Promise<void> {
    if (this.at !== moment) return;
    this.at = undefined;
    this.#came.resolve();
    await this.#never.promise;
  }

  /** After the test, ends everything that is still waiting. */
  bury(): void {
    this.#never.promise.catch(() => "nobody hangs");
    this.#never.reject(new Error("The test is over."));
  }
}

/** A store in which the program dies right after a file was stored, or right before the first one is removed. */
class DyingStore extends FileStore {
  readonly #death: Death;
  #kept = 0;

  constructor(dataDir: string, death: Death) {
    super(dataDir);
    this.#death = death;
  }

  override async keep(file: FinishedFile, area: FileArea, id: string): Promise<FileKey> {
    const key = await super.keep(file, area, id);
    if (this.#death.at === undefined) return key;
    this.#kept += 1;
    await this.#death.mayCome(this.#kept === 1 ? "first keep" : "second keep");
    return key;
  }

  override async remove(key: string): Promise<void> {
    await this.#death.mayCome("removal");
    return super.remove(key);
  }
}

/** A fake LibreOffice, which may be the last thing that the program starts before it dies. */
const converter: Converter = {
  availability: () => ({ available: true }),
  noteFonts: async () => [],
  async convert(_input, output) {
    await writeFile(output, "%PDF-1.7 half of it", { flag: "wx" });
    await death.mayCome("conversion");
    await writeFile(output, smallPdf(2));
    return { notes: [] };
  },
  close: async () => {},
};

let death: Death;
let dataDir: string;
let first: TestServer;
let person: TestClient;
let second: TestServer | undefined;

beforeEach(async () => {
  dataDir = makeTestFolder();
  death = new Death();
  const files = new DyingStore(dataDir, death);
  first = await startTestServer({
    config: { dataDir },
    deps: { files, converter, workers: sharedWorkers() },
  });
  person = await newPerson(first);
});
afterEach(async () => {
  await second?.stop();
  second = undefined;
  death.bury();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs something until the program dies, and stops the rest. */
async function dieDuring(moment: Moment, work: (deps: Deps) => Promise<unknown>): Promise<void> {
  death.at = moment;
  await Promise.race([
    death.came,
    work(first.deps).then(() => Promise.reject(new Error("It went through."))),
  ]);
  await first.deps.workers.stop();
  await first.stop();
}

/**
 * The next start on the same folder, a day or the given number of hours later. Housekeeping runs as it does an hour
 * after the start, when the clock has been checked twice, so files without a row are deleted.
 */
async function startAgain(hours = 25): Promise<TestServer> {
  const diedBefore = Date.now();
  const now = () => Date.now() + hours * hour;
  second = await startWorkingServer({ config: { dataDir }, deps: { now, converter } });
  await runHousekeeping(second.deps, diedBefore);
  return second;
}

async function ownerOf(client: TestClient): Promise<Actor> {
  const actor = await first.deps.sessions.actorOf(first.deps.sessions.tokenIn(client.cookie()) ?? "");
  if (!actor) throw new Error("Nobody is signed in.");
  return actor;
}

/** Takes the only job, like a server that then dies. */
async function takeOnlyJob(): Promise<Job> {
  const { db, now } = first.deps;
  const job = await takeJob(db, { owner: "node", kind: stampingJob, now: now(), leaseUntil: now() + hour });
  if (!job) throw new Error("There is no job to take.");
  return job;
}

/** The number of documents that used a stamp, and how many of them returned it. */
async function stampsOf({ db }: Pick<Deps, "db">): Promise<{ taken: number; returned: number }> {
  const rows = await db.select().from(stampUsage).all();
  return { taken: rows.length, returned: rows.filter(({ returnedAt }) => returnedAt !== null).length };
}

/** Reads the tables while no server runs. */
async function readDirectly(id: string) {
  const db = openDatabaseToRead(join(dataDir, "attestamp.sqlite"));
  const { returned } = await stampsOf({ db });
  const found = { status: (await findDocument(db, id))?.status, returned, told: await countNotices({ db }) };
  await closeDatabase(db);
  return found;
}

const countNotices = async ({ db }: Pick<Deps, "db">) => (await db.select().from(notices).all()).length;

async function untilStamped({ db }: Deps, id: string): Promise<DocumentRow | undefined> {
  await until("it is finished", async () => (await findDocument(db, id))?.status !== "processing");
  return findDocument(db, id);
}

async function completeDocument(): Promise<string> {
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  await stampingJobHandler(first.deps).run(await takeOnlyJob());
  return id;
}

test("after a crash between the file and its row, the uploaded file is deleted by the sweep [threat R1]", async () => {
  const owner = await ownerOf(person);
  await dieDuring("first keep", async (deps) => {
    const file = await receiveUpload(deps, new Blob([smallPdf()]).stream());
    await addDocument(deps, owner, {
      file,
      name: "lease.pdf",
      ownershipConfirmed: true,
      address: "192.0.2.1",
    });
  });
  expect(filesIn(dataDir)).toHaveLength(1);
  await startAgain();
  await expectIntegrity(dataDir);
});

const deaths = [
  { moment: "conversion", kept: 1, later: 0, when: "at once, with the same serial number and time" },
  { moment: "first keep", kept: 2, later: 0, when: "at once, with the same serial number and time" },
  {
    moment: "second keep",
    kept: 3,
    later: 25,
    when: "a day later, with the same serial number and the time it is then",
  },
] as const;
for (const { moment, kept, later, when } of deaths) {
  test(`a job whose process dies at its ${moment} runs again ${when} [threat H3] [threat R1]`, async () => {
    const { id } =
      moment === "conversion"
        ? await uploadFile(person, "lease.docx", new Uint8Array(makeDocx()))
        : await uploadFile(person);
    await person.post(`/api/documents/${id}/process`);
    const job = await takeOnlyJob();
    const { status, serialNumber, processedAt } = (await findDocument(first.deps.db, id)) ?? {};
    expect(status).toBe("processing");
    await dieDuring(moment, (deps) => stampingJobHandler(deps).run(job));
    expect(filesIn(dataDir).filter((name) => !name.startsWith("tmp/"))).toHaveLength(kept);
    const { deps } = await startAgain(later);
    const stamped = await untilStamped(deps, id);
    expect(stamped).toMatchObject({ status: "completed", serialNumber });
    const moved = (stamped?.processedAt?.getTime() ?? 0) - (processedAt?.getTime() ?? 0);
    expect(Math.floor(moved / hour)).toBe(later === 0 ? 0 : 25);
    expect(await stampsOf(deps)).toEqual({ taken: 1, returned: 0 });
    await expectIntegrity(dataDir);
  });
}

const failures = [
  {
    moment: "last word",
    when: "before its failure is written",
    left: { status: "processing", returned: 0, told: 0 },
  },
  {
    moment: "clean-up",
    when: "right after its failure is written",
    left: { status: "error", returned: 1, told: 1 },
  },
] as const;
for (const { moment, when, left } of failures) {
  test(`a document whose server dies ${when} has failed after the next start, and its stamp is given back and its owner told once [threat H3] [threat R1]`, async () => {
    const broken = new TextEncoder().encode("%PDF-1.7\nthis is not the rest of a PDF");
    const { id } = await uploadFile(person, "broken.pdf", broken);
    await person.post(`/api/documents/${id}/process`);
    const job = await takeOnlyJob();
    await dieDuring(moment, (deps) => {
      const handler = stampingJobHandler(deps);
      const transaction: Database["transaction"] = async (work) => {
        await death.mayCome("last word");
        return deps.db.transaction(work);
      };
      const db = Object.assign(Object.create(deps.db), { transaction });
      const cleanUp = () => death.mayCome("clean-up");
      return attemptJob({ ...deps, db, handler: { ...handler, cleanUp } }, job, new AbortController().signal);
    });
    expect(await readDirectly(id)).toEqual(left);
    const { deps } = await startAgain(0);
    expect((await untilStamped(deps, id))?.status).toBe("error");
    expect(await stampsOf(deps)).toEqual({ taken: 1, returned: 1 });
    expect(await countNotices(deps)).toBe(1);
    expect(await deps.db.select({ state: jobs.state }).from(jobs).all()).toEqual([{ state: "failed" }]);
    expect(filesIn(dataDir)).toEqual([findFile(dataDir, "originals", id)]);
    await assertIntegrity(dataDir);
  });
}

test("a document whose deletion crashes before its files are gone is deleted, and the sweep removes the files [threat R1]", async () => {
  const id = await completeDocument();
  const owner = await ownerOf(person);
  await dieDuring("removal", (deps) => removeDocument(deps, owner, id));
  expect(filesIn(dataDir)).toHaveLength(3);
  const { deps } = await startAgain();
  expect(await findDocument(deps.db, id)).toMatchObject({
    withdrawnAt: expect.any(Date),
    processedPath: null,
  });
  await expectIntegrity(dataDir);
});

test("an expired original that was not yet removed is deleted by the sweep; the stamped copy stays [threat R16]", async () => {
  const id = await completeDocument();
  await dieDuring("removal", (deps) =>
    deleteExpiredOriginals({ ...deps, now: () => Date.now() + 49 * hour }),
  );
  expect(filesIn(dataDir)).toHaveLength(3);
  const { deps } = await startAgain();
  expect((await findDocument(deps.db, id))?.originalPath).toBeNull();
  await expectIntegrity(dataDir);
});
