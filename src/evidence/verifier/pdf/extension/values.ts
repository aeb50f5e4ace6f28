/**
 * The values of a PDF (ISO 32000-2, 7.3) as far as extensions need them. `string` is the decoded content, one character
 * per byte.
 */
export type PdfValue =
  | { kind: "null" }
  | { kind: "boolean"; value: boolean }
  | { kind: "number"; value: number }
  | { kind: "name"; value: string }
  | { kind: "string"; value: string }
  | { kind: "reference"; number: number; generation: number }
  | { kind: "array"; items: PdfValue[] }
  | { kind: "dictionary"; entries: PdfDictionary };
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** Thrown by the reader for anything that it does not accept. */
export class NotPlain extends Error {}

const deepest = 32;
const space = /[\0\t\n\f\r ]*/y;
const spaceOrComments = /(?:[\0\t\n\f\r ]|%[^\r\n]*(?=[\r\n]))*/y;
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?=[\0\t\n\f\r ()<>[\]{}/%]|$)/y;
const reference = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?=[\0\t\n\f\r ()<>[\]{}/%]|$)/y;
const name = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const word = /(?:true|false|null)(?=[\0\t\n\f\r ()<>[\]{}/%]|$)/y;
const hexString = /<([\dA-Fa-f\0\t\n\f\r ]*)>/y;

/** Reads values one after the other from a text with one character per byte. Comments are accepted only on request. */
export class ValueReader {
  at: number;
  readonly text: string;
  readonly #space: RegExp;

  constructor(text: string, { at = 0, comments = false } = {}) {
    this.text = text;
    this.at = at;
    this.#space = comments ? spaceOrComments : space;
  }

  /** The match of a sticky expression here, after white space. */
  take(expression: RegExp): RegExpExecArray | undefined {
    this.match(this.#space);
    return this.match(expression);
  }

  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const match = expression.exec(this.text);
    if (match) this.at = expression.lastIndex;
    return match ?? undefined;
  }

  /** The next value. Throws `NotPlain`. */
  read(depth = 0): PdfValue {
    if (depth > deepest) throw new NotPlain("too deep");
    const [, digits, generation] = this.take(reference) ?? [];
    if (digits !== undefined)
      return { kind: "reference", number: Number(digits), generation: Number(generation) };
    const [numeral] = this.match(number) ?? [];
    if (numeral !== undefined) return { kind: "number", value: Number(numeral) };
    const [, key] = this.match(name) ?? [];
    if (key !== undefined) return { kind: "name", value: decodeName(key) };
    const [keyword] = this.match(word) ?? [];
    if (keyword === "null") return { kind: "null" };
    if (keyword !== undefined) return { kind: "boolean", value: keyword === "true" };
    if (this.text.startsWith("<<", this.at)) return { kind: "dictionary", entries: this.#readEntries(depth) };
    const [, hex] = this.match(hexString) ?? [];
    if (hex !== undefined) return { kind: "string", value: decodeHex(hex) };
    if (this.match(/\[/y)) return { kind: "array", items: this.#readItems(depth) };
    if (this.match(/\(/y)) return { kind: "string", value: this.#readLiteral() };
    throw new NotPlain("no value");
  }

  #readItems(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    while (!this.take(/\]/y)) items.push(this.read(depth + 1));
    return items;
  }

  #readEntries(depth: number): PdfDictionary {
    this.at += 2;
    const entries = new Map<string, PdfValue>();
    while (!this.take(/>>/y)) {
      const [, key] = this.match(name) ?? [];
      if (key === undefined || entries.has(decodeName(key))) throw new NotPlain("no key, or one twice");
      entries.set(decodeName(key), this.read(depth + 1));
    }
    return entries;
  }

  #readLiteral(): string {
    let content = "";
    for (let open = 1; ; ) {
      const [part = ""] = this.match(/[^()\\\r]+/y) ?? [];
      content += part;
      const [mark, escaped] = this.match(/[()]|\r\n?|\\(\r\n?|[0-7]{1,3}|[\s\S])/y) ?? [];
      if (mark === undefined) throw new NotPlain("a string without an end");
      if (escaped !== undefined) content += decodeEscape(escaped);
      else if (mark.startsWith("\r")) content += "\n";
      else {
        open += mark === "(" ? 1 : -1;
        if (open === 0) return content;
        content += mark;
      }
    }
  }
}

const decodeName = (text: string) =>
  text.replace(/#([\dA-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

function decodeHex(text: string): string {
  const digits = text.replace(/[^\dA-Fa-f]/g, "");
  return (digits.length % 2 === 0 ? digits : `${digits}0`).replace(/../g, (hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function decodeEscape(escaped: string): string {
  if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
  return /^[\r\n]/.test(escaped) ? "" : (escapes[escaped] ?? escaped);
}

/** True for values that mean the same, however they are written. The order of keys has no meaning. */
export function sameValue(one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  if (!one || !other) return one === other;
  if (one.kind === "array" && other.kind === "array")
    return (
      one.items.length === other.items.length &&
      one.items.every((item, at) => sameValue(item, other.items[at]))
    );
  if (one.kind === "dictionary" && other.kind === "dictionary")
    return sameEntries(one.entries, other.entries);
  if (one.kind === "reference" && other.kind === "reference")
    return one.number === other.number && one.generation === other.generation;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The same for the entries of dictionaries, except those with the `ignored` keys. */
export function sameEntries(
  one: PdfDictionary,
  other: PdfDictionary,
  ignored: ReadonlySet<string> = new Set(),
): boolean {
  const keys = [...new Set([...one.keys(), ...other.keys()])].filter((key) => !ignored.has(key));
  return keys.every((key) => sameValue(one.get(key), other.get(key)));
}
