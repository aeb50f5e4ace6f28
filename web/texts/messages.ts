import { fillText, type Said } from "../../src/errors.ts";
import { type Text, writeParams } from "../../src/evidence/verifier/text.ts";
import type { Language } from "../../src/formats/languages.ts";

/** Translations of the server's messages by code: `{name}` is replaced by a parameter, as in the English text. */
export type Messages = Readonly<Record<string, string>>;

type Translated = Exclude<Language, "en">;

/**
 * A message in a response. `code` is missing in a proxy's responses, and in messages that an earlier version stored.
 */
export type ReceivedMessage = Pick<Said, "message"> & {
  code?: string | null | undefined;
  params?: Said["params"] | null | undefined;
};

/** The message in the language of the table; in English if the table lacks its code. */
export function translateMessage(messages: Messages, { message, code, params }: ReceivedMessage): string {
  const text = typeof code === "string" && Object.hasOwn(messages, code) ? messages[code] : undefined;
  return text === undefined ? message : fillText(text, params ?? undefined);
}

/** A text of the verifier, with the times and texts in it, in the language of the table. */
export function translateText(
  messages: Messages,
  language: Translated,
  text: Text,
  timeZone?: string,
): string {
  const write = (part: Text) => translateText(messages, language, part, timeZone);
  return translateMessage(messages, {
    ...text,
    params: text.params && writeParams(text.params, write, language, timeZone),
  });
}
