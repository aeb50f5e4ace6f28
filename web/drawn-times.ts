/**
 * Inlined right after the server-rendered content, and runs before it is painted: the server knows neither the reader's
 * time zone nor the local time format.
 */
import { writeZonedTime } from "./lib/zoned-time.ts";
import { localeOf, readersLanguage } from "./texts/language.ts";

const locale = localeOf(readersLanguage(), navigator.languages);
for (const time of document.querySelectorAll("time"))
  time.textContent = writeZonedTime(locale, Date.parse(time.dateTime));
