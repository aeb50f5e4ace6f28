import { statedText } from "../text/stated-text.ts";
import type { Stamp } from "./stamp.ts";

const sentence =
  "This is a Professional Document Timestamp validating by Attestation the authenticity of this document on this date: ";

/** The label next to a name: it was typed at sign-up or is a file name, and nobody checked it. */
export const statedByAccount = "as stated by the account, not checked";

/** The specification's sentence, with date and time in UTC, e.g. "2026-11-20 19:11:00 UTC". */
export function attestationSentence(timeMs: number): string {
  return `${sentence}${utcDateTime(timeMs)} UTC`;
}

/** The stamp's lines before wrapping. */
export function stampLines(stamp: Stamp): string[] {
  return stampParagraphs(stamp).map((groups) =>
    groups.map((parts) => parts.map(({ text }) => text).join("")).join(groupSeparator),
  );
}

/** Separates groups on one line. */
export const groupSeparator = " · ";

/** Words in one style. Facts are large; `small` words explain them. */
export type StampPart = { text: string; look: "strong" | "normal" | "small" };

/**
 * The same lines as groups that stay together if they fit, and their parts. A name is a separate part, so that its
 * script cannot change the order of the text around it.
 */
export function stampParagraphs(stamp: Stamp): StampPart[][][] {
  const { productName, time, timeZone, clientName, serialNumber } = stamp;
  const offset = offsetMinutes(time, timeZone);
  const [localDay, localClock] = dateTimeParts(time + offset * 60_000);
  const [day, clock] = dateTimeParts(time);
  const normal = (text: string): StampPart => ({ text, look: "normal" });
  const small = (text: string): StampPart => ({ text, look: "small" });
  return [
    [
      [{ text: productName, look: "strong" }],
      [normal(localDay), normal(localClock), normal(` ${offsetText(offset)}`)],
      [small(`Client (${statedByAccount}): `), normal(statedText(clientName))],
      [small("Serial "), { text: serialNumber, look: "strong" }],
    ],
    [[small(sentence), small(day), small(clock), small(" UTC")]],
  ];
}

/** "2026-11-20 19:11:00" in UTC. */
function utcDateTime(timeMs: number): string {
  return dateTimeParts(timeMs).join("");
}

/** "2026-11-20 13:11:00 -06:00": local date and time, and their offset from UTC with a plain hyphen. */
export function zonedDateTime(timeMs: number, timeZone: string): string {
  const offset = offsetMinutes(timeMs, timeZone);
  return `${utcDateTime(timeMs + offset * 60_000)} ${offsetText(offset)}`;
}

/** The date, and the time with the space before it. */
function dateTimeParts(timeMs: number): [string, string] {
  const text = new Date(timeMs).toISOString();
  return [text.slice(0, 10), ` ${text.slice(11, 19)}`];
}

function offsetText(offset: number): string {
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, "0");
  const minutes = String(Math.abs(offset) % 60).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}

/** Creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset from UTC at that time, in minutes. Throws RangeError for an unknown zone. */
function offsetMinutes(timeMs: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const name = format.formatToParts(timeMs).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const found = /^GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!found) return 0;
  return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}
