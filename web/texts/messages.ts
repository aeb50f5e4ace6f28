import { fillText, type Said } from "../../src/errors.ts";

/** Translations of the server's messages by code: `{name}` is replaced by a parameter, as in the English text. */
export type Messages = Readonly<Record<string, string>>;

/** A message of an answer. `code` is missing in answers of a proxy, and in messages that an earlier version stored. */
export type ReceivedMessage = Pick<Said, "message"> & {
  code?: string | null | undefined;
  params?: Said["params"] | null | undefined;
};

/** The message in the language of the table; in English if the table lacks its code. */
export function translateMessage(messages: Messages, { message, code, params }: ReceivedMessage): string {
  const text = typeof code === "string" && Object.hasOwn(messages, code) ? messages[code] : undefined;
  return text === undefined ? message : fillText(text, params ?? undefined);
}
