import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { type FileArea, type FileKey, FileStore } from "../files/store.ts";
import { keepHouse } from "../housekeeping.ts";
import type { TestClient } from "../http/test-client.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../http/test-server.ts";
import { type Job, leaseJob, readWaitingTurns } from "../jobs/jobs.repo.ts";
import { until } from "../test-waiting.ts";
import { findDocument } from "./documents.repo.ts";
import { removeDocument } from "./documents.service.ts";
import { type DocumentRow, stampingJob } from "./documents.ts";
import { deleteExpiredOriginals } from "./retention.service.ts";
import { stampingJobHandler } from "./stamping.job.ts";
import { filesIn, newPerson, smallPdf, startWorkingServer, uploadFile } from "./test-documents.ts";
import { expectSound } from "./test-soundness.ts";
import { addDocument, receiveUpload } from "./upload.service.ts";

setDefaultTimeout(120_000);

const hour = 3_600_000;

/** A store in which a program dies: right after so many files were kept, or right before the first is removed. */
class DyingStore extends FileStore {
  diesAt: "first keep" | "second keep" | "removal" | undefined;
  readonly #death = Promise.withResolvers<void>();
  readonly died = this.#death.promise;
  #kept = 0;

  override async keep(temporaryPath: string, area: FileArea, id: string): Promise<FileKey> {
    const key = await super.keep(temporaryPath, area, id);
    if (this.diesAt === undefined) return key;
    this.#kept += 1;
    if (this.diesAt === (this.#kept === 1 ? "first keep" : "second keep")) await this.#die();
    return key;
  }

  override async remove(key: string): Promise<void> {
    if (this.diesAt === "removal") await this.#die();
    return super.remove(key);
  }

  /** Nothing after this is ever done, just as when the power goes. */
  #die(): Promise<never> {
    this.#death.resolve();
    return new Promise(() => {});
  }
}

let dataDir: string;
let files: DyingStore;
let first: TestServer;
let person: TestClient;
let second: TestServer | undefined;

beforeEach(async () => {
  dataDir = makeTestFolder();
  files = new DyingStore(dataDir);
  first = await startTestServer({ config: { dataDir }, deps: { files } });
  person = await newPerson(first);
});
afterEach(async () => {
  await second?.stop();
  second = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Does something up to the moment at which the program dies, and ends what is left of it. */
async function dieDuring(
  moment: DyingStore["diesAt"],
  work: (deps: Deps) => Promise<unknown>,
): Promise<void> {
  files.diesAt = moment;
  await Promise.race([
    files.died,
    work(first.deps).then(() => Promise.reject(new Error("It went through."))),
  ]);
  await first.deps.workers.stop();
  await first.stop();
}

/**
 * The next start on the same folder: a day later, or after so many hours. House is kept as an hour after the start, when
 * the clock has been looked at twice, so that files without a row are swept.
 */
async function startAgain(hours = 25): Promise<TestServer> {
  second = await startWorkingServer({ config: { dataDir }, deps: { now: () => Date.now() + hours * hour } });
  await keepHouse(second.deps, Date.now() + hour);
  return second;
}

async function ownerOf(client: TestClient): Promise<Actor> {
  const actor = await first.deps.sessions.actorOf(first.deps.sessions.tokenIn(client.cookie()) ?? "");
  if (!actor) throw new Error("Nobody is signed in.");
  return actor;
}

/** Takes the one job there is, as the server would that then dies. */
function takeJob(): Job {
  const { db, now } = first.deps;
  const [turn] = readWaitingTurns(db, { kinds: [stampingJob], except: [], notAbout: [] }, now());
  const job = leaseJob(db, turn?.jobId ?? "", now(), now() + hour);
  if (!job) throw new Error("There is no job to take.");
  return job;
}

async function untilStamped({ db }: Deps, id: string): Promise<DocumentRow | undefined> {
  await until("it is finished", () => findDocument(db, id)?.status !== "processing");
  return findDocument(db, id);
}

async function completeDocument(): Promise<string> {
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  await stampingJobHandler(first.deps).run(takeJob());
  return id;
}

test("an upload that dies between the file and its row leaves a file that is swept", async () => {
  const owner = await ownerOf(person);
  await dieDuring("first keep", async (deps) => {
    const file = await receiveUpload(deps, new Blob([smallPdf()]).stream());
    await addDocument(deps, owner, { file, name: "lease.pdf", ownershipConfirmed: true });
  });
  expect(filesIn(dataDir)).toHaveLength(1);
  await startAgain();
  await expectSound(dataDir);
});

const deaths = [
  { moment: "first keep", later: 0, when: "at once, with the same serial number and time" },
  {
    moment: "second keep",
    later: 25,
    when: "a day later, with the same serial number and the time it is then",
  },
] as const;
for (const { moment, later, when } of deaths) {
  test(`a job that dies after its ${moment} is done again ${when}`, async () => {
    const { id } = await uploadFile(person);
    await person.post(`/api/documents/${id}/process`);
    const job = takeJob();
    const { status, serialNumber, processedAt } = findDocument(first.deps.db, id) ?? {};
    expect(status).toBe("processing");
    await dieDuring(moment, (deps) => stampingJobHandler(deps).run(job));
    expect(filesIn(dataDir).filter((name) => !name.startsWith("tmp/"))).toHaveLength(
      moment === "first keep" ? 2 : 3,
    );
    const { deps } = await startAgain(later);
    const stamped = await untilStamped(deps, id);
    expect(stamped).toMatchObject({ status: "completed", serialNumber });
    const moved = (stamped?.processedAt?.getTime() ?? 0) - (processedAt?.getTime() ?? 0);
    expect(Math.floor(moved / hour)).toBe(later === 0 ? 0 : 25);
    await expectSound(dataDir);
  });
}

test("a document whose deletion dies before its files are gone is deleted, and the files are swept", async () => {
  const id = await completeDocument();
  const owner = await ownerOf(person);
  await dieDuring("removal", (deps) => removeDocument(deps, owner, id));
  expect(filesIn(dataDir)).toHaveLength(3);
  const { deps } = await startAgain();
  expect(findDocument(deps.db, id)).toBeUndefined();
  await expectSound(dataDir);
});

test("an original that was forgotten but not yet removed is swept; the stamped copy stays", async () => {
  const id = await completeDocument();
  await dieDuring("removal", (deps) =>
    deleteExpiredOriginals({ ...deps, now: () => Date.now() + 49 * hour }),
  );
  expect(filesIn(dataDir)).toHaveLength(3);
  const { deps } = await startAgain();
  expect(findDocument(deps.db, id)?.originalPath).toBeNull();
  await expectSound(dataDir);
});
