import type { Language } from "../formats/languages.ts";
import { productTimeZone } from "../formats/stamp/stamp.ts";

type DateWords = {
  date: (day: string, month: string, year: string) => string;
  halves: { AM: string; PM: string };
};

const dateWords: Record<Language, DateWords> = {
  en: {
    date: (day, month, year) => `${month} ${day}, ${year}`,
    halves: { AM: "AM", PM: "PM" },
  },
  es: {
    date: (day, month, year) => `${day} de ${month} de ${year}`,
    halves: { AM: "a. m.", PM: "p. m." },
  },
};

/** Creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? createFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** In UTC if the zone is newer than the browser. */
function createFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options);
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    throw error;
  }
}

/**
 * The one way in which people read a time: "November 22, 2026, 7:50:26 AM CST". In the zone of the stamp wherever the
 * reader is, so that paper and record show the same characters. A verifier knows no stamp's zone: US Central time.
 */
export function writeTime(time: Date, language: Language = "en", timeZone = productTimeZone): string {
  const { halves } = dateWords[language];
  const part = readClock(time, timeZone);
  const half = part("dayPeriod") === "PM" ? halves.PM : halves.AM;
  const day = writeDay(time, language, timeZone);
  return `${day}, ${part("hour")}:${part("minute")}:${part("second")} ${half} ${part("timeZoneName")}`;
}

/** "November 22, 2026": the day as `writeTime` has it. */
export function writeDay(time: Date, language: Language = "en", timeZone = productTimeZone): string {
  const part = readClock(time, timeZone);
  const month = getFormat(language, { timeZone, month: "long" }).format(time);
  return dateWords[language].date(part("day"), month, part("year"));
}

/** "November 22, 2026, CST": for a day without a time of day next to it. */
export function writeDayWithZone(time: Date, language: Language = "en", timeZone = productTimeZone): string {
  return `${writeDay(time, language, timeZone)}, ${readClock(time, timeZone)("timeZoneName")}`;
}

function readClock(time: Date, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const format = getFormat("en-US", {
    timeZone,
    year: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    hour12: true,
    timeZoneName: "short",
  });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return (type) => parts.get(type) ?? "";
}

/** "2026-11-22 13:50", in UTC */
export const writeUtcMinute = (time: Date): string => time.toISOString().slice(0, 16).replace("T", " ");

/** "2026-11-22 13:50:26 UTC" */
export function writeUtc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
