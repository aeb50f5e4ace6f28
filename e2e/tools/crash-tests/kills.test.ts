import { expect, test } from "bun:test";
import { killAtRandom } from "./killing.ts";

/** `bun run kills` does this fifty times. */
test("a server killed under load breaks no promise, and its data stays intact [threat R2]", async () => {
  const kills = await Array.fromAsync(killAtRandom(2, 1));
  expect(kills.flatMap(({ faults }) => faults)).toEqual([]);
  expect(kills.at(-1)?.completed).toBeGreaterThan(0);
}, 600_000);
