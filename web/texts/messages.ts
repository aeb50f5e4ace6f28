import { fillText, type Said } from "../../src/errors.ts";

/** What the server says, by code: `{name}` is where a parameter goes, as in the English text. */
export type Messages = Readonly<Record<string, string>>;

/** A message of an answer; `code` is missing in answers of whatever is in front of the server. */
export type ReceivedMessage = Pick<Said, "message"> & {
  code?: string | undefined;
  params?: Said["params"] | undefined;
};

/** The message in the language of the table; in English where the table does not know its code. */
export function translateMessage(messages: Messages, { message, code, params }: ReceivedMessage): string {
  const text = code !== undefined && Object.hasOwn(messages, code) ? messages[code] : undefined;
  return text === undefined ? message : fillText(text, params);
}
