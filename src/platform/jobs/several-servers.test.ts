import { afterEach, beforeEach, expect, test } from "bun:test";
import { leaseMs } from "./attempt.ts";
import {
  failJob,
  finishJob,
  type Job,
  listKindsWithJobs,
  postponeJob,
  renewJobLease,
  returnJob,
  takeJob,
} from "./jobs.repo.ts";
import { TestQueue } from "./test-queue.ts";

let queue: TestQueue;
beforeEach(() => {
  queue = new TestQueue();
});
afterEach(() => queue.close());

const take = (owner: string, now: number) =>
  takeJob(queue.db, { kind: "test", owner, now, leaseUntil: now + leaseMs });

async function requireJob(owner: string, now: number): Promise<Job> {
  const job = await take(owner, now);
  if (!job) throw new Error(`${owner} got no job.`);
  return job;
}

test("servers that request jobs at the same moment never take the same job", async () => {
  for (let at = 0; at < 20; at += 1) await queue.add(`document ${at}`, `user ${at % 3}`);
  const now = queue.now;
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, at) => take(["first", "second", "third"][at % 3] ?? "", now)),
  );
  const subjects = taken.flatMap((job) => (job ? [job.subject] : []));
  expect([subjects.length, new Set(subjects).size]).toEqual([20, 20]);
});

test("a dead server's job is taken when its lease has expired, not before", async () => {
  await queue.add("contract");
  const now = queue.now;
  await requireJob("first", now);
  expect(await take("second", now + leaseMs - 1)).toBeUndefined();
  expect(await requireJob("second", now + leaseMs)).toMatchObject({
    subject: "contract",
    leaseOwner: "second",
    attempts: 2,
    lostLeases: 1,
  });
});

test("a server that keeps renewing its lease keeps its job", async () => {
  await queue.add("contract");
  const now = queue.now;
  const job = await requireJob("first", now);
  expect(await renewJobLease(queue.db, job, now + 2 * leaseMs)).toBe(true);
  expect(await take("second", now + leaseMs)).toBeUndefined();
});

test("a server that resumes after another one took its lease can neither finish nor fail the job", async () => {
  await queue.add("contract");
  const now = queue.now;
  const slow = await requireJob("first", now);
  const taken = await requireJob("second", now + leaseMs);
  expect(await renewJobLease(queue.db, slow, now + 9 * leaseMs)).toBe(false);
  expect(await finishJob(queue.db, slow)).toBe(false);
  expect(await failJob(queue.db, slow, "late")).toBe(false);
  await postponeJob(queue.db, slow, now, "late");
  await returnJob(queue.db, slow);
  expect(await queue.readJob("contract")).toMatchObject({ state: "running", leaseOwner: "second" });
  expect(await finishJob(queue.db, taken)).toBe(true);
});

test("a server that starts alongside others leaves their running jobs alone", async () => {
  await queue.add("contract");
  const job = await requireJob("first", queue.now);
  await renewJobLease(queue.db, job, queue.now + 3_600_000);
  const starting = queue.runnerOf(() => undefined, {}, { id: "second", isAlone: false });
  await starting.start();
  await starting.stop(starting.settled());
  expect(await renewJobLease(queue.db, job, queue.now + leaseMs)).toBe(true);
});

test("a lease that was taken while the clock was a year ahead does not keep a job for a year", async () => {
  await queue.add("contract");
  const now = queue.now;
  await requireJob("first", now + 365 * 24 * 3_600_000);
  expect(await requireJob("second", now)).toMatchObject({ leaseOwner: "second" });
});

test("a server looks for jobs of a kind only if one is queued or its server has lost it", async () => {
  const kinds = async (now: number) => [...(await listKindsWithJobs(queue.db, ["mail", "test"], now))];
  const now = queue.now;
  expect(await kinds(now)).toEqual([]);
  await queue.add("contract");
  expect(await kinds(now)).toEqual(["test"]);
  const job = await requireJob("first", queue.now);
  expect(await kinds(queue.now)).toEqual([]);
  expect(await kinds(queue.now + leaseMs)).toEqual(["test"]);
  await renewJobLease(queue.db, job, queue.now + 365 * 24 * 3_600_000);
  expect(await kinds(queue.now)).toEqual(["test"]);
});
