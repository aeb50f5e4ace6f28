import { expect, test } from "bun:test";
import { until } from "../testing/test-waiting.ts";
import { createLogger } from "./logger.ts";
import { Schedule } from "./schedule.ts";

function openSchedule() {
  const lines: string[] = [];
  return { lines, schedule: new Schedule(createLogger("error", { write: (line) => void lines.push(line) })) };
}

test("a task runs immediately and again at its interval, and a failure is logged and stops nothing", async () => {
  const { schedule, lines } = openSchedule();
  let runs = 0;
  schedule.every(1, "cleaning", () => {
    runs += 1;
    if (runs === 1) throw new Error("no broom");
  });
  expect(runs).toBe(1);
  await until("it ran three times", () => runs >= 3);
  await schedule.stop(100_000);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { task: "cleaning", err: { message: "no broom" } },
  ]);
});

test("a task that takes longer than its interval does not run twice at the same time", async () => {
  const { schedule } = openSchedule();
  const end = Promise.withResolvers<void>();
  let [runs, others] = [0, 0];
  schedule.every(1, "slow", () => {
    runs += 1;
    return end.promise;
  });
  schedule.every(1, "quick", () => {
    others += 1;
  });
  await until("another task ran five times", () => others >= 5);
  expect(runs).toBe(1);
  end.resolve();
  await until("it runs again", () => runs >= 2);
  await schedule.stop(100_000);
});

test("stopping signals the running task and waits for it, but not forever", async () => {
  const { schedule } = openSchedule();
  let isDone = false;
  schedule.every(1_000, "polite", async (signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    isDone = true;
  });
  await schedule.stop(100_000);
  expect(isDone).toBe(true);
  const { schedule: other } = openSchedule();
  other.every(1_000, "deaf", () => new Promise(() => {}));
  await other.stop(1);
});
