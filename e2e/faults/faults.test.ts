import { expect, test } from "bun:test";
import { loopOverFaults } from "./loop.ts";

/** A sample of what `bun run faults` tries one by one: each call of the flows that leaves the program. */
test("whatever call fails in the main flows, the data stays sound and what was promised is done", async () => {
  const faults: string[] = [];
  let tried = 0;
  for await (const result of loopOverFaults(75)) {
    faults.push(...result.faults.map((fault) => `${result.flow.what}, ${result.mode}: ${fault}`));
    tried += result.tried;
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(8);
}, 150_000);
