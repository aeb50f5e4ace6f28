import { afterAll, beforeAll, expect, test } from "bun:test";
import { forgetTicketDraft, keepTicketDraft, readTicketDraft } from "./drafts.ts";

const values = { email: "jane@example.org", category: "general", subject: "My lease", message: "" };
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

test("a draft of a ticket is given back to the account that wrote it, and deleted when another one asks", () => {
  keepTicketDraft("jane", values);
  expect(readTicketDraft("jane")).toEqual(values);
  for (const other of ["eve", "jane/office-1"]) {
    keepTicketDraft("jane", values);
    expect([other, readTicketDraft(other), readTicketDraft("jane")]).toEqual([other, undefined, undefined]);
  }
});

test("a draft ends when it is sent, emptied or forgotten, and a broken one is none", () => {
  for (const end of [() => keepTicketDraft("jane", { ...values, subject: "" }), forgetTicketDraft]) {
    keepTicketDraft("jane", values);
    end();
    expect([readTicketDraft("jane"), stored.size]).toEqual([undefined, 0]);
  }
  keepTicketDraft("jane", values);
  for (const key of stored.keys()) stored.set(key, "{");
  expect(readTicketDraft("jane")).toBeUndefined();
});
