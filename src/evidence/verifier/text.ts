import { fillText } from "../../errors.ts";
import type { Language } from "../../formats/languages.ts";
import { writeTime, writeUtc } from "../written-time.ts";

/** A value to fill into a text. A name, a number or a fingerprint is the same in every language. */
type Params = Readonly<Record<string, string | number | Date | Text>>;

/** A text of a report: `message` is the English one; translations use `code` and `params`. */
export type Text = { code: string; message: string; params?: Params };

/** The text with this code; `{name}` in `english` is replaced by a parameter. */
export function say(code: string, english: string, params?: Params): Text {
  const message = params
    ? fillText(
        english,
        writeParams(params, (text) => text.message),
      )
    : english;
  return { code, message, ...(params && { params }) };
}

/** The parameters as words of a language: a time as people read it, a text by `write`. */
export function writeParams(
  params: Params,
  write: (text: Text) => string,
  language?: Language,
  timeZone?: string,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, writeParam(value, write, language, timeZone)]),
  );
}

function writeParam(
  value: Params[string],
  write: (text: Text) => string,
  language?: Language,
  timeZone?: string,
): string | number {
  if (value instanceof Date) return plainTime(value, language, timeZone);
  return typeof value === "object" ? write(value) : value;
}

/** "November 20, 2026, 1:11:07 PM CST (2026-11-20 19:11:07 UTC)" */
export function plainTime(time: Date, language?: Language, timeZone?: string): string {
  return `${writeTime(time, language, timeZone)} (${writeUtc(time)})`;
}

/** The English text with its times in this zone. */
export function writeInZone({ message, params = {} }: Text, timeZone: string): string {
  return Object.values(params).reduce<string>((written, value) => {
    if (value instanceof Date) return written.replaceAll(plainTime(value), plainTime(value, "en", timeZone));
    if (typeof value !== "object") return written;
    return written.replaceAll(value.message, writeInZone(value, timeZone));
  }, message);
}
