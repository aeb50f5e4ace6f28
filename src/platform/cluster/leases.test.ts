import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeDatabase } from "../../../db/client.ts";
import { TestQueue } from "../jobs/test-queue.ts";
import { createLogger } from "../logger.ts";
import {
  clusterLeaseMs,
  clusterTickMs,
  type LeaseDeps,
  oncePerCluster,
  releaseLease,
  renewLease,
  startLeaseMs,
  takeLease,
  whileLeased,
} from "./leases.ts";

const hour = 3_600_000;
const never = new AbortController().signal;
let queue: TestQueue;
let now: number;
beforeEach(() => {
  queue = new TestQueue();
  now = 1_000_000_000;
});
afterEach(() => queue.close());

/** One of several servers on the database. */
const server = (id: string): LeaseDeps => ({
  db: queue.db,
  now: () => now,
  node: { id, isAlone: false },
  log: createLogger("silent"),
});

test("when ten servers request the lease at the same moment, one gets it", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => takeLease(server(`node ${at}`), "upkeep")),
  );
  expect(answers.filter(Boolean)).toHaveLength(1);
});

test("a lease is kept as long as its owner renews it, and passes on when the owner dies", async () => {
  const [first, second] = [server("first"), server("second")];
  expect(await takeLease(first, "upkeep")).toBe(true);
  now += clusterLeaseMs - 1;
  expect(await renewLease(first, "upkeep")).toBe(true);
  now += clusterLeaseMs - 1;
  expect(await takeLease(second, "upkeep")).toBe(false);
  now += 1;
  expect(await takeLease(second, "upkeep")).toBe(true);
});

test("a server that resumes after another one took its lease neither renews nor releases it", async () => {
  const [first, second, third] = [server("first"), server("second"), server("third")];
  await takeLease(first, "upkeep");
  now += clusterLeaseMs;
  await takeLease(second, "upkeep");
  expect(await renewLease(first, "upkeep")).toBe(false);
  await releaseLease(first, "upkeep");
  expect(await takeLease(third, "upkeep")).toBe(false);
});

test("a lease that was taken while the clock was a year ahead does not block other servers", async () => {
  now += 365 * 24 * hour;
  await takeLease(server("first"), "upkeep");
  now -= 365 * 24 * hour;
  expect(await takeLease(server("second"), "upkeep")).toBe(true);
});

test("an hourly task runs once an hour for all servers, even after its server has died", async () => {
  const runs: string[] = [];
  const task = (id: string) => oncePerCluster(server(id), "upkeep", hour, () => void runs.push(id));
  const [first, second] = [task("first"), task("second")];
  await first(never);
  await second(never);
  expect(runs).toEqual(["first"]);
  now += hour - clusterTickMs;
  await second(never);
  expect(runs).toEqual(["first"]);
  now += clusterTickMs;
  await second(never);
  await first(never);
  expect(runs).toEqual(["first", "second"]);
  now += hour;
  await takeLease(server("a server that dies at work"), "upkeep");
  await first(never);
  expect(runs).toEqual(["first", "second"]);
  now += clusterLeaseMs;
  await first(never);
  expect(runs).toEqual(["first", "second", "first"]);
});

test("a task is aborted when its server could not renew the lease in time: another server may have taken over", async () => {
  const leaseMs = 40;
  const { promise: aborted, resolve: noteAbort } = Promise.withResolvers<void>();
  const task = async (signal: AbortSignal) => {
    signal.addEventListener("abort", () => noteAbort());
    await closeDatabase(queue.db);
    now += leaseMs;
    await aborted;
  };
  await oncePerCluster(server("first"), "upkeep", hour, task, leaseMs)(never);
});

test("a failed task is due again at its next interval, on any server", async () => {
  const failing = oncePerCluster(server("first"), "upkeep", hour, () => {
    throw new Error("The disk is full.");
  });
  await expect(failing(never)).rejects.toThrow("The disk is full.");
  now += hour;
  const runs: string[] = [];
  await oncePerCluster(server("second"), "upkeep", hour, () => void runs.push("second"))(never);
  expect(runs).toEqual(["second"]);
});

test("a start waits for the start of another server, and then runs", async () => {
  const order: string[] = [];
  const { promise: firstMayEnd, resolve: endFirst } = Promise.withResolvers<void>();
  const { promise: firstBegan, resolve: beginFirst } = Promise.withResolvers<void>();
  const first = whileLeased(server("first"), "start", async () => {
    order.push("first begins");
    beginFirst();
    await firstMayEnd;
    order.push("first ends");
  });
  await firstBegan;
  const second = whileLeased(server("second"), "start", async () => void order.push("second"));
  endFirst();
  await Promise.all([first, second]);
  expect(order).toEqual(["first begins", "first ends", "second"]);
});

test("a server that dies during startup delays the next start by seconds, not by a minute", async () => {
  const [first, second] = [server("first"), server("second")];
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  void whileLeased(first, "start", () => {
    begin();
    return new Promise<void>(() => {});
  });
  await began;
  now += startLeaseMs - 1;
  await expect(whileLeased(second, "start", async () => undefined, 0)).rejects.toThrow("Another server");
  now += 1;
  expect(await whileLeased(second, "start", async () => "started", 0)).toBe("started");
});

test("a start that waits too long for another server's start reports it", async () => {
  await takeLease(server("first"), "start");
  await expect(whileLeased(server("second"), "start", async () => undefined, 0)).rejects.toThrow(
    "Another server",
  );
});

test("a single server writes no leases", async () => {
  const alone = { ...server("alone"), node: { id: "alone", isAlone: true } };
  const runs: string[] = [];
  const task = oncePerCluster(alone, "upkeep", hour, () => void runs.push("task"));
  await task(never);
  await task(never);
  await whileLeased(alone, "upkeep", async () => void runs.push("start"));
  expect(runs).toEqual(["task", "task", "start"]);
  expect(await takeLease(server("another"), "upkeep")).toBe(true);
});
