import { expect, test } from "bun:test";
import { SingleFlight } from "./single-flight.ts";

const cooldownMs = 60;

/** Notes when each run began, in milliseconds since the start. */
function watch() {
  const runs = new SingleFlight(cooldownMs);
  const started = performance.now();
  const begun: number[] = [];
  const join = (key = "ann") =>
    runs.join(key, async () => {
      begun.push(performance.now() - started);
      await Bun.sleep(10);
    });
  return { runs, begun, join };
}

test("forty who ask at once share one run, and forty who ask while it is under way share the next", async () => {
  const { begun, join } = watch();
  const first = Array.from({ length: 40 }, () => join());
  await Bun.sleep(5);
  await Promise.all([...first, ...Array.from({ length: 40 }, () => join())]);
  expect(begun).toHaveLength(2);
  expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(cooldownMs - 2);
});

test("nobody gets an answer from before the question", async () => {
  const { begun, join } = watch();
  await join();
  await join();
  expect(begun).toHaveLength(2);
});

test("after its rest a run begins at once, and one person's rest is not another's", async () => {
  const { begun, join } = watch();
  await join();
  await Bun.sleep(2 * cooldownMs);
  for (const [at, key] of ["ann", "bob"].entries()) {
    const run = join(key);
    await new Promise((next) => setImmediate(next));
    expect(begun).toHaveLength(at + 2);
    await run;
  }
});

test("a run that fails says so to all who share it, and the next goes on", async () => {
  const runs = new SingleFlight(1);
  const failing = () => Promise.reject(new Error("no answer"));
  const answers = await Promise.allSettled([runs.join("ann", failing), runs.join("ann", failing)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await runs.join("ann", async () => {});
});
