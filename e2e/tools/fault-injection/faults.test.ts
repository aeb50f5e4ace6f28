import { expect, test } from "bun:test";
import { loopOverFaults } from "./loop.ts";

/**
 * A sample of what `bun run faults` tries one by one: each step on the disk that changes something, each statement and
 * commit of the database, each task of a child, each word to the mail server, each call of Stripe.
 */
test("whatever call fails in the main flows, the data stays sound and what was promised is done [threat R1]", async () => {
  const faults: string[] = [];
  let tried = 0;
  for await (const result of loopOverFaults(200)) {
    faults.push(...result.faults.map((fault) => `${result.flow.what}, ${result.mode}: ${fault}`));
    tried += result.tried;
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(8);
}, 600_000);
