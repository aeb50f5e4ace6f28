import { expect, test } from "bun:test";
import { killAtStart } from "./kills-at-start.ts";

test("a server that dies at any moment of the first start leaves nothing half-created: another server starts, and so does the same one again", async () => {
  const kills = await Array.fromAsync(killAtStart(4));
  expect(kills.flatMap(({ message, faults }) => faults.map((fault) => `${message}: ${fault}`))).toEqual([]);
  expect(kills).toHaveLength(4);
}, 600_000);
