import { BrokenPdf } from "./broken-pdf.ts";
import { ByteWriter } from "./byte-writer.ts";
import { isDigit, isRegular, sign } from "./characters.ts";
import { maxNesting, regularEnd, skipWhite, valueEnd } from "./lexer.ts";
import { asDict, asName, type Raw } from "./values.ts";

/** `end` is where the value stopped in the damaged bytes. */
type MendedValue = {
  value: Raw;
  end: number;
};

/** Keywords that end any value. */
const boundaryWords = new Set(["endobj", "stream", "endstream", "obj", "xref", "trailer", "startxref"]);

/**
 * The readable part of a damaged dictionary or array between `start` and `limit`: entries without a key or a value are
 * dropped, and open brackets are closed. Undefined if none starts there or nothing remains, and for a page whose bytes
 * are truncated (no value continues after `limit` if it `isBoundary`), because its content is unknown.
 */
export function repairValue(
  bytes: Buffer,
  start: number,
  limit: number,
  isBoundary: boolean,
): MendedValue | undefined {
  let position = skipWhite(bytes, start);
  const first = bytes[position];
  if (position >= limit || (first !== sign.less && first !== sign.openArray)) return undefined;
  const part = bytes.subarray(0, limit);
  const mender = new ValueMender();
  let isStopped = false;
  while (position < part.length && !isStopped && !mender.isComplete) {
    const end = findTokenEnd(part, position);
    const token = { bytes: part, start: position, end };
    isStopped = boundaryWords.has(wordIn(token));
    if (isStopped) break;
    if (!mender.take(token)) return undefined;
    position = skipWhite(part, end);
  }
  const isCutOff = !mender.isComplete && !isStopped && !isBoundary;
  const value = mender.finish();
  if (!value || (isCutOff && asName(asDict(value)?.get("Type")) === "Page")) return undefined;
  return { value, end: position };
}

const wordIn = ({ bytes, start, end }: Raw): string =>
  end - start <= 9 && isRegular(bytes[start]) ? bytes.toString("latin1", start, end) : "";

/** The end of a pair of brackets, of a simple value, or of a single delimiter. */
function findTokenEnd(bytes: Buffer, at: number): number {
  const code = bytes[at];
  const isPair = bytes[at + 1] === code;
  if ((code === sign.less || code === sign.greater) && isPair) return at + 2;
  if (code === sign.openArray || code === sign.closeArray) return at + 1;
  if (isRegular(code) && !isDigit(code)) return regularEnd(bytes, at);
  try {
    return Math.max(at + 1, valueEnd(bytes, at));
  } catch (error) {
    if (error instanceof BrokenPdf) return at + 1;
    throw error;
  }
}

/** A dictionary without a key is not written: its entries are added to the enclosing one. */
type Level = { kind: "dictionary" | "array"; key: Raw | undefined; isWritten: boolean };

class ValueMender {
  readonly #out = new ByteWriter(256);
  readonly #levels: Level[] = [];
  #entries = 0;

  get isComplete(): boolean {
    return this.#out.length > 0 && this.#levels.length === 0;
  }

  /** False if this cannot become a dictionary or array. */
  take(token: Raw): boolean {
    const text = wordOrDelimiter(token);
    if (text === "<<") return this.#open("dictionary");
    if (text === "[") return this.#open("array");
    const level = this.#levels.at(-1);
    if (!level) return false;
    if (text === ">>") this.#close("dictionary");
    else if (text === "]") this.#close("array");
    else if (text !== "") this.#takeItem(token, level);
    return true;
  }

  /** Closes what is open. */
  finish(): Raw | undefined {
    while (this.#levels.length > 0) this.#closeInnermost();
    const bytes = this.#out.written();
    return this.#entries > 0 ? { bytes, start: 0, end: bytes.length } : undefined;
  }

  #takeItem(token: Raw, level: Level): void {
    const isName = token.bytes[token.start] === sign.slash;
    if (level.kind === "dictionary" && !level.key) level.key = isName ? token : undefined;
    else if (!isName && !isItem(token)) level.key = undefined;
    else if (level.kind === "dictionary" || level.isWritten) {
      this.#writeKey(level);
      this.#out.raw(token);
      this.#entries++;
    }
  }

  #open(kind: Level["kind"]): boolean {
    if (this.#levels.length >= maxNesting) return false;
    const around = this.#levels.at(-1);
    const isWritten = !around || (around.kind === "array" ? around.isWritten : around.key !== undefined);
    if (isWritten) {
      this.#writeKey(around);
      this.#out.text(kind === "array" ? "[" : "<<");
    }
    this.#levels.push({ kind, key: undefined, isWritten });
    return true;
  }

  #writeKey(level: Level | undefined): void {
    if (!level) return;
    this.#out.text(" ");
    if (!level.key) return;
    this.#out.raw(level.key).text(" ");
    level.key = undefined;
  }

  #close(kind: Level["kind"]): void {
    const innermost = this.#levels.findLastIndex((level) => level.kind === kind);
    if (innermost < 0) return;
    while (this.#levels.length > innermost) this.#closeInnermost();
  }

  #closeInnermost(): void {
    const level = this.#levels.pop();
    if (level?.isWritten) this.#out.text(level.kind === "array" ? " ]" : " >>");
  }
}

const simpleItem = /^([+-]*\d*(?:\.\d*)?|true|false|null|\d+\s+\d+\s+R)$/;

/** A string, number, reference, boolean or null; other words have no meaning. */
const isItem = ({ bytes, start, end }: Raw): boolean =>
  !isRegular(bytes[start]) || simpleItem.test(bytes.toString("latin1", start, end));

/** The delimiter that a token is; empty for one without a meaning on its own, "value" for anything else. */
function wordOrDelimiter({ bytes, start, end }: Raw): string {
  const text = end - start <= 2 ? bytes.toString("latin1", start, end) : "value";
  if (["<<", ">>", "[", "]"].includes(text)) return text;
  return end - start === 1 && "<>(){}".includes(text) ? "" : "value";
}
