import { formatsMessages as text } from "../texts/formats.ts";
import { spokenLanguage } from "../texts/translation.ts";

const { locale } = spokenLanguage();

/** 1999 → "1,999". */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(text.numbers).format(count);
}

/** 999 cents → "$9.99", in Spanish "USD 9.99". The same in every country, as the server writes it. */
export function formatCents(cents: number, currency = "usd"): string {
  const options = { style: "currency", currency: currency.toUpperCase() } as const;
  return new Intl.NumberFormat(text.numbers, options).format(cents / 100);
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** "just now", "5 minutes ago", "yesterday"; both times in milliseconds since 1970. */
export function formatRelative(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  if (!step) return text.justNow;
  return relative.format(Math.round(seconds / step[1]), step[0]);
}

/** "a.m.", as in Mexico, becomes "a. m.", as in Spain and on our stamps. */
function spaceHalfDay(time: string): string {
  return time.replace(/([ap])\.m\./, "$1.\u00a0m.");
}

/** "Nov 20, 2026, 1:11:00 PM CST": in the reader's time zone (or the given one), with its short name or its offset. */
export function formatWithZone(time: number, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
  return spaceHalfDay(format.format(time));
}

/** "Nov 20, 2026", in the reader's time zone (or the given one). Lines do not break at its spaces. */
export function formatDay(time: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium" })
    .format(time)
    .replaceAll(" ", "\u00a0");
}

const chicago = new Intl.DateTimeFormat(locale, {
  timeZone: "America/Chicago",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  hour12: true,
});

/** The header's clock: Chicago time in 12-hour format, always labeled CST. */
export function formatClock(time: number): string {
  return `${spaceHalfDay(chicago.format(time))} CST`;
}

/** "12 seconds left", "2 minutes left". */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return text.secondsLeft(Math.max(1, Math.ceil(seconds)));
  return text.minutesLeft(Math.ceil(seconds / 60));
}
