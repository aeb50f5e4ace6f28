/**
 * Stands in the page right behind what the server drew, and runs before that is painted: the server knows neither
 * the zone of its reader nor how times are written there.
 */
import { writeZonedTime } from "./lib/zoned-time.ts";
import { localeOf, readersLanguage } from "./texts/language.ts";

const locale = localeOf(readersLanguage(), navigator.languages);
for (const time of document.querySelectorAll("time"))
  time.textContent = writeZonedTime(locale, Date.parse(time.dateTime));
