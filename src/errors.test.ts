import { expect, test } from "bun:test";
import { AppError, fillText, say } from "./errors.ts";
import {
  isOnConsoleOnly,
  listOfCodes,
  messagesInSource,
  readListOfCodes,
} from "./testing/messages-in-source.ts";

test("an error fills its parameters into the sentence and keeps both", () => {
  const error = new AppError("not_found", "email-unknown", "No account has the email {email}.", {
    params: { email: "{email} ann@example.org" },
  });
  expect([error.message, error.code, error.params]).toEqual([
    "No account has the email {email} ann@example.org.",
    "email-unknown",
    { email: "{email} ann@example.org" },
  ]);
  expect(say(error)).toEqual({
    message: error.message,
    code: "email-unknown",
    params: { email: "{email} ann@example.org" },
  });
});

test("a placeholder without a parameter stays as it is", () => {
  expect(fillText("{one} and {two}", { one: 1 })).toBe("1 and {two}");
});

test("every code is in kebab case and has one text", () => {
  const texts = new Map<string, string>();
  for (const { path, code, text } of messagesInSource()) {
    expect([path, code]).toEqual([path, expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/)]);
    expect([path, code, text]).toEqual([path, code, texts.get(code) ?? text]);
    texts.set(code, text);
  }
  expect(texts.size).toBeGreaterThan(300);
});

test("messages of the API are written as a whole: only placeholders are filled in", () => {
  const built = messagesInSource().filter(
    (message) => !isOnConsoleOnly(message) && message.text.includes("{}"),
  );
  expect(built).toEqual([]);
});

test("docs/error-codes.md lists every code that an answer can have", () => {
  expect(readListOfCodes()).toBe(listOfCodes());
});
