import { expect, test } from "bun:test";
import { GroupCommit } from "./group-commit.ts";

/** Commits when the test allows it, and records the batches. */
function heldCommits() {
  const batches: string[][] = [];
  const gates: (() => void)[] = [];
  const group = new GroupCommit(async (items: string[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => gates.push(resolve));
    if (items.includes("broken")) throw new Error("It cannot be written.");
    return items.map((item) => `${item} is written`);
  });
  const release = async () => {
    gates.shift()?.();
    await Bun.sleep(0);
  };
  return { batches, group, release };
}

test("a single write is committed immediately; writes that arrive in the meantime share the next commit", async () => {
  const { batches, group, release } = heldCommits();
  const writes = ["one", "two", "three"].map((item) => group.add(item));
  expect(batches).toEqual([["one"]]);
  await release();
  await release();
  expect(await Promise.all(writes)).toEqual(["one is written", "two is written", "three is written"]);
  expect(batches).toEqual([["one"], ["two", "three"]]);
});

test("a write that fails does not affect others that shared its commit", async () => {
  const { batches, group, release } = heldCommits();
  const writes = Promise.allSettled(["one", "two", "broken", "three"].map((item) => group.add(item)));
  for (let commit = 0; commit < 5; commit += 1) await release();
  expect((await writes).map((write) => (write.status === "fulfilled" ? write.value : "failed"))).toEqual([
    "one is written",
    "two is written",
    "failed",
    "three is written",
  ]);
  expect(batches.slice(2)).toEqual([["two"], ["broken"], ["three"]]);
});
