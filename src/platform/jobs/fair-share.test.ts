import { expect, test } from "bun:test";
import { FairShare } from "./fair-share.ts";

const turn = (userId: string, createdAt: number) => ({ jobId: `${userId}-${createdAt}`, userId, createdAt });

/** FairShare after these users had their turns, in this order; jobs of names in brackets are still running. */
function sharesAfter(turns: string[], addresses: Record<string, string> = {}): FairShare {
  const shares = new FairShare();
  for (const [userId, address] of Object.entries(addresses)) shares.note({ userId, address });
  for (const name of turns) {
    const end = shares.begin(name.replace(/[()]/g, ""));
    if (!name.startsWith("(")) end();
  }
  return shares;
}

test("there is no next job if none is waiting", () => {
  expect(sharesAfter([]).choose([])).toBeUndefined();
});

test("the oldest job comes first among users who had no turn yet", () => {
  expect(sharesAfter([]).choose([turn("ann", 2), turn("bob", 1)])?.userId).toBe("bob");
});

test("a user without running jobs comes before a user with one, however old the latter's jobs are", () => {
  expect(sharesAfter(["(ann)"]).choose([turn("ann", 1), turn("bob", 9)])?.userId).toBe("bob");
});

test("with one job at a time, users take turns [threat G7]", () => {
  expect(sharesAfter(["bob", "ann"]).choose([turn("ann", 1), turn("bob", 9)])?.userId).toBe("bob");
});

test("fifty accounts of one person share their turns, and take turns among themselves", () => {
  const at = (address: string, names: string[]) => Object.fromEntries(names.map((name) => [name, address]));
  const names = Array.from({ length: 50 }, (_, index) => `eve${index}`);
  const addresses = { ...at("192.0.2.1", names), bob: "198.51.100.1" };
  const waiting = [...names.map(turn), turn("bob", 99)];
  expect(sharesAfter(["(eve0)"], addresses).choose(waiting)?.userId).toBe("bob");
  expect(sharesAfter(["bob", "eve0"], addresses).choose(waiting)?.userId).toBe("bob");
  expect(sharesAfter(["eve0", "(bob)"], addresses).choose(waiting)?.userId).toBe("eve1");
});

test("a free account at an address with a running job waits for other addresses, even if these had the last turn", () => {
  const addresses = { eve0: "192.0.2.1", eve1: "192.0.2.1", bob: "198.51.100.1" };
  const waiting = [turn("eve1", 1), turn("bob", 9)];
  expect(sharesAfter(["(eve0)", "bob"], addresses).choose(waiting)?.userId).toBe("bob");
});
