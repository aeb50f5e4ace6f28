import { expect, test } from "bun:test";
import { Turns } from "./turns.ts";

/** Takes turns and notes them in the order in which they begin. */
function openTurns() {
  const turns = new Turns();
  const begun: string[] = [];
  const take = async (name: string, address: string) => {
    await turns.take(address);
    begun.push(name);
  };
  return { take, begun };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("work on an idle server begins at once", async () => {
  const { take, begun } = openTurns();
  await take("one", "192.0.2.1");
  expect(begun).toEqual(["one"]);
});

test("of a hundred requests that arrive together, one begins in each turn, and others are served in between [threat B13]", async () => {
  const { take, begun } = openTurns();
  const all = Array.from({ length: 100 }, (_, at) => take(String(at), "192.0.2.1"));
  let servedBetween = 0;
  for (let seen = 0; begun.length < 100; seen = begun.length) {
    await nextTurn();
    expect(begun.length - seen).toBeLessThanOrEqual(2);
    servedBetween += 1;
  }
  await Promise.all(all);
  expect(begun).toEqual(Array.from({ length: 100 }, (_, at) => String(at)));
  expect(servedBetween).toBeGreaterThanOrEqual(50);
});

test("a request from elsewhere waits for one request of each address, however many one address has sent [threat B13]", async () => {
  const { take, begun } = openTurns();
  const flood = Array.from({ length: 50 }, () => take("flood", "192.0.2.1"));
  const other = take("other", "198.51.100.7");
  await other;
  expect(begun.length).toBeLessThanOrEqual(3);
  await Promise.all(flood);
  expect(begun).toHaveLength(51);
});
