import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { type Database, migrateDatabase, openDatabase } from "../../db/client.ts";
import { jobs } from "../../db/schema.ts";
import { WriteLock } from "../../db/write-lock.ts";
import { AppError } from "../errors.ts";
import { createLog, forRequest } from "../log.ts";
import { until } from "../test-waiting.ts";
import { JobNews } from "./job-news.ts";
import {
  finishJob,
  type Job,
  leaseJob,
  queueJob,
  releaseLeases,
  removeJobsAbout,
  renewLease,
} from "./jobs.repo.ts";
import { JobRunner } from "./runner.ts";

setDefaultTimeout(120_000);

let folder: string;
let db: Database;
let now: number;
let news: JobNews;
let done: string[];
let givenUp: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-jobs-"));
  db = openDatabase(join(folder, "jobs.sqlite"));
  migrateDatabase(db);
  news = new JobNews();
  now = 1_000_000;
  done = [];
  givenUp = [];
});
afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const queue = (subject: string, userId = "ann") => queueJob(db, { kind: "test", subject, userId, at: now++ });
const readJob = (subject: string) => db.select().from(jobs).where(eq(jobs.subject, subject)).get();

/** The clock jumps a minute at every look, so that a job that waits for its next attempt need not. */
function runnerOf(
  work: (job: Job, calledOff?: AbortSignal) => Promise<void> | void,
  slots = 1,
  briefMs?: number,
  mostOfOne?: number,
): JobRunner {
  const handler = {
    async run(job: Job, calledOff?: AbortSignal) {
      await work(job, calledOff);
      if (finishJob(db, job)) done.push(job.subject);
    },
    lastWord: "Something went wrong.",
    giveUp: (job: Job, sentence: string) => void givenUp.push(`${job.subject}: ${sentence}`),
  };
  const clock = () => (now += 60_000);
  return new JobRunner({
    db,
    writeLock: new WriteLock(db),
    now: clock,
    log: createLog("silent"),
    news,
    slots,
    briefMs,
    mostOfOne,
    handlers: { test: handler },
  });
}

test("every queued job is done once and leaves nothing behind", async () => {
  for (const subject of ["one", "two", "three"]) queue(subject);
  await runnerOf(() => Bun.sleep(1), 2).runUntilEmpty();
  expect(done.toSorted()).toEqual(["one", "three", "two"]);
  expect(db.select().from(jobs).all()).toEqual([]);
});

test("a person with one document does not wait for a neighbour's fifty", async () => {
  for (let i = 0; i < 50; i += 1) queue(`ann-${i}`);
  queue("bob-0", "bob");
  await runnerOf(() => Bun.sleep(1), 2).runUntilEmpty();
  expect(done.indexOf("bob-0")).toBeLessThan(5);
  expect(done).toHaveLength(51);
});

test("who waits for what does not answer has no more than their share, and a neighbour goes first", async () => {
  const answer = Promise.withResolvers<void>();
  let [hanging, most] = [0, 0];
  for (let i = 0; i < 5; i += 1) queue(`ann-${i}`);
  queue("bob-0", "bob");
  const work = async ({ userId }: Job) => {
    if (userId === "bob") return answer.resolve();
    hanging += 1;
    most = Math.max(most, hanging);
    await answer.promise;
    hanging -= 1;
  };
  await runnerOf(work, 4, undefined, 2).runUntilEmpty();
  expect([most, done[0], done.length]).toEqual([2, "bob-0", 6]);
});

test("documents that take minutes are done one at a time, and hold up nobody else", async () => {
  const minutes = Promise.withResolvers<void>();
  const tries: string[] = [];
  const atWork = new Set<string>();
  const work = async ({ subject, userId }: Job, calledOff?: AbortSignal) => {
    if (userId !== "eve") return;
    tries.push(subject);
    atWork.add(subject);
    const { promise, reject } = Promise.withResolvers<void>();
    calledOff?.addEventListener("abort", () => reject(calledOff.reason));
    await Promise.race([minutes.promise, promise]).finally(() => atWork.delete(subject));
  };
  for (const name of ["long-1", "long-2", "long-3"]) queue(name, "eve");
  for (const name of ["brief-1", "brief-2", "brief-3"]) queue(name, "bob");
  const briefs = Promise.all(["brief-1", "brief-2", "brief-3"].map((name) => news.untilEnded(name, 20_000)));
  const runner = runnerOf(work, 2, 20);
  runner.start();
  await briefs;
  expect(done.toSorted()).toEqual(["brief-1", "brief-2", "brief-3"]);
  const longs = Promise.all(["long-2", "long-3"].map((name) => news.untilEnded(name, 20_000)));
  await until("one of three tries is at work", () => tries.length === 3 && atWork.size === 1);
  minutes.resolve();
  await longs;
  await runner.stop(1_000);
  expect(tries.toSorted()).toEqual(["long-1", "long-2", "long-2", "long-3", "long-3"]);
  expect(done).toHaveLength(6);
  expect(givenUp).toEqual([]);
});

test("a document that once took minutes is not tried again at the cost of others", async () => {
  const ends = { tooLong: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  const isRunning = (subject: string) => readJob(subject)?.state === "running";
  const brief = async (subject: string) => {
    queue(subject, "bob");
    news.queued();
    await news.untilEnded(subject, 20_000);
  };
  const runner = runnerOf(
    ({ subject }) => (subject === "tooLong" || subject === "other" ? ends[subject].promise : undefined),
    1,
    10,
  );
  queue("tooLong", "eve");
  runner.start();
  await until("the long one is at work", () => isRunning("tooLong"));
  await brief("brief-1");
  ends.tooLong.reject(new AppError("unsupported", "Processing took too long."));
  await until("one is given up", () => givenUp.length === 1);
  queue("other", "mallory");
  await until("the other one is at work", () => isRunning("other"));
  await brief("brief-2");
  queue("tooLong", "eve");
  await brief("brief-3");
  expect([isRunning("other"), isRunning("tooLong")]).toEqual([true, false]);
  ends.other.resolve();
  await until("both are given up", () => givenUp.length === 2);
  await runner.stop(1_000);
  expect(done).toEqual(["brief-1", "brief-2", "brief-3", "other"]);
});

/** What a disk says that is about to fail. */
const diskOnFire = () => Object.assign(new Error("disk on fire"), { code: "EIO" });

test("a fault of the machine is tried again, four times in all", async () => {
  queue("flaky");
  queue("hopeless", "bob");
  let tries = 0;
  await runnerOf((job) => {
    tries += 1;
    if (job.subject === "hopeless" || job.attempts < 3) throw diskOnFire();
  }).runUntilEmpty();
  expect(done).toEqual(["flaky"]);
  expect(givenUp).toEqual(["hopeless: Something went wrong."]);
  expect(tries).toBe(7);
  expect(readJob("hopeless")).toMatchObject({
    state: "failed",
    attempts: 4,
    lastError: "Error: disk on fire",
  });
});

test("a fault of the machine is given time to pass: seconds, a minute, ten minutes", async () => {
  queue("slow");
  const waits: number[] = [];
  let last = 0;
  await runnerOf(() => {
    if (last > 0) waits.push(now - last);
    last = now;
    throw diskOnFire();
  }).runUntilEmpty();
  expect(waits).toHaveLength(3);
  expect(waits[1]).toBeGreaterThanOrEqual(60_000);
  expect(waits[2]).toBeGreaterThanOrEqual(600_000);
});

test("a fault of our own is tried once more after a second, and then ends with a sentence", async () => {
  queue("chance");
  queue("mistake", "bob");
  const attempts: Record<string, number[]> = {};
  await runnerOf((job) => {
    attempts[job.subject] = [...(attempts[job.subject] ?? []), job.attempts];
    if (job.subject === "mistake") throw new TypeError("undefined is not a function");
    if (job.attempts === 1) throw new AppError("internal", "This file is missing or damaged.");
  }).runUntilEmpty();
  expect(attempts).toEqual({ chance: [1, 2], mistake: [1, 2] });
  expect(done).toEqual(["chance"]);
  expect(givenUp).toEqual(["mistake: Something went wrong."]);
});

test("who waits for a document that our own code fails at knows within seconds", async () => {
  queue("mistake");
  const runner = new JobRunner({
    db,
    writeLock: new WriteLock(db),
    now: () => Date.now(),
    log: createLog("silent"),
    news,
    slots: 1,
    handlers: {
      test: {
        run: () => Promise.reject(new TypeError("undefined is not a function")),
        lastWord: "Something went wrong.",
        giveUp: (_, sentence) => void givenUp.push(sentence),
      },
    },
  });
  runner.start();
  await news.untilEnded("mistake", 15_000);
  await runner.stop(1_000);
  expect(givenUp).toEqual(["Something went wrong."]);
});

test("a full disk is told as what it is, also when a library has wrapped the error", async () => {
  queue("big");
  await runnerOf(() => {
    const cause = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    throw new Error("write failed", { cause });
  }).runUntilEmpty();
  expect(givenUp).toEqual(["big: The server has run out of space. Please try again later."]);
});

test("a document at fault is given up at once, with its sentence", async () => {
  queue("encrypted");
  await runnerOf(() => {
    throw new AppError("unsupported", "This PDF is password protected.");
  }).runUntilEmpty();
  expect(givenUp).toEqual(["encrypted: This PDF is password protected."]);
  expect(readJob("encrypted")?.attempts).toBe(1);
});

test("a job that was deleted while it ran ends without a result and without an error", async () => {
  queue("deleted");
  await runnerOf(() => {
    removeJobsAbout(db, "test", "deleted");
    throw new AppError("unsupported", "The file is gone.");
  }).runUntilEmpty();
  expect([done, givenUp]).toEqual([[], []]);
});

test("the jobs of a dead server are taken up at the next start", async () => {
  queue("left");
  const left = readJob("left");
  expect(leaseJob(db, left?.id ?? "", now, now + 3_600_000)?.attempts).toBe(1);
  const ended = news.untilEnded("left", 20_000);
  const runner = runnerOf(() => {});
  runner.start();
  await ended;
  await runner.stop(1_000);
  expect(done).toEqual(["left"]);
});

test("a clock that was set back by a day keeps no job waiting", async () => {
  queue("left");
  leaseJob(db, readJob("left")?.id ?? "", now, now + 30_000);
  queue("new", "bob");
  now -= 24 * 3_600_000;
  const ended = Promise.all([news.untilEnded("left", 20_000), news.untilEnded("new", 20_000)]);
  const runner = runnerOf(() => {});
  runner.start();
  await ended;
  await runner.stop(1_000);
  expect(done.toSorted()).toEqual(["left", "new"]);
});

test("a document whose server died ten times, and then failed three times, is done like any other", async () => {
  queue("innocent");
  for (let death = 1; death <= 10; death += 1) {
    leaseJob(db, readJob("innocent")?.id ?? "", now, now + 30_000);
    expect(releaseLeases(db, ["test"], now)).toBe(1);
  }
  let failures = 0;
  await runnerOf(() => {
    failures += 1;
    if (failures <= 3) throw diskOnFire();
  }).runUntilEmpty();
  expect([done, givenUp]).toEqual([["innocent"], []]);
});

test("a document that killed the server eleven times is given up instead of tried again", async () => {
  queue("killer");
  for (let death = 1; death <= 11; death += 1) {
    const job = readJob("killer");
    leaseJob(db, job?.id ?? "", now, now - 1);
  }
  const ended = news.untilEnded("killer", 20_000);
  const runner = runnerOf(() => {});
  runner.start();
  await ended;
  await runner.stop(1_000);
  expect(done).toEqual([]);
  expect(givenUp).toHaveLength(1);
});

test("only one of two gets the lease, and a lost lease cannot be renewed or finished", () => {
  queue("wanted");
  const id = readJob("wanted")?.id ?? "";
  const first = leaseJob(db, id, now, now + 10);
  expect(leaseJob(db, id, now, now + 10)).toBeUndefined();
  const second = leaseJob(db, id, now + 20, now + 30);
  expect(second?.attempts).toBe(2);
  if (!first || !second) throw new Error("Both leases were given in turn.");
  expect([renewLease(db, first, now + 99), finishJob(db, first)]).toEqual([false, false]);
  expect(finishJob(db, second)).toBe(true);
});

test("the same thing is queued once: a second wish takes the place of the first, and the table holds no two", () => {
  queue("again");
  const first = readJob("again");
  queue("again");
  const second = readJob("again");
  if (!first || !second) throw new Error("Both were queued in turn.");
  expect(second.id).not.toBe(first.id);
  expect(() => db.insert(jobs).values(first).run()).toThrow("UNIQUE");
});

test("a stopped runner finishes what is quick and hands the rest back untried", async () => {
  queue("quick");
  queue("slow", "bob");
  const slow = Promise.withResolvers<void>();
  const runner = runnerOf((job) => (job.subject === "slow" ? slow.promise : Bun.sleep(1)), 2);
  runner.start();
  await runner.stop(500);
  expect(done).toEqual(["quick"]);
  expect(readJob("slow")).toMatchObject({ state: "queued", attempts: 0 });
  slow.resolve();
  await runner.settled();
  expect(done).toEqual(["quick"]);
});

test("whoever's request woke the queue, its id stands in no line about the jobs", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const runner = runnerOf(async ({ subject }) => {
    await Bun.sleep(1);
    log.info(subject);
  });
  runner.start();
  queue("bob's", "bob");
  queue("ann's");
  const ended = Promise.all([news.untilEnded("bob's", 20_000), news.untilEnded("ann's", 20_000)]);
  forRequest("the id", () => news.queued());
  await ended;
  await runner.stop(1_000);
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain("the id");
});

test("who waits for a job hears of its end at once, or goes on after a while", async () => {
  const started = performance.now();
  await news.untilEnded("nothing", 30);
  expect(performance.now() - started).toBeGreaterThan(25);
  const ended = news.untilEnded("something", 60_000);
  news.ended("something");
  await ended;
});
