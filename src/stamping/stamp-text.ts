import type { Stamp } from "./stamp.ts";

const sentence =
  "This is a Professional Document Timestamp validating by Attestation the authenticity of this document on this date: ";

/** The specification's sentence, with date and time in UTC, e.g. "2026-11-20 19:11:00 UTC". */
export function attestationSentence(timeMs: number): string {
  return `${sentence}${utcDateTime(timeMs)} UTC`;
}

/** The lines a stamp is made of, before any wrapping. */
export function stampLines(stamp: Stamp): string[] {
  return stampLineParts(stamp).map((parts) => parts.join(""));
}

/** The same lines in parts, so that a name of any script cannot change the order of what stands beside it. */
export function stampLineParts({ productName, time, timeZone, clientName, serialNumber }: Stamp): string[][] {
  return [
    [
      productName,
      " · ",
      zonedDateTime(time, timeZone),
      " · Client: ",
      clientName,
      " · Serial ",
      serialNumber,
    ],
    [sentence, utcDateTime(time), " UTC"],
  ];
}

/** "2026-11-20 19:11:00" in UTC. */
export function utcDateTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace("T", " ");
}

/** "2026-11-20 13:11:00 -06:00": local date and time, and their offset from UTC with a plain hyphen. */
export function zonedDateTime(timeMs: number, timeZone: string): string {
  const offset = offsetMinutes(timeMs, timeZone);
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, "0");
  const minutes = String(Math.abs(offset) % 60).padStart(2, "0");
  return `${utcDateTime(timeMs + offset * 60_000)} ${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}

/** Minutes that local time is ahead of UTC at that moment. Throws RangeError for an unknown zone. */
function offsetMinutes(timeMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(
    timeMs,
  );
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const found = /^GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!found) return 0;
  return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}
