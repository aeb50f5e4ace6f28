import { afterAll, beforeAll, expect, test } from "bun:test";
import { findDraft, keepDraft, readDraft, sendDraft } from "./drafts.ts";
import { forgetDrafts } from "./forget-drafts.ts";

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

test("drafts are given back to the person who wrote them, and deleted when another one asks", () => {
  keepDraft("jane", "ticket", values);
  keepDraft("jane", "reply to 7", { answer: "Still." });
  expect([readDraft("jane", "ticket"), readDraft("jane", "reply to 7")]).toEqual([
    values,
    { answer: "Still." },
  ]);
  expect(readDraft("jane", "reply to 8")).toBeUndefined();
  expect(readDraft("eve", "reply to 7")).toBeUndefined();
  expect([readDraft("jane", "ticket"), stored.size]).toEqual([undefined, 0]);
});

test("while a form is being sent, another one of its name starts empty; if sending fails, what was written is a draft again", async () => {
  keepDraft("jane", "ticket", values);
  const refused = sendDraft("jane", "ticket", async () => {
    expect(readDraft("jane", "ticket")).toBeUndefined();
    throw new Error("The server does not answer.");
  });
  await expect(refused).rejects.toThrow("does not answer");
  expect(readDraft("jane", "ticket")).toEqual(values);
  const sent = sendDraft("jane", "ticket", async (name) => {
    keepDraft("jane", name, undefined);
    return "sent";
  });
  expect(await sent).toBe("sent");
  expect([readDraft("jane", "ticket"), stored.size]).toEqual([undefined, 0]);
});

test("what is written while an earlier form is being sent stays a draft, and so does what could not be sent", async () => {
  const next = { ...values, subject: "My photos" };
  keepDraft("jane", "ticket", values);
  await sendDraft("jane", "ticket", async (name) => {
    keepDraft("jane", "ticket", next);
    keepDraft("jane", name, undefined);
  });
  expect(readDraft("jane", "ticket")).toEqual(next);
  await sendDraft("jane", "ticket", async () => keepDraft("jane", "ticket", values));
  expect(readDraft("jane", "ticket")).toEqual(values);
  await sendDraft("jane", "ticket", async (name) => keepDraft("jane", name, undefined));
  expect(readDraft("jane", "ticket")).toEqual(next);
  keepDraft("jane", "ticket", undefined);
  expect([readDraft("jane", "ticket"), stored.size]).toEqual([undefined, 0]);
});

test("of two forms of one name that are being sent, neither is the draft of a third", async () => {
  const release: (() => void)[] = [];
  const send = () => sendDraft("jane", "ticket", () => new Promise<void>((end) => release.push(end)));
  keepDraft("jane", "ticket", values);
  const first = send();
  keepDraft("jane", "ticket", { ...values, subject: "My photos" });
  const second = send();
  expect(readDraft("jane", "ticket")).toBeUndefined();
  release[0]?.();
  await first;
  expect(readDraft("jane", "ticket")).toEqual(values);
  release[1]?.();
  await second;
  forgetDrafts();
});

test("a form in which nothing was written is no draft, and a draft has only what was changed", () => {
  const initial = { email: "jane@example.org", category: "general", subject: "", message: "" };
  const written = ["subject", "message"];
  expect(findDraft(initial, initial, written)).toBeUndefined();
  expect(findDraft({ ...initial, category: "billing" }, initial, written)).toBeUndefined();
  expect(findDraft({ ...initial, category: "billing", subject: "My lease" }, initial, written)).toEqual({
    category: "billing",
    subject: "My lease",
  });
});

test("a draft ends alone, all of them end together, and a broken one is none", () => {
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
  const wrongValue = '{"username":"jane","forms":{"ticket":{"subject":1}}}';
  for (const broken of ["{", "7", '{"username":"jane"}', wrongValue]) {
    stored.set("drafts", broken);
    expect([broken, readDraft("jane", "ticket")]).toEqual([broken, undefined]);
  }
});
