import { afterEach, beforeEach, expect, test } from "bun:test";
import { JobEvents } from "./job-events.ts";
import { failJob, finishJob, listOpenSubjects, takeJob } from "./jobs.repo.ts";
import { TestQueue } from "./test-queue.ts";

const longMs = 600_000;
let queue: TestQueue;
beforeEach(() => {
  queue = new TestQueue();
});
afterEach(() => queue.close());

/** The events of a server that shares the queue with others. */
const eventsOfServer = () => new JobEvents((subjects) => listOpenSubjects(queue.db, ["test"], subjects));
const take = () =>
  takeJob(queue.db, { kind: "test", owner: "other", now: queue.now, leaseUntil: queue.now + longMs });

test("a user who waits for a document on one server gets its result from another", async () => {
  await queue.add("contract");
  const job = await take();
  const ended = eventsOfServer().untilEnded("contract", longMs);
  if (job) await finishJob(queue.db, job);
  await ended;
  expect(await queue.readJob("contract")).toBeUndefined();
});

test("a user who waits for a document learns that it failed on another server", async () => {
  await queue.add("contract");
  const job = await take();
  const ended = eventsOfServer().untilEnded("contract", longMs);
  if (job) await failJob(queue.db, job, "It is no PDF.");
  await ended;
  expect(await queue.readJob("contract")).toMatchObject({ state: "failed" });
});

test("the end of one document does not end the wait for another", async () => {
  await queue.add("contract");
  await queue.add("lease");
  const events = eventsOfServer();
  const order: string[] = [];
  const waits = ["contract", "lease"].map((subject) =>
    events.untilEnded(subject, longMs).then(() => order.push(subject)),
  );
  for (const wait of waits) {
    const job = await take();
    if (job) await finishJob(queue.db, job);
    await wait;
  }
  expect(order).toEqual(["contract", "lease"]);
});
