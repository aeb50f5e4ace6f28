import { expect, test } from "bun:test";
import { DatabaseClock } from "./database-clock.ts";

/** A database with the given network delays before and after its answers. */
function networkWith(ways: [there: number, back: number][]) {
  const world = { time: 1_800_000_000_000, steady: 5_000 };
  const pass = (ms: number) => {
    world.time += ms;
    world.steady += ms;
  };
  const clock = new DatabaseClock(
    async () => {
      const [there, back] = ways.shift() ?? [0, 0];
      pass(there);
      const answer = world.time;
      pass(back);
      return answer;
    },
    () => world.steady,
  );
  return { world, clock, pass };
}

test("servers whose own clocks differ vouch for the same time: the database's", async () => {
  const { world, clock, pass } = networkWith([]);
  await clock.measure();
  expect(clock.now()).toBe(world.time);
  pass(3_600_000);
  expect(clock.now()).toBe(world.time);
});

test("slow responses are ignored: the fastest of three sets the time", async () => {
  const { world, clock } = networkWith([
    [0, 900],
    [4, 4],
    [300, 0],
  ]);
  await clock.measure();
  expect(clock.now()).toBe(world.time);
});

test("when every response is slow, the last measurement stays in effect", async () => {
  const fast: [number, number][] = [
    [1, 1],
    [1, 1],
    [1, 1],
  ];
  const slow: [number, number][] = [
    [0, 800],
    [0, 700],
    [0, 900],
  ];
  const { world, clock, pass } = networkWith([...fast, ...slow]);
  await clock.measure();
  pass(10_000);
  await clock.measure();
  expect(clock.now()).toBe(world.time);
});

test("if the database's clock was set, even slow answers tell the new time", async () => {
  const { world, clock } = networkWith([
    [1, 1],
    [1, 1],
    [1, 1],
    [400, 400],
    [400, 400],
    [400, 400],
  ]);
  await clock.measure();
  world.time -= 5_000;
  await clock.measure();
  expect(clock.now()).toBe(world.time);
});

test("a server that was suspended has the right time after the next measurement", async () => {
  const { world, clock } = networkWith([]);
  await clock.measure();
  world.time += 120_000;
  expect(clock.now()).toBe(world.time - 120_000);
  await clock.measure();
  expect(clock.now()).toBe(world.time);
});

test("while the database is unavailable, the clock continues from the last measurement", async () => {
  let time = 1_800_000_000_000;
  let steady = 0;
  let isAway = false;
  const ask = async () => {
    if (isAway) throw new Error("The database is away.");
    return time;
  };
  const clock = new DatabaseClock(ask, () => steady);
  await clock.measure();
  isAway = true;
  await expect(clock.measure()).rejects.toThrow("away");
  [time, steady] = [time + 50, steady + 50];
  expect(clock.now()).toBe(time);
});
