import { expect, test } from "bun:test";
import { SingleFlight } from "./single-flight.ts";

const cooldownMs = 60;

/** Runs that last until the test finishes them, with cooldowns that last until the test ends them. */
function watch() {
  const cooldowns: PromiseWithResolvers<void>[] = [];
  const begun: PromiseWithResolvers<void>[] = [];
  const runs = new SingleFlight(cooldownMs, (ms) => {
    expect(ms).toBe(cooldownMs);
    const cooldown = Promise.withResolvers<void>();
    cooldowns.push(cooldown);
    return cooldown.promise;
  });
  const join = (key = "ann") =>
    runs.join(key, () => {
      const run = Promise.withResolvers<void>();
      begun.push(run);
      return run.promise;
    });
  return {
    begun,
    join,
    finish: (at: number) => begun[at]?.resolve(),
    endCooldown: (at: number) => cooldowns[at]?.resolve(),
  };
}

/** Waits until everything that does not depend on the test has run. */
const settled = () => new Promise((next) => setImmediate(next));

test("forty simultaneous callers share one run, and forty callers during that run share the next", async () => {
  const { begun, join, finish, endCooldown } = watch();
  const first = Array.from({ length: 40 }, () => join());
  await settled();
  expect(begun).toHaveLength(1);
  const second = Array.from({ length: 40 }, () => join());
  finish(0);
  await Promise.all(first);
  await settled();
  expect(begun).toHaveLength(1);
  endCooldown(0);
  await settled();
  expect(begun).toHaveLength(2);
  finish(1);
  await Promise.all(second);
});

test("a cooldown that ends does not start a run while the last one is still going", async () => {
  const { begun, join, finish, endCooldown } = watch();
  const first = join();
  await settled();
  const second = join();
  endCooldown(0);
  await settled();
  expect(begun).toHaveLength(1);
  finish(0);
  await first;
  await settled();
  expect(begun).toHaveLength(2);
  finish(1);
  await second;
});

test("after the cooldown a run starts immediately, and each person has a separate cooldown", async () => {
  const { begun, join, finish, endCooldown } = watch();
  const first = join();
  await settled();
  finish(0);
  await first;
  const others = join("bob");
  await settled();
  expect(begun).toHaveLength(2);
  endCooldown(0);
  await settled();
  const next = join();
  await settled();
  expect(begun).toHaveLength(3);
  finish(1);
  finish(2);
  await Promise.all([others, next]);
});

test("a run that fails reports the failure to all its callers, and the next one starts normally", async () => {
  const runs = new SingleFlight(1);
  const failing = () => Promise.reject(new Error("no answer"));
  const answers = await Promise.allSettled([runs.join("ann", failing), runs.join("ann", failing)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await runs.join("ann", async () => {});
});
