import { expect, test } from "bun:test";
import { killAtRandom } from "./killing.ts";

/** `bun run kills` does this fifty times. */
test("a server that is killed under load takes back nothing it has said, and its data stays sound [threat R2]", async () => {
  const kills = await Array.fromAsync(killAtRandom(2, 1));
  expect(kills.flatMap(({ faults }) => faults)).toEqual([]);
  expect(kills.at(-1)?.completed).toBeGreaterThan(0);
}, 600_000);
