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
  const { month, date, halves } = dateWords[language];
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  const half = part("dayPeriod") === "PM" ? halves.PM : halves.AM;
  const day = date(part("day"), month.format(time), part("year"));
  return `${day}, ${part("hour")}:${part("minute")}:${part("second")} ${half} ${part("timeZoneName")}`;
}

/** "2026-11-22 13:50:26 UTC" */
export function writeUtc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
