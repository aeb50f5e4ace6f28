import type { Language } from "../formats/languages.ts";

const zone = "America/Chicago";

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: zone,
  year: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  hour12: true,
  timeZoneName: "short",
});

type DateWords = {
  month: Intl.DateTimeFormat;
  date: (day: string, month: string, year: string) => string;
  halves: { AM: string; PM: string };
};

const dateWords: Record<Language, DateWords> = {
  en: {
    month: new Intl.DateTimeFormat("en", { timeZone: zone, month: "long" }),
    date: (day, month, year) => `${month} ${day}, ${year}`,
    halves: { AM: "AM", PM: "PM" },
  },
  es: {
    month: new Intl.DateTimeFormat("es", { timeZone: zone, month: "long" }),
    date: (day, month, year) => `${day} de ${month} de ${year}`,
    halves: { AM: "a. m.", PM: "p. m." },
  },
};

/**
 * The one way in which people read a time: "November 22, 2026, 7:50:26 AM CST". US Central time wherever the reader
 * is, so that paper, record and verifiers show the same characters.
 */
export function writeTime(time: Date, language: Language = "en"): string {
  const { halves } = dateWords[language];
  const part = readClock(time);
  const half = part("dayPeriod") === "PM" ? halves.PM : halves.AM;
  const day = writeDay(time, language);
  return `${day}, ${part("hour")}:${part("minute")}:${part("second")} ${half} ${part("timeZoneName")}`;
}

/** "November 22, 2026": the day in US Central time, as `writeTime` has it. */
export function writeDay(time: Date, language: Language = "en"): string {
  const { month, date } = dateWords[language];
  const part = readClock(time);
  return date(part("day"), month.format(time), part("year"));
}

/** "November 22, 2026, CST": for a day without a time of day next to it. */
export function writeDayWithZone(time: Date, language: Language = "en"): string {
  return `${writeDay(time, language)}, ${readClock(time)("timeZoneName")}`;
}

function readClock(time: Date): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  return (type) => parts.get(type) ?? "";
}

/** "2026-11-22 13:50:26 UTC" */
export function writeUtc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
