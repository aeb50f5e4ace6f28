/** "Nov 20, 2026, 1:11:00 PM GMT-06:00" from milliseconds since 1970, in the reader's time zone or the given one. */
export function writeZonedTime(locale: string, time: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset",
  }).format(time);
}
