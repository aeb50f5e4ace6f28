import { expect, test } from "bun:test";
import { loopOverFaults } from "./loop.ts";

/**
 * A sample of what `bun run faults` tests one by one: each changing disk operation, each statement, commit and sync of
 * the database, each task of a child, each message to the mail server, each call of Stripe.
 */
test("whatever call fails in the main flows, the data stays intact and every promise is kept [threat R1]", async () => {
  const faults: string[] = [];
  let tried = 0;
  for await (const result of loopOverFaults(200)) {
    faults.push(...result.faults.map((fault) => `${result.flow.what}, ${result.mode}: ${fault}`));
    tried += result.tried;
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(8);
}, 600_000);
