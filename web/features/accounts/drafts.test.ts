import { afterAll, beforeAll, expect, test } from "bun:test";
import { findDraft, keepDraft, nameToSend, readDraft, sendDraft } from "./drafts.ts";
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

/** Sends the ticket; `end` ends sending, and the form's draft with it if the ticket was sent. */
function sendTicket(from = "ticket") {
  const to = nameToSend("ticket");
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = sendDraft("jane", { from, to }, () => promise);
  return {
    name: to,
    async end({ isSent }: { isSent: boolean }) {
      if (isSent) keepDraft("jane", to, undefined);
      resolve();
      await sent;
    },
  };
}

test("while a form is being sent, another one of its name starts empty; if sending fails, what was written is a draft again", async () => {
  keepDraft("jane", "ticket", values);
  const refused = sendTicket();
  expect(readDraft("jane", "ticket")).toBeUndefined();
  await refused.end({ isSent: false });
  expect(readDraft("jane", "ticket")).toEqual(values);
  await sendTicket().end({ isSent: true });
  expect([readDraft("jane", "ticket"), stored.size]).toEqual([undefined, 0]);
});

test("what is written while an earlier form is being sent stays a draft, and so does what could not be sent", async () => {
  const next = { ...values, subject: "My photos" };
  keepDraft("jane", "ticket", values);
  const first = sendTicket();
  keepDraft("jane", "ticket", next);
  await first.end({ isSent: true });
  expect(readDraft("jane", "ticket")).toEqual(next);
  const second = sendTicket();
  await second.end({ isSent: false });
  // Another form was drawn empty before that, and someone types in it now.
  keepDraft("jane", "ticket", values);
  expect(readDraft("jane", "ticket")).toEqual(values);
  await sendTicket().end({ isSent: true });
  expect(readDraft("jane", "ticket")).toEqual(next);
  keepDraft("jane", "ticket", undefined);
  expect([readDraft("jane", "ticket"), stored.size]).toEqual([undefined, 0]);
});

test("what is typed in a form while it is being sent ends with it, and a second attempt sends it under another name", async () => {
  keepDraft("jane", "ticket", values);
  const first = sendTicket();
  keepDraft("jane", first.name, { ...values, message: "One more word." });
  await first.end({ isSent: false });
  const second = sendTicket(first.name);
  expect(readDraft("jane", "ticket")).toBeUndefined();
  await second.end({ isSent: true });
  expect([readDraft("jane", "ticket"), stored.size]).toEqual([undefined, 0]);
});

test("of two forms of one name that are being sent, neither is the draft of a third", async () => {
  keepDraft("jane", "ticket", values);
  const first = sendTicket();
  keepDraft("jane", "ticket", { ...values, subject: "My photos" });
  const second = sendTicket();
  expect(readDraft("jane", "ticket")).toBeUndefined();
  await first.end({ isSent: false });
  expect(readDraft("jane", "ticket")).toEqual(values);
  await second.end({ isSent: true });
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
