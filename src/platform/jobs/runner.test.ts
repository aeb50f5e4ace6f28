import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import Sqlite from "better-sqlite3";
import { configureForServer, sqliteOf, startEmptyWrite } from "../../../db/client.ts";
import { jobs } from "../../../db/schema.ts";
import { SqliteEngine } from "../../../db/sqlite-engine.ts";
import { AppError } from "../../errors.ts";
import { until } from "../../testing/test-waiting.ts";
import { createLogger, forRequest } from "../logger.ts";
import { finishJob, type Job, renewJobLease, takeJob } from "./jobs.repo.ts";
import { TestQueue } from "./test-queue.ts";

setDefaultTimeout(600_000);

let queue: TestQueue;
beforeEach(() => {
  queue = new TestQueue();
});
afterEach(() => queue.close());

/** Work that ends in a later turn of the event loop. */
const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

test("every queued job runs once and leaves nothing behind", async () => {
  for (const subject of ["one", "two", "three"]) await queue.add(subject);
  await queue.runnerOf(nextTurn, { concurrency: 2 }).runUntilEmpty();
  expect(queue.done.toSorted()).toEqual(["one", "three", "two"]);
  expect(await queue.db.select().from(jobs).all()).toEqual([]);
});

test("a user with one document does not wait for another user's fifty [threat G7]", async () => {
  for (let i = 0; i < 50; i += 1) await queue.add(`ann-${i}`);
  await queue.add("bob-0", "bob");
  await queue.runnerOf(nextTurn, { concurrency: 2 }).runUntilEmpty();
  expect(queue.done.indexOf("bob-0")).toBeLessThan(5);
  expect(queue.done).toHaveLength(51);
});

test("jobs that wait for an unresponsive service get no more than their share, and another user goes first", async () => {
  const answer = Promise.withResolvers<void>();
  const isShareUsed = Promise.withResolvers<void>();
  let [hanging, most] = [0, 0];
  for (let i = 0; i < 5; i += 1) await queue.add(`ann-${i}`);
  await queue.add("bob-0", "bob");
  const work = async ({ userId }: Job) => {
    if (userId === "bob") {
      await isShareUsed.promise;
      // Time for the runner to take a third job of ann, if it would.
      for (let turn = 0; turn < 20; turn += 1) await queue.db.select().from(jobs).all();
      return answer.resolve();
    }
    hanging += 1;
    most = Math.max(most, hanging);
    if (hanging === 2) isShareUsed.resolve();
    await answer.promise;
    hanging -= 1;
  };
  await queue.runnerOf(work, { concurrency: 4, maxPerUser: 2 }).runUntilEmpty();
  expect([most, queue.done[0], queue.done.length]).toEqual([2, "bob-0", 6]);
});

test("documents that take minutes run one at a time and do not delay others", async () => {
  const minutes = Promise.withResolvers<void>();
  const tries: string[] = [];
  const atWork = new Set<string>();
  const work = async ({ subject, userId }: Job, signal?: AbortSignal) => {
    if (userId !== "eve") return;
    tries.push(subject);
    atWork.add(subject);
    const { promise, reject } = Promise.withResolvers<void>();
    signal?.addEventListener("abort", () => reject(signal.reason));
    await Promise.race([minutes.promise, promise]).finally(() => atWork.delete(subject));
  };
  for (const name of ["long-1", "long-2", "long-3"]) await queue.add(name, "eve");
  for (const name of ["brief-1", "brief-2", "brief-3"]) await queue.add(name, "bob");
  const briefs = Promise.all(
    ["brief-1", "brief-2", "brief-3"].map((name) => queue.jobEvents.untilEnded(name, 100_000)),
  );
  const runner = queue.runnerOf(work, { concurrency: 2, longAfterMs: 20 });
  await runner.start();
  await briefs;
  expect(queue.done.toSorted()).toEqual(["brief-1", "brief-2", "brief-3"]);
  const longs = Promise.all(["long-2", "long-3"].map((name) => queue.jobEvents.untilEnded(name, 100_000)));
  await until("one of three tries is at work", () => tries.length === 3 && atWork.size === 1);
  minutes.resolve();
  await longs;
  await runner.stop(runner.settled());
  expect(tries.toSorted()).toEqual(["long-1", "long-2", "long-2", "long-3", "long-3"]);
  expect(queue.done).toHaveLength(6);
  expect(queue.givenUp).toEqual([]);
});

test("a document that takes many minutes does not keep those waiting that take a few [threat G7]", async () => {
  const atWork = new Map<string, () => void>();
  const work = ({ subject }: Job, signal?: AbortSignal) => {
    if (subject.startsWith("brief")) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    atWork.set(subject, resolve);
    signal?.addEventListener("abort", () => reject(signal.reason));
    return promise.finally(() => atWork.delete(subject));
  };
  const runner = queue.runnerOf(work, { concurrency: 1, longAfterMs: 10, veryLongAfterMs: 30 });
  await queue.add("endless", "eve");
  await runner.start();
  for (const name of ["1", "2"]) {
    await queue.add(`long-${name}`, "bob");
    await queue.add(`brief-${name}`, "bob");
    queue.jobEvents.queued();
    await until("a brief one is done, so the long one is no longer brief", () =>
      queue.done.includes(`brief-${name}`),
    );
    await until("the long one works beside the endless one", () => atWork.has(`long-${name}`));
    expect(atWork.has("endless")).toBe(true);
    atWork.get(`long-${name}`)?.();
    await until("it is done", () => queue.done.includes(`long-${name}`));
  }
  atWork.get("endless")?.();
  await runner.stop(runner.settled());
  expect(queue.done.toSorted()).toEqual(["brief-1", "brief-2", "endless", "long-1", "long-2"]);
});

test("a document that once took minutes is not retried at the expense of others", async () => {
  const ends = { tooLong: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  const isRunning = async (subject: string) => (await queue.readJob(subject))?.state === "running";
  const brief = async (subject: string) => {
    await queue.add(subject, "bob");
    queue.jobEvents.queued();
    await queue.jobEvents.untilEnded(subject, 100_000);
  };
  const runner = queue.runnerOf(
    ({ subject }) => (subject === "tooLong" || subject === "other" ? ends[subject].promise : undefined),
    { longAfterMs: 10 },
  );
  await queue.add("tooLong", "eve");
  await runner.start();
  await until("the long one is at work", () => isRunning("tooLong"));
  await brief("brief-1");
  ends.tooLong.reject(new AppError("unsupported", "processing-too-slow", "Processing took too long."));
  await until("one is given up", () => queue.givenUp.length === 1);
  await queue.add("other", "mallory");
  await until("the other one is at work", () => isRunning("other"));
  await brief("brief-2");
  await queue.add("tooLong", "eve");
  await brief("brief-3");
  expect([await isRunning("other"), await isRunning("tooLong")]).toEqual([true, false]);
  ends.other.resolve();
  await until("both are given up", () => queue.givenUp.length === 2);
  await runner.stop(runner.settled());
  expect(queue.done).toEqual(["brief-1", "brief-2", "brief-3", "other"]);
});

test("only one of two runners gets the lease, and a job with a lost lease cannot be renewed or finished", async () => {
  await queue.add("wanted");
  const take = (now: number) => takeJob(queue.db, { owner: "node", kind: "test", now, leaseUntil: now + 10 });
  const first = await take(queue.now);
  expect(await take(queue.now)).toBeUndefined();
  const second = await take(queue.now + 20);
  expect(second?.attempts).toBe(2);
  if (!first || !second) throw new Error("Both leases were given in turn.");
  expect([await renewJobLease(queue.db, first, queue.now + 99), await finishJob(queue.db, first)]).toEqual([
    false,
    false,
  ]);
  expect(await finishJob(queue.db, second)).toBe(true);
});

test("a job is queued once: a second request replaces the first, and the table has no duplicates", async () => {
  await queue.add("again");
  const first = await queue.readJob("again");
  await queue.add("again");
  const second = await queue.readJob("again");
  if (!first || !second) throw new Error("Both were queued in turn.");
  expect(second.id).not.toBe(first.id);
  await expect(queue.db.insert(jobs).values(first).run()).rejects.toThrow("UNIQUE");
});

test("a stopped runner finishes quick jobs and puts the others back without counting an attempt [threat R3]", async () => {
  await queue.add("quick");
  await queue.add("slow", "bob");
  const slow = Promise.withResolvers<void>();
  const quick = Promise.withResolvers<void>();
  const runner = queue.runnerOf(({ subject }) => (subject === "slow" ? slow.promise : quick.promise), {
    concurrency: 2,
  });
  await runner.start();
  const gracePeriod = Promise.withResolvers<void>();
  const stopped = runner.stop(gracePeriod.promise);
  quick.resolve();
  await until("the quick job is done", () => queue.done.length === 1);
  gracePeriod.resolve();
  await stopped;
  expect(queue.done).toEqual(["quick"]);
  expect(await queue.readJob("slow")).toMatchObject({ state: "queued", attempts: 0 });
  slow.resolve();
  await runner.settled();
  expect(queue.done).toEqual(["quick"]);
});

test("a stopped runner does not begin a job for which it was waiting because another process was writing", async () => {
  const other = new Sqlite(sqliteOf(queue.db).name);
  const held = Promise.withResolvers<void>();
  queue.files.answers = async () => {
    other.exec("BEGIN IMMEDIATE");
    held.resolve();
    return true;
  };
  configureForServer(queue.db);
  await queue.add("late");
  const runner = queue.runnerOf(nextTurn, { usesFiles: true });
  const started = runner.start();
  await held.promise;
  await nextTurn();
  await runner.stop(Promise.resolve());
  other.exec("ROLLBACK");
  other.close();
  await started;
  await runner.settled();
  expect(queue.done).toEqual([]);
  expect(await queue.readJob("late")).toMatchObject({ state: "queued", attempts: 0 });
});

test("a runner stops without waiting for another process that writes", async () => {
  await queue.add("slow");
  const slow = Promise.withResolvers<void>();
  const runner = queue.runnerOf(() => slow.promise);
  await runner.start();
  configureForServer(queue.db);
  SqliteEngine.of(queue.db).maxLockWaitMs = 500_000;
  const other = new Sqlite(sqliteOf(queue.db).name);
  other.exec("BEGIN IMMEDIATE");
  let isChangeOver = false;
  const change = startEmptyWrite(queue.db).finally(() => {
    isChangeOver = true;
  });
  await runner.stop(Promise.resolve());
  expect(isChangeOver).toBe(false);
  other.close();
  await change;
  slow.resolve();
  await runner.settled();
});

test("the ID of the request that triggered the queue appears in no log line about its jobs", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const runner = queue.runnerOf(async ({ subject }) => {
    await nextTurn();
    log.info(subject);
  });
  await runner.start();
  await queue.add("bob's", "bob");
  await queue.add("ann's");
  const ended = Promise.all([
    queue.jobEvents.untilEnded("bob's", 100_000),
    queue.jobEvents.untilEnded("ann's", 100_000),
  ]);
  forRequest("the id", () => queue.jobEvents.queued());
  await ended;
  await runner.stop(runner.settled());
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain("the id");
});

test("a waiting request learns of a job's end immediately, or continues after a while", async () => {
  await queue.jobEvents.untilEnded("nothing", 1);
  // Longer than a test may take: only the event can end it.
  const ended = queue.jobEvents.untilEnded("something", 3_600_000);
  queue.jobEvents.ended("something");
  await ended;
});
