import { AppError } from "../../errors.ts";
import { wordPackageMessages } from "../sniff/sniff-word-package.ts";

/** A tag, or what stands between tags. The `raw` texts of all tokens together are the text that was read. */
export type XmlToken =
  | { kind: "start" | "empty" | "end"; raw: string; name: string }
  | { kind: "other"; raw: string };

/** Word writes whole pictures into attributes of drawings. */
const maxToken = 16 * 1024 * 1024;
const tag = /<(\/?)([^\s<>/"'=!?]+)(?:[^<>"']|"[^"]*"|'[^']*')*>/y;
const sections = [
  { opening: "<!--", ending: "-->" },
  { opening: "<![CDATA[", ending: "]]>" },
  { opening: "<?", ending: "?>" },
];

/**
 * Splits an XML text that arrives in pieces of any size into tokens. Memory stays bounded, and what is not XML comes
 * out as it went in; a document with an endless tag is refused.
 */
export class XmlTokens {
  #held = "";

  /** The tokens that are complete with this piece. */
  *read(piece: string): Generator<XmlToken> {
    const text = this.#held + piece;
    let at = 0;
    // What is held is a tag or section that goes on, and only this character can end it.
    while (at < text.length && (this.#held === "" || at > 0 || piece.includes(">"))) {
      const token = nextToken(text, at);
      if (token === undefined) break;
      at += token.raw.length;
      yield token;
    }
    this.#held = text.slice(at);
    if (this.#held.length > maxToken) throw AppError.from("unsupported", wordPackageMessages.tooLarge);
  }

  /** What is left when no piece follows. */
  *end(): Generator<XmlToken> {
    if (this.#held !== "") yield { kind: "other", raw: this.#held };
    this.#held = "";
  }
}

/** Undefined if the token may go on in the next piece. */
function nextToken(text: string, at: number): XmlToken | undefined {
  const start = text.indexOf("<", at);
  if (start !== at) return { kind: "other", raw: text.slice(at, start < 0 ? text.length : start) };
  const section = sections.find(({ opening }) => text.startsWith(opening, at));
  if (section !== undefined) {
    const end = text.indexOf(section.ending, at + section.opening.length);
    return end < 0 ? undefined : { kind: "other", raw: text.slice(at, end + section.ending.length) };
  }
  tag.lastIndex = at;
  const found = tag.exec(text);
  if (found === null) return undefined;
  const [raw, slash, name = ""] = found;
  if (slash === "/") return { kind: "end", raw, name };
  return { kind: raw.endsWith("/>") ? "empty" : "start", raw, name };
}

const attribute = /([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of a tag by their names with prefix; values are decoded. */
export function readAttributes(raw: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of raw.matchAll(attribute))
    attributes.set(name, decodeXml(double ?? single ?? ""));
  return attributes;
}

/** The value of the attribute with this name, whatever its prefix is. */
export function findAttribute(raw: string, local: string): string | undefined {
  for (const [name, value] of readAttributes(raw))
    if (name.slice(name.indexOf(":") + 1) === local) return value;
  return undefined;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A text without its character references and predefined entities (XML 1.0, 4.1 and 4.6). */
export function decodeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, ...groups) => {
    const [decimal, hexadecimal, name] = groups as (string | undefined)[];
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
