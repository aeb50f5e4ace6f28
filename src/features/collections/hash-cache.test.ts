import { expect, test } from "bun:test";
import { HashCache } from "./hash-cache.ts";

/** Reads keys as buffers of ten bytes, and records each read. */
function tenBytesEach() {
  const read: string[] = [];
  const reader = (key: string) => async () => {
    read.push(key);
    return Buffer.alloc(10, key);
  };
  return { read, reader };
}

test("the least recently used entry is evicted first", async () => {
  const { read, reader } = tenBytesEach();
  const kept = new HashCache(20);
  for (const key of ["a", "b", "a", "c", "a", "b"]) {
    expect(await kept.get(key, reader(key))).toEqual(Buffer.alloc(10, key));
  }
  expect(read).toEqual(["a", "b", "c", "b"]);
});

test("concurrent calls share one read", async () => {
  const { read, reader } = tenBytesEach();
  const kept = new HashCache(20);
  const [one, other] = await Promise.all([kept.get("a", reader("a")), kept.get("a", reader("a"))]);
  expect([read, one === other]).toEqual([["a"], true]);
});

test("a failed read is retried, takes no space, and does not make other calls fail", async () => {
  const { read, reader } = tenBytesEach();
  const kept = new HashCache(20);
  const broken = Promise.withResolvers<Buffer>();
  const failing = kept.get("broken", () => broken.promise);
  for (const key of ["a", "b", "c"]) expect(await kept.get(key, reader(key))).toHaveLength(10);
  broken.reject(new Error("damaged"));
  await expect(failing).rejects.toThrow("damaged");
  expect(await kept.get("broken", reader("broken"))).toHaveLength(10);
  await kept.get("c", reader("c"));
  expect(read).toEqual(["a", "b", "c", "broken"]);
});

test("only two keys are read at a time, however many are requested, and a failed read frees its place", async () => {
  const kept = new HashCache(1_000);
  const keys = ["a", "b", "c", "d", "e"];
  const started: string[] = [];
  const reads = new Map(keys.map((key) => [key, Promise.withResolvers<Buffer>()]));
  const got = keys.map((key) =>
    kept.get(key, () => {
      started.push(key);
      return reads.get(key)?.promise ?? Promise.reject(new Error(key));
    }),
  );
  const settled = Promise.allSettled(got);
  const third = kept.get("c", () => Promise.reject(new Error("read twice")));
  reads.get("c")?.resolve(Buffer.from("c"));
  reads.get("e")?.resolve(Buffer.from("e"));
  // A later call that needs no slot shows that the others had every chance to start.
  await new HashCache(1).get("other", async () => Buffer.from("other"));
  expect(started).toEqual(["a", "b"]);
  reads.get("a")?.reject(new Error("damaged"));
  expect((await third).toString()).toBe("c");
  reads.get("b")?.resolve(Buffer.from("b"));
  reads.get("d")?.resolve(Buffer.from("d"));
  expect((await settled).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  expect(started.toSorted()).toEqual(keys);
});
