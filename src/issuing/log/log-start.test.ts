import { expect, test } from "bun:test";
import { createSigningKey } from "../../evidence/signing-key.ts";
import { buildVerifier, signCheckpoint } from "../../evidence/tlog/sign-note.ts";
import { compareCheckpoints, type FoundLog, type SignedHead } from "./log-start.ts";

const keyOf = (seed: number) => createSigningKey((bytes) => new Uint8Array(bytes).fill(seed));
const [key, otherKey] = [keyOf(1), keyOf(2)];
const origin = "log.example/evidence/log";

/** A checkpoint of a tree whose root hash repeats this byte. */
function signed(size: number, root: number, by = key): SignedHead {
  const head = { origin, size, hash: new Uint8Array(32).fill(root) };
  return { checkpoint: signCheckpoint(head, by), head };
}

/** The log in the database has five entries; with three, its root was `3`. */
const here = signed(5, 5);
const intact: FoundLog = {
  log: { ...here, verifier: buildVerifier(origin, key) },
  stored: undefined,
  isRetired: false,
  isKeyUsed: false,
  rootAt: async (size) => new Uint8Array(32).fill(size),
};
const compare = (found: Partial<FoundLog>) => compareCheckpoints({ ...intact, ...found }, "the file");

test("a log that continues what was signed is open: nothing is stored outside it, or what it began with", async () => {
  for (const stored of [undefined, signed(0, 0), signed(3, 3), here])
    expect(await compare({ stored: stored?.checkpoint })).toMatchObject({ state: "open", log: here });
});

test("the last checkpoint of a retired log, left by a crash, does not stop the log that follows it", async () => {
  const stored = signed(9, 9, otherKey).checkpoint;
  expect(await compare({ stored, isRetired: true })).toMatchObject({ state: "open", log: here });
});

test("a log that is shorter than what was signed is behind, and the longer version is known", async () => {
  const longer = signed(6, 6);
  expect(await compare({ stored: longer.checkpoint })).toMatchObject({
    state: "behind",
    log: here,
    newest: longer,
    reason: expect.stringContaining("has 5 entries, but a log with 6 has already been signed"),
  });
});

test("a log that began differently, or is not the one of the stored checkpoint, is behind", async () => {
  const reasons: [SignedHead, string][] = [
    [signed(3, 4), "does not begin with the 3 entries that were signed earlier (the file)"],
    [signed(5, 6), "does not begin with the 5 entries"],
    [signed(3, 3, otherKey), "the file is not a checkpoint of this log"],
  ];
  for (const [stored, reason] of reasons)
    expect(await compare({ stored: stored.checkpoint })).toMatchObject({
      state: "behind",
      log: here,
      newest: here,
      reason: expect.stringContaining(reason),
    });
});

test("without a log in the database, a new one is created only if none was or may have been signed", async () => {
  const none = { log: undefined };
  expect(await compare(none)).toEqual({ state: "new" });
  expect(await compare({ ...none, isKeyUsed: true })).toEqual({
    state: "lost",
    reason: expect.stringContaining("its keys may already have signed one"),
  });
  for (const isKeyUsed of [false, true])
    expect(await compare({ ...none, isKeyUsed, stored: signed(7, 7, otherKey).checkpoint })).toEqual({
      state: "lost",
      reason: expect.stringContaining("one with 7 entries has already been signed (the file)"),
    });
});
