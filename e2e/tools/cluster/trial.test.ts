import { expect, test } from "bun:test";
import { runCluster } from "./trial.ts";

/** `bun run cluster` does this with 40 customers and 30 kills. */
test("servers that are killed, and a database and a store that go away, keep every promise made to customers, and the log has one history [threat R2]", async () => {
  const events = await Array.fromAsync(runCluster({ kills: 4, seed: 1, customers: 10, outageMs: 2_000 }));
  expect(events.flatMap(({ what, faults }) => faults.map((fault) => `${what}: ${fault}`))).toEqual([]);
  expect(events.at(-1)?.completed).toBeGreaterThan(0);
}, 600_000);
