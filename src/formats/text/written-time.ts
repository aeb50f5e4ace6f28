import type { Language } from "../languages.ts";

/** A time in milliseconds since 1970, and the IANA zone in which it is written. */
export type Moment = { time: number; timeZone: string };

type TimeWords = {
  months: string[];
  date: (day: number, month: string, year: number) => string;
  halves: [am: string, pm: string];
};

const words: Record<Language, TimeWords> = {
  en: {
    months: "January February March April May June July August September October November December".split(
      " ",
    ),
    date: (day, month, year) => `${month} ${day}, ${year}`,
    halves: ["AM", "PM"],
  },
  es: {
    months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(
      " ",
    ),
    date: (day, month, year) => `${day} de ${month} de ${year}`,
    halves: ["a. m.", "p. m."],
  },
};

/** "November 20, 2026" in the server's time zone. */
export function writeDate(moment: Moment, language: Language = "en"): string {
  const [year = "", month = "", day = ""] = localParts(moment)[0].split("-");
  const { months, date } = words[language];
  return date(Number(day), months[Number(month) - 1] ?? "", Number(year));
}

/** "1:11:00 PM CST" in the server's time zone. */
function writeClock(moment: Moment, language: Language = "en"): string {
  const clock = localParts(moment)[1];
  const hour = Number(clock.slice(0, 2));
  const half = words[language].halves[hour < 12 ? 0 : 1];
  return `${hour % 12 || 12}${clock.slice(2)} ${half} ${zoneName(moment)}`;
}

/** "1:11:00 PM CST (UTC−6)": also for readers who do not know the zone's name. */
export function writeClockWithOffset(moment: Moment, language: Language = "en"): string {
  const clock = writeClock(moment, language);
  return /(?:GMT|UTC)(?:[+-][\d:]+)?$/.test(clock) ? clock : `${clock} (UTC${writeOffset(moment)})`;
}

/** "−6" or "+5:45"; nothing for UTC. */
function writeOffset({ time, timeZone }: Moment): string {
  const offset = offsetMinutes(time, timeZone);
  if (offset === 0) return "";
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${offset < 0 ? "−" : "+"}${hours}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}`;
}

/** Creating one takes longer than laying out a page of the certificate. */
const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** "CST", or the offset if the zone has no short English name. */
function zoneName({ time, timeZone }: Moment): string {
  const format =
    zoneNames.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" });
  zoneNames.set(timeZone, format);
  return format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** "November 20, 2026, 1:11:00 PM CST" */
export function writeTime(moment: Moment, language: Language = "en"): string {
  return `${writeDate(moment, language)}, ${writeClock(moment, language)}`;
}

/** The same time, to be written in UTC. */
export const universal = (time: number): Moment => ({ time, timeZone: "UTC" });

const calendarDay = /^\d{4}-\d{2}-\d{2}$/;

/** A day from a date field in the style of our own dates; any other words as they are. */
export function writeStatedDate(words: string, language: Language = "en"): string {
  const time = calendarDay.test(words) ? Date.parse(words) : Number.NaN;
  return Number.isNaN(time) ? words : writeDate(universal(time), language);
}

/** The date and the time of day in UTC: "2026-11-20" and "19:11:00". */
export function utcParts(time: number): [date: string, clock: string] {
  const text = new Date(time).toISOString();
  return [text.slice(0, 10), text.slice(11, 19)];
}

const localParts = ({ time, timeZone }: Moment) => utcParts(time + offsetMinutes(time, timeZone) * 60_000);

/** Creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The latest offset: a document has its time in several forms. */
let latest = { time: 0, timeZone: "UTC", offset: 0 };

/** The offset from UTC at that time, in minutes. Throws RangeError for an unknown zone. */
function offsetMinutes(time: number, timeZone: string): number {
  if (time !== latest.time || timeZone !== latest.timeZone)
    latest = { time, timeZone, offset: readOffset(time, timeZone) };
  return latest.offset;
}

function readOffset(timeMs: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const name = format.formatToParts(timeMs).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const found = /^GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!found) return 0;
  return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}
