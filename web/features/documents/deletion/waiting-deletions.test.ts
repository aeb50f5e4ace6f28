import { afterAll, beforeEach, expect, test } from "bun:test";
import { waitingDeletions } from "./waiting-deletions.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

afterAll(() => void Reflect.deleteProperty(globalThis, "localStorage"));

const deletion = (account: string, ...ids: string[]) => ({
  account,
  documents: ids.map((id) => ({ id, status: "uploaded" as const })),
});

test("what waits when a tab is closed comes back once, for its own account only", () => {
  const [ann, zoe] = [deletion("ann", "a", "b"), deletion("zoe", "z")];
  for (const one of [ann, zoe]) waitingDeletions.add(one);
  waitingDeletions.keep();
  for (const one of [ann, zoe]) waitingDeletions.undo(one);
  expect(waitingDeletions.resume("ann")).toEqual(ann);
  expect(waitingDeletions.resume("ann")).toBeUndefined();
  expect(waitingDeletions.resume("zoe")).toEqual(zoe);
  expect(stored.size).toBe(0);
});

test("two tabs that are closed lose no deletion of one another", () => {
  const [first, second] = [deletion("ann", "a"), deletion("ann", "b")];
  waitingDeletions.add(first);
  waitingDeletions.keep();
  waitingDeletions.undo(first);
  waitingDeletions.add(second);
  waitingDeletions.keep();
  waitingDeletions.undo(second);
  expect(waitingDeletions.resume("ann")).toEqual(deletion("ann", "a", "b"));
});

test("a page that the browser shows again keeps nothing for later, so Undo is not forgotten", () => {
  const one = deletion("ann", "a");
  waitingDeletions.add(one);
  waitingDeletions.keep();
  waitingDeletions.goOn();
  waitingDeletions.undo(one);
  expect(waitingDeletions.resume("ann")).toBeUndefined();
  expect(waitingDeletions.readHidden().size).toBe(0);
});

test("what another program wrote into the storage is ignored", () => {
  for (const text of [
    "",
    "null",
    "[1]",
    '{"ann": "a"}',
    '{"ann": [1]}',
    '{"ann": [{"id": "a", "status": "lost"}]}',
  ]) {
    stored.set("documents-to-delete", text);
    expect(waitingDeletions.resume("ann")).toBeUndefined();
  }
});

test("a deletion that an earlier version kept without the status of its document is forgotten, and the document stays", () => {
  stored.set("documents-to-delete", '{"ann": ["a"]}');
  expect(waitingDeletions.resume("ann")).toBeUndefined();
});

test("however many deletions wait, none is lost, nor those of another account", () => {
  const many = Array.from({ length: 1001 }, (_, at) => `document ${at}`);
  for (const one of [deletion("ann", ...many), deletion("zoe", "z")]) {
    waitingDeletions.add(one);
    waitingDeletions.keep();
    waitingDeletions.undo(one);
  }
  expect(waitingDeletions.resume("zoe")).toEqual(deletion("zoe", "z"));
  expect(waitingDeletions.resume("ann")).toEqual(deletion("ann", ...many));
});

test("what another program wrote for one account loses no deletion of another", () => {
  stored.set("documents-to-delete", '{"ann": 5, "zoe": [{"id": "z", "status": "uploaded"}]}');
  expect(waitingDeletions.resume("ann")).toBeUndefined();
  expect(waitingDeletions.resume("zoe")).toEqual(deletion("zoe", "z"));
});
