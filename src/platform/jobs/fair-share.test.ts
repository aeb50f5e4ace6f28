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

test("a user whose many jobs are running waits for one at the same address with fewer", () => {
  const addresses = { ann: "192.0.2.1", bob: "192.0.2.1" };
  const shares = sharesAfter(["(ann)", "(ann)", "(bob)"], addresses);
  expect(shares.choose([turn("ann", 1), turn("bob", 9)])?.userId).toBe("bob");
});

test("users whose addresses are unknown do not wait for one another", () => {
  const shares = sharesAfter(["(ann)", "eve"], { eve: "192.0.2.1" });
  expect(shares.choose([turn("eve", 1), turn("bob", 9)])?.userId).toBe("bob");
});

test("users and addresses that have as many running jobs as allowed are skipped", () => {
  const shares = sharesAfter(["(ann)", "(eve)"], { ann: "192.0.2.1", eve: "192.0.2.2", bob: "192.0.2.2" });
  const waiting = [turn("ann", 1), turn("bob", 2)];
  expect(shares.choose(waiting, 1)).toBeUndefined();
  expect(shares.choose(waiting, 2)?.userId).toBe("bob");
  expect(shares.choose([...waiting, turn("cat", 3)], 1)?.userId).toBe("cat");
});

test("after a user's address has changed, the new one counts", () => {
  const shares = sharesAfter([], { ann: "192.0.2.1" });
  shares.note({ userId: "ann", address: "192.0.2.2" });
  shares.note({ userId: "eve", address: "192.0.2.1" });
  shares.begin("eve");
  shares.begin("bob")();
  expect(shares.choose([turn("ann", 9), turn("bob", 1)])?.userId).toBe("ann");
});

/** FairShare after Ann and then this many others were seen at one address, at which a job of Eve is running. */
function sharesOfCrowd(others: number): FairShare {
  const shares = sharesAfter(["(eve)", "bob"], { eve: "192.0.2.1" });
  shares.note({ userId: "ann", address: "192.0.2.1" });
  for (let index = 0; index < others; index += 1)
    shares.note({ userId: `other${index}`, address: "192.0.2.1" });
  return shares;
}

test("the addresses of the last thousand users are known", () => {
  const waiting = [turn("ann", 1), turn("bob", 9)];
  expect(sharesOfCrowd(999).choose(waiting)?.userId).toBe("bob");
  expect(sharesOfCrowd(1_000).choose(waiting)?.userId).toBe("ann");
});

test("a user who was seen again is among the last thousand", () => {
  const shares = sharesOfCrowd(500);
  shares.note({ userId: "ann", address: "192.0.2.1" });
  for (let index = 500; index < 1_400; index += 1)
    shares.note({ userId: `other${index}`, address: "192.0.2.1" });
  expect(shares.choose([turn("ann", 1), turn("bob", 9)])?.userId).toBe("bob");
});

test("after a thousand users, turns that are over are forgotten, and running jobs are not", () => {
  const shares = sharesAfter(["ann", "(eve)"]);
  const others = Array.from({ length: 998 }, (_, index) => `other${index}`);
  for (const name of others) shares.begin(name)();
  expect(shares.choose([turn("ann", 1), turn("new", 9)])?.userId).toBe("new");
  shares.begin("another")();
  expect(shares.choose([turn("ann", 1), turn("new", 9)])?.userId).toBe("ann");
  expect(shares.choose([turn("eve", 1), turn("new", 9)])?.userId).toBe("new");
});
