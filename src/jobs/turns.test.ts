import { expect, test } from "bun:test";
import { chooseTurn, type Share } from "./turns.ts";

const turn = (userId: string, createdAt: number) => ({ jobId: `${userId}-${createdAt}`, userId, createdAt });
const shares = (entries: Record<string, Share>) => new Map<string | null, Share>(Object.entries(entries));

test("nobody waits, nobody is next", () => {
  expect(chooseTurn([], shares({}))).toBeUndefined();
});

test("the oldest job comes first among people who had no turn yet", () => {
  expect(chooseTurn([turn("ann", 2), turn("bob", 1)], shares({}))?.userId).toBe("bob");
});

test("a user with nothing running comes before a user with a job running, however old that one's jobs are", () => {
  const known = shares({ ann: { running: 1, lastTurn: 1 } });
  expect(chooseTurn([turn("ann", 1), turn("bob", 9)], known)?.userId).toBe("bob");
});

test("with one job at a time, users take turns", () => {
  const known = shares({ ann: { running: 0, lastTurn: 5 }, bob: { running: 0, lastTurn: 4 } });
  expect(chooseTurn([turn("ann", 1), turn("bob", 9)], known)?.userId).toBe("bob");
});
