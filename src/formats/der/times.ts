import { MalformedDer } from "./malformed.ts";
import type { Der } from "./read.ts";
import { tags } from "./tags.ts";
import { type Encoded, encode } from "./write.ts";

const text = (der: Der) => String.fromCharCode(...der.content.subarray(0, 32));

/**
 * Reads a GeneralizedTime as restricted by RFC 3161, 2.4.2 and RFC 5280, 4.1.2.5.2: UTC, with seconds, no trailing
 * zeros in a fraction. Digits below a millisecond are dropped.
 */
export function readGeneralizedTime(der: Der): Date {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{0,9}[1-9]))?Z$/.exec(text(der));
  if (der.tag !== tags.generalizedTime || !match) throw new MalformedDer("a time");
  const [, year = "", month, day, hour, minute, second, fraction = ""] = match;
  return parseDate(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}Z`,
  );
}

/**
 * Reads a time of a certificate or revocation list: UTCTime up to 2049, GeneralizedTime after that (RFC 5280, 4.1.2.5).
 */
export function readTime(der: Der): Date {
  if (der.tag !== tags.utcTime) return readGeneralizedTime(der);
  const match = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text(der));
  if (!match) throw new MalformedDer("a time");
  const [, year = "", month, day, hour, minute, second] = match;
  return parseDate(`${Number(year) < 50 ? 20 : 19}${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
}

/** Rejects dates and hours that do not exist, which `Date` would shift to another day. */
function parseDate(iso: string): Date {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime()) || date.toISOString() !== iso) throw new MalformedDer("a time");
  return date;
}

/** Encodes a GeneralizedTime, with a fraction only if the milliseconds are not zero. Years 0 to 9999. */
export function generalizedTime(time: Date): Encoded {
  const [whole = "", fraction = ""] = time
    .toISOString()
    .replace(/[-:TZ]/g, "")
    .split(".");
  const shortest = fraction.replace(/0+$/, "");
  const digits = shortest === "" ? whole : `${whole}.${shortest}`;
  return encode(tags.generalizedTime, new TextEncoder().encode(`${digits}Z`));
}

/** Encodes a time of a certificate or revocation list in whole seconds: UTCTime up to 2049 (RFC 5280, 4.1.2.5). */
export function time(value: Date): Encoded {
  const seconds = new Date(Math.floor(value.getTime() / 1000) * 1000);
  if (seconds.getUTCFullYear() >= 2050) return generalizedTime(seconds);
  const digits = seconds.toISOString().replace(/[-:T]|\.\d+/g, "");
  return encode(tags.utcTime, new TextEncoder().encode(digits.slice(2)));
}
