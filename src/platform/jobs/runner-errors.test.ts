import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { AppError, ServicePaused } from "../../errors.ts";
import { createLogger } from "../logger.ts";
import { releaseLeases, removeJobsAbout, takeJob } from "./jobs.repo.ts";
import { JobRunner } from "./runner.ts";
import { TestQueue } from "./test-queue.ts";

setDefaultTimeout(600_000);

let queue: TestQueue;
beforeEach(() => {
  queue = new TestQueue();
});
afterEach(() => queue.close());

/** Takes the next job, like a server that then crashes. */
const lease = (leaseUntil: number) =>
  takeJob(queue.db, { owner: "node", kind: "test", now: queue.now, leaseUntil });

/** The error of a failing disk. */
const diskOnFire = () => Object.assign(new Error("disk on fire"), { code: "EIO" });

test("a problem of the machine is retried, with four attempts in total", async () => {
  await queue.add("flaky");
  await queue.add("hopeless", "bob");
  let tries = 0;
  await queue
    .runnerOf((job) => {
      tries += 1;
      if (job.subject === "hopeless" || job.attempts < 3) throw diskOnFire();
    })
    .runUntilEmpty();
  expect(queue.done).toEqual(["flaky"]);
  expect(queue.givenUp).toEqual(["hopeless: Something went wrong."]);
  expect(tries).toBe(7);
  expect(await queue.readJob("hopeless")).toMatchObject({
    state: "failed",
    attempts: 4,
    lastError: "Error: disk on fire",
  });
});

test("while a service is paused a job waits without a limit, and is done when the service is back", async () => {
  await queue.add("patient");
  let tries = 0;
  const why = new AppError("unavailable", "broken", "The last commits are lost.");
  await queue
    .runnerOf(async () => {
      tries += 1;
      if (tries > 1)
        expect((await queue.readJob("patient"))?.lastError).toContain("The last commits are lost.");
      if (tries < 20) throw new ServicePaused(why);
    })
    .runUntilEmpty();
  expect([tries, queue.done, queue.givenUp]).toEqual([20, ["patient"], []]);
});

test("retries after a problem of the machine wait seconds, a minute, ten minutes", async () => {
  await queue.add("slow");
  const waits: number[] = [];
  let last = 0;
  await queue
    .runnerOf(() => {
      if (last > 0) waits.push(queue.now - last);
      last = queue.now;
      throw diskOnFire();
    })
    .runUntilEmpty();
  expect(waits).toHaveLength(3);
  expect(waits[1]).toBeGreaterThanOrEqual(60_000);
  expect(waits[2]).toBeGreaterThanOrEqual(600_000);
});

test("after a bug of ours a job is retried once after a second, and then fails with a message", async () => {
  await queue.add("chance");
  await queue.add("mistake", "bob");
  const attempts: Record<string, number[]> = {};
  await queue
    .runnerOf((job) => {
      attempts[job.subject] = [...(attempts[job.subject] ?? []), job.attempts];
      if (job.subject === "mistake") throw new TypeError("undefined is not a function");
      if (job.attempts === 1) throw new AppError("internal", "test", "This file is missing or damaged.");
    })
    .runUntilEmpty();
  expect(attempts).toEqual({ chance: [1, 2], mistake: [1, 2] });
  expect(queue.done).toEqual(["chance"]);
  expect(queue.givenUp).toEqual(["mistake: Something went wrong."]);
});

test("a user waiting for a document that hits a bug of ours learns of it within seconds", async () => {
  await queue.add("mistake");
  const runner = new JobRunner({
    node: { id: "node", isAlone: true },
    files: queue.files,
    db: queue.db,
    now: () => Date.now(),
    log: createLogger("silent"),
    jobEvents: queue.jobEvents,
    handlers: {
      test: {
        concurrency: 1,
        run: () => Promise.reject(new TypeError("undefined is not a function")),
        fallbackMessage: { code: "failed", text: "Something went wrong." },
        onFailed: (_, { message }) => void queue.givenUp.push(message),
      },
    },
  });
  await runner.start();
  await queue.jobEvents.untilEnded("mistake", 100_000);
  await runner.stop(runner.settled());
  expect(queue.givenUp).toEqual(["Something went wrong."]);
});

test("a full disk is reported as such, even if a library has wrapped the error", async () => {
  await queue.add("big");
  await queue
    .runnerOf(() => {
      const cause = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      throw new Error("write failed", { cause });
    })
    .runUntilEmpty();
  expect(queue.givenUp).toEqual(["big: The server has run out of space. Please try again later."]);
});

test("a job that its document makes fail ends immediately with its message", async () => {
  await queue.add("encrypted");
  await queue
    .runnerOf(() => {
      throw new AppError("unsupported", "pdf-password-protected", "This PDF is password protected.");
    })
    .runUntilEmpty();
  expect(queue.givenUp).toEqual(["encrypted: This PDF is password protected."]);
  expect((await queue.readJob("encrypted"))?.attempts).toBe(1);
});

test("a job that was deleted while it ran ends without a result and without an error", async () => {
  await queue.add("deleted");
  await queue
    .runnerOf(async () => {
      await removeJobsAbout(queue.db, "test", "deleted");
      throw new AppError("unsupported", "test", "The file is gone.");
    })
    .runUntilEmpty();
  expect([queue.done, queue.givenUp]).toEqual([[], []]);
});

test("the jobs of a crashed server are continued at the next start", async () => {
  await queue.add("left");
  expect((await lease(queue.now + 3_600_000))?.attempts).toBe(1);
  const ended = queue.jobEvents.untilEnded("left", 100_000);
  const runner = queue.runnerOf(() => {});
  await runner.start();
  await ended;
  await runner.stop(runner.settled());
  expect(queue.done).toEqual(["left"]);
});

test("a clock that was set back by a day does not delay any job [threat R10]", async () => {
  await queue.add("left");
  await lease(queue.now + 30_000);
  await queue.add("new", "bob");
  queue.now -= 24 * 3_600_000;
  const ended = Promise.all([
    queue.jobEvents.untilEnded("left", 100_000),
    queue.jobEvents.untilEnded("new", 100_000),
  ]);
  const runner = queue.runnerOf(() => {});
  await runner.start();
  await ended;
  await runner.stop(runner.settled());
  expect(queue.done.toSorted()).toEqual(["left", "new"]);
});

test("a document whose server crashed ten times, and which then failed three times, is still completed", async () => {
  await queue.add("innocent");
  for (let death = 1; death <= 10; death += 1) {
    await lease(queue.now + 30_000);
    expect(await releaseLeases(queue.db, ["test"], queue.now)).toBe(1);
  }
  let failures = 0;
  await queue
    .runnerOf(() => {
      failures += 1;
      if (failures <= 3) throw diskOnFire();
    })
    .runUntilEmpty();
  expect([queue.done, queue.givenUp]).toEqual([["innocent"], []]);
});

test("a document that crashed the server eleven times fails instead of being retried [threat R1]", async () => {
  await queue.add("killer");
  for (let death = 1; death <= 11; death += 1) {
    await lease(queue.now - 1);
  }
  const ended = queue.jobEvents.untilEnded("killer", 100_000);
  const runner = queue.runnerOf(() => {});
  await runner.start();
  await ended;
  await runner.stop(runner.settled());
  expect(queue.done).toEqual([]);
  expect(queue.givenUp).toHaveLength(1);
});
