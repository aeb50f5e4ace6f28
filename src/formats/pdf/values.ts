import { hexValue, isRegular, isWhite, sign } from "./characters.ts";
import { regularEnd, skipWhite, valueEnd } from "./lexer.ts";

/** The bytes of exactly one value, not parsed yet. Copying them keeps the value unchanged. */
export type Raw = { readonly bytes: Buffer; readonly start: number; readonly end: number };

/** Keys are decoded names without their slash; if a key is repeated, the last one counts, as in other readers. */
export type PdfDict = Map<string, Raw>;

export type Reference = { number: number; generation: number };

/** The value starting at `at`, after white space. */
export function rawAt(bytes: Buffer, at: number): Raw {
  const start = skipWhite(bytes, at);
  return { bytes, start, end: valueEnd(bytes, start) };
}

/** A value from our own text. */
export function getRaw(text: string): Raw {
  const bytes = Buffer.from(text, "latin1");
  return { bytes, start: 0, end: bytes.length };
}

export const getText = (raw: Raw): string => raw.bytes.toString("latin1", raw.start, raw.end);

/** True if both are missing or written alike. */
export function isSameText(one: Raw | undefined, other: Raw | undefined): boolean {
  if (one === other) return true;
  if (!one || !other || one.end - one.start !== other.end - other.start) return false;
  return one.bytes.compare(other.bytes, other.start, other.end, one.start, one.end) === 0;
}

/** An entry with this value counts as missing (ISO 32000-2, 7.3.9). */
export const isNull = (raw: Raw | undefined): boolean =>
  raw !== undefined && raw.end - raw.start === 4 && getText(raw) === "null";

/** `onRepeated` is called with the two values of a repeated key. */
export function asDict(
  raw: Raw | undefined,
  onRepeated?: (first: Raw, second: Raw) => void,
): PdfDict | undefined {
  if (!raw || raw.bytes[raw.start] !== sign.less || raw.bytes[raw.start + 1] !== sign.less) return undefined;
  const { bytes } = raw;
  const dict: PdfDict = new Map();
  let position = skipWhite(bytes, raw.start + 2);
  while (position < raw.end && bytes[position] !== sign.greater) {
    if (bytes[position] !== sign.slash) {
      position = skipWhite(bytes, valueEnd(bytes, position));
      continue;
    }
    const keyEnd = regularEnd(bytes, position + 1);
    const start = skipWhite(bytes, keyEnd);
    if (bytes[start] === sign.greater) break;
    const end = valueEnd(bytes, start);
    const key = nameBetween(bytes, position + 1, keyEnd);
    const value = { bytes, start, end };
    const first = onRepeated && dict.get(key);
    if (first) onRepeated(first, value);
    dict.set(key, value);
    position = skipWhite(bytes, end);
  }
  return dict;
}

/** The keys of a dictionary in order, including repeated ones. */
export function listKeys({ bytes, start, end }: Raw): (string | undefined)[] {
  const list = Buffer.concat([Buffer.from("["), bytes.subarray(start + 2, end - 2), Buffer.from("]")]);
  const items = asArray({ bytes: list, start: 0, end: list.length }) ?? [];
  return items.filter((_, index) => index % 2 === 0).map(asName);
}

/** The items of an array, at most `max`. */
export function asArray(raw: Raw | undefined, max = Number.POSITIVE_INFINITY): Raw[] | undefined {
  if (!raw || raw.bytes[raw.start] !== sign.openArray) return undefined;
  const { bytes } = raw;
  const items: Raw[] = [];
  let start = skipWhite(bytes, raw.start + 1);
  while (start < raw.end && bytes[start] !== sign.closeArray && items.length < max) {
    const end = valueEnd(bytes, start);
    items.push({ bytes, start, end });
    start = skipWhite(bytes, end);
  }
  return items;
}

export function asName(raw: Raw | undefined): string | undefined {
  if (!raw || raw.bytes[raw.start] !== sign.slash) return undefined;
  return nameBetween(raw.bytes, raw.start + 1, raw.end);
}

/** The newest name for each hash of its bytes: most objects have the same few names. */
const recentNames = new Array<string>(256).fill("");
/** A hostile document may have names of megabytes. */
const maxRecentName = 64;

function nameBetween(bytes: Buffer, start: number, end: number): string {
  let hash = end - start;
  for (let at = start; at < end; at++) hash = (hash * 31 + (bytes[at] as number)) & 255;
  const recent = recentNames[hash] as string;
  if (isTextAt(bytes, start, end, recent)) return recent;
  const name = bytes.toString("latin1", start, end);
  if (!name.includes("#")) {
    if (name.length <= maxRecentName) recentNames[hash] = name;
    return name;
  }
  return name.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function isTextAt(bytes: Buffer, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index++)
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  return true;
}

/** A name in PDF syntax with all special characters escaped (ISO 32000-2, 7.3.5). */
export function nameText(name: string): string {
  if (/^[A-Za-z0-9_.+*-]*$/.test(name)) return `/${name}`;
  return `/${name.replace(/[^A-Za-z0-9_.+*-]/g, (sign) => `#${sign.charCodeAt(0).toString(16).padStart(2, "0")}`)}`;
}

const numberPattern = /^[+-]*\d*(?:\.\d*)?/;

/** Parses a number as tolerantly as other readers do ("--5" and "1.2.3" occur in real files). */
export function asNumber(raw: Raw | undefined): number | undefined {
  if (!raw || !isRegular(raw.bytes[raw.start])) return undefined;
  const whole = integerAt(raw.bytes, raw.start);
  if (whole?.end === raw.end) return whole.value;
  const text = getText(raw);
  const value = Number(text);
  if (Number.isFinite(value) && text !== "") return value;
  const lenient = Number((numberPattern.exec(text)?.[0] ?? "").replace(/^[+-]*(?=[+-])/, ""));
  return /^[+-]*[\d.]/.test(text) && Number.isFinite(lenient) ? lenient : undefined;
}

export function asReference(raw: Raw | undefined): Reference | undefined {
  if (raw?.bytes[raw.end - 1] !== 82) return undefined;
  const number = integerAt(raw.bytes, raw.start);
  const generation = number && integerAt(raw.bytes, number.end + 1);
  // As nearly all programs write them: "12 0 R".
  if (
    number &&
    generation?.end === raw.end - 2 &&
    raw.bytes[number.end] === sign.space &&
    raw.bytes[generation.end] === sign.space &&
    number.end - raw.start <= maxReferenceDigits &&
    generation.end - number.end <= maxReferenceDigits
  )
    return { number: number.value, generation: generation.value };
  const found = /^(\d{1,10})\s+(\d{1,10})\s+R$/.exec(getText(raw));
  return found ? { number: Number(found[1]), generation: Number(found[2]) } : undefined;
}

const maxReferenceDigits = 10;

/** The bytes of a literal or hexadecimal string. */
export function asString(raw: Raw | undefined): Buffer | undefined {
  if (!raw) return undefined;
  const first = raw.bytes[raw.start];
  if (first === sign.openString) return literalString(raw);
  return first === sign.less && raw.bytes[raw.start + 1] !== sign.less ? hexString(raw) : undefined;
}

function hexString({ bytes, start, end }: Raw): Buffer {
  const digits = bytes.toString("latin1", start + 1, end - 1).replace(/[^0-9a-fA-F]/g, "");
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, "hex");
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function literalString({ bytes, start, end }: Raw): Buffer {
  const text = bytes.toString("latin1", start + 1, end - 1);
  const plain = text.replace(/\\(?:([0-7]{1,3})|(\r\n|[\s\S]))/g, (_, octal?: string, other?: string) => {
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    if (other === "\r\n" || other === "\n" || other === "\r") return "";
    return escapes[other ?? ""] ?? other ?? "";
  });
  return Buffer.from(plain, "latin1");
}

/** An integer at `at` and the position after it, or undefined. */
export function integerAt(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  let end = at;
  let value = 0;
  while (end - at < 15) {
    const digit = hexValue(bytes[end]);
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    end++;
  }
  return end > at ? { value, end } : undefined;
}

/** True if `word` is a whole token at `at`. */
export function wordAt(bytes: Buffer, at: number, word: string): boolean {
  if (!isTextAt(bytes, at, at + word.length, word)) return false;
  return !isRegular(bytes[at + word.length]) || isWhite(bytes[at + word.length]);
}
