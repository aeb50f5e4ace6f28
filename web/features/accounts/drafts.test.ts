import { afterAll, beforeAll, expect, test } from "bun:test";
import { forgetDrafts, keepDraft, readDraft } from "./drafts.ts";

const values = { category: "general", subject: "My lease", message: "" };
const stored = new Map<string, string>();
const before = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage");

beforeAll(() => {
  const value = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, "sessionStorage", { value, configurable: true });
});
afterAll(() => {
  if (before) Object.defineProperty(globalThis, "sessionStorage", before);
  else Reflect.deleteProperty(globalThis, "sessionStorage");
});

test("drafts are given back to the account that wrote them, and deleted when another one asks", () => {
  keepDraft("jane", "ticket", values);
  keepDraft("jane", "reply to 7", { answer: "Still." });
  expect([readDraft("jane", "ticket"), readDraft("jane", "reply to 7")]).toEqual([
    values,
    { answer: "Still." },
  ]);
  expect(readDraft("jane", "reply to 8")).toBeUndefined();
  for (const other of ["eve", "jane/office-1"]) {
    keepDraft("jane", "ticket", values);
    expect([other, readDraft(other, "reply to 7"), readDraft("jane", "ticket")]).toEqual([
      other,
      undefined,
      undefined,
    ]);
  }
});

test("a draft ends alone, all of them end at the logout, and a broken one is none", () => {
  keepDraft("jane", "ticket", values);
  keepDraft("jane", "reply to 7", { answer: "Still." });
  keepDraft("jane", "ticket", undefined);
  expect([readDraft("jane", "ticket"), readDraft("jane", "reply to 7")]).toEqual([
    undefined,
    { answer: "Still." },
  ]);
  keepDraft("jane", "reply to 7", undefined);
  expect(stored.size).toBe(0);
  keepDraft("jane", "ticket", values);
  forgetDrafts();
  expect([readDraft("jane", "ticket"), stored.size]).toEqual([undefined, 0]);
  for (const broken of [
    "{",
    "7",
    '{"account":"jane"}',
    '{"account":"jane","forms":{"ticket":{"subject":1}}}',
  ]) {
    stored.set("drafts", broken);
    expect([broken, readDraft("jane", "ticket")]).toEqual([broken, undefined]);
  }
});
