import { AppError } from "../../errors.ts";
import { wordPackageMessages } from "../sniff/sniff-word-package.ts";
import { decodeXml } from "../xml/references.ts";

/** A tag, or what stands between tags. The `raw` texts of all tokens together are the text that was read. */
export type XmlToken =
  | { kind: "start" | "empty" | "end"; raw: string; name: string }
  | { kind: "other"; raw: string };

/** Word writes whole pictures into attributes of drawings. */
const maxToken = 16 * 1024 * 1024;
const sections = [
  { opening: "<!--", ending: "-->" },
  { opening: "<![CDATA[", ending: "]]>" },
  { opening: "<?", ending: "?>" },
];
const maxOpening = Math.max(...sections.map(({ opening }) => opening.length));

/**
 * Splits an XML text that arrives in pieces of any size into tokens. Memory stays bounded, every character is looked at
 * a limited number of times; an endless tag, a document type and what is not XML are refused.
 */
export class XmlTokens {
  /** The pieces of a token that goes on, and what is needed to find its end without reading them again. */
  #held: string[] = [];
  #length = 0;
  #end: TokenEnd | undefined;

  /** The tokens that are complete with this piece. */
  *read(piece: string): Generator<XmlToken> {
    if (this.#end && !this.#end.isIn(piece)) return this.#hold(piece);
    const text = this.#held.join("") + piece;
    this.#held = [];
    this.#length = 0;
    this.#end = undefined;
    let at = 0;
    while (at < text.length) {
      const token = nextToken(text, at);
      if (token === undefined) break;
      at += token.raw.length;
      yield token;
    }
    const rest = text.slice(at);
    if (rest.length < maxOpening) return this.#hold(rest);
    this.#end = new TokenEnd(rest);
    // What has an end and still is no token is a document type, which Office Open XML forbids, or not XML.
    if (this.#end.isIn(rest)) throw AppError.from("unsupported", wordPackageMessages.unsafe);
    this.#hold(rest);
  }

  /** What is left when no piece follows. */
  *end(): Generator<XmlToken> {
    if (this.#length > 0) yield { kind: "other", raw: this.#held.join("") };
    this.#held = [];
    this.#length = 0;
  }

  #hold(text: string): void {
    if (text !== "") this.#held.push(text);
    this.#length += text.length;
    if (this.#length > maxToken) throw AppError.from("unsupported", wordPackageMessages.tooLarge);
  }
}

/** Looks for the end of one token, piece by piece. */
class TokenEnd {
  readonly #ending: string | undefined;
  #skipped: number;
  /** The quotation mark that ends the value that is being read. */
  #quote = "";
  /** The end of the previous piece, since the ending may be split. */
  #tail = "";

  /** `start`: how the token begins; it is the first piece. */
  constructor(start: string) {
    const section = sections.find(({ opening }) => start.startsWith(opening));
    this.#ending = section?.ending;
    // An ending does not share characters with the opening: "<!-->" begins a comment, and does not end it.
    this.#skipped = section?.opening.length ?? 0;
  }

  isIn(piece: string): boolean {
    const text = this.#tail + piece.slice(this.#skipped);
    this.#skipped = 0;
    if (this.#ending !== undefined) {
      this.#tail = text.slice(-(this.#ending.length - 1));
      return text.includes(this.#ending);
    }
    const { end, quote } = findTagEnd(text, 0, this.#quote);
    this.#quote = quote;
    return end !== undefined;
  }
}

const mark = /[>"']/g;

/** The index behind the character that ends a tag, from `at` on, where the value in `quote` is being read, if any. */
function findTagEnd(text: string, at: number, quote: string): { end?: number; quote: string } {
  for (let from = at, open = quote; ; ) {
    mark.lastIndex = from;
    const found = open === "" ? (mark.exec(text)?.index ?? -1) : text.indexOf(open, from);
    if (found < 0) return { quote: open };
    const char = text.charAt(found);
    if (char === ">" && open === "") return { end: found + 1, quote: "" };
    open = open === "" ? char : "";
    from = found + 1;
  }
}

const tagName = /<(\/?)([^\s<>/"'=!?]+)/y;

/** Undefined if the token may go on in the next piece, or is not XML. */
function nextToken(text: string, at: number): XmlToken | undefined {
  const start = text.indexOf("<", at);
  if (start !== at) return { kind: "other", raw: text.slice(at, start < 0 ? text.length : start) };
  const section = sections.find(({ opening }) => text.startsWith(opening, at));
  if (section !== undefined) {
    const end = text.indexOf(section.ending, at + section.opening.length);
    return end < 0 ? undefined : { kind: "other", raw: text.slice(at, end + section.ending.length) };
  }
  tagName.lastIndex = at;
  const [opening, slash, name = ""] = tagName.exec(text) ?? [];
  const end = opening === undefined ? undefined : findTagEnd(text, at + opening.length, "").end;
  if (end === undefined) return undefined;
  const raw = text.slice(at, end);
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
