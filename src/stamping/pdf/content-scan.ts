import { isRegular, isWhite, sign } from "./characters.ts";
import { regularEnd, skipWhite } from "./lexer.ts";

/** In what state a page's content leaves the page. */
export type ContentState = {
  /** "q" without its "Q". */
  saved: number;
  /** Positions of every "Q" that had nothing to restore; readers ignore it. */
  surplus: number[];
  /** True when only further "Q" follow the first surplus one, so that ignoring it changes nothing. */
  surplusIsLast: boolean;
  inText: boolean;
  /** "BMC" and "BDC" without their "EMC". */
  marked: number;
  /** A path, and perhaps a clip, that no operator has painted or ended. */
  inPath: boolean;
  /** What completes a string, array, dictionary or inline image that was cut short. */
  missing: string;
};

/** Reads content operators outside strings, comments, dictionaries and inline images. One pass, no recursion. */
export function scanContent(content: Buffer): ContentState {
  return new ContentScanner(content).scan();
}

/** An operator of up to three letters as one number, so that none has to be made into a string. */
const code = (text: string): number => [...text].reduce((sum, char) => sum * 256 + char.charCodeAt(0), 0);
const q = code("q");
const Q = code("Q");
const BT = code("BT");
const ET = code("ET");
const BI = code("BI");
const ID = code("ID");
const BDC = code("BDC");
const BMC = code("BMC");
const EMC = code("EMC");
const pathOperators = new Set(["m", "l", "c", "v", "y", "h", "re", "W", "W*"].map(code));
const longest = 3;
const firstLetter = 65;
/** As many closing signs as are ever written. */
const mostMissing = 1000;

class ContentScanner {
  private readonly state: ContentState = {
    saved: 0,
    surplus: [],
    surplusIsLast: true,
    inText: false,
    marked: 0,
    inPath: false,
    missing: "",
  };
  private readonly content: Buffer;
  private dictionaries = 0;
  private arrays = 0;
  private inImageHeader = false;
  private last = 0;

  constructor(content: Buffer) {
    this.content = content;
  }

  scan(): ContentState {
    const { content, state } = this;
    let position = 0;
    while (position < content.length) {
      const byte = content[position] ?? 0;
      if (isRegular(byte)) position = this.word(position, byte);
      else if (isWhite(byte)) position++;
      else position = this.delimited(position, byte);
      if (state.missing !== "") return state;
    }
    state.inPath = pathOperators.has(this.last);
    state.missing = "]".repeat(this.arrays) + ">>".repeat(this.dictionaries);
    return state;
  }

  /** Position behind an operator, operand or keyword, having counted what it does. */
  private word(start: number, first: number): number {
    const end = regularEnd(this.content, start);
    if (first < firstLetter || this.dictionaries > 0) return end;
    this.last = end - start <= longest ? this.codeOf(start, end) : 0;
    if (this.last === ID && this.inImageHeader) return this.imageEnd(end);
    this.inImageHeader ||= this.last === BI;
    this.count(this.last, start);
    return end;
  }

  private codeOf(start: number, end: number): number {
    let value = 0;
    for (let at = start; at < end; at++) value = value * 256 + (this.content[at] ?? 0);
    return value;
  }

  private count(operator: number, position: number): void {
    const { state } = this;
    if (operator === Q) {
      if (state.saved > 0) state.saved--;
      else state.surplus.push(position);
      return;
    }
    if (state.surplus.length > 0) state.surplusIsLast = false;
    if (operator === q) state.saved++;
    else if (operator === BT) state.inText = true;
    else if (operator === ET) state.inText = false;
    else if (operator === BDC || operator === BMC) state.marked++;
    else if (operator === EMC) state.marked = Math.max(0, state.marked - 1);
  }

  /** Position behind a string, name, comment, or one sign of an array or dictionary. */
  private delimited(start: number, byte: number): number {
    const { content } = this;
    const doubled = content[start + 1] === byte;
    if (byte === sign.openString) return this.stringEnd(start);
    if (byte === sign.slash) return regularEnd(content, start + 1);
    if (byte === sign.percent) return skipWhite(content, start);
    if (byte === sign.less && !doubled) return this.hexStringEnd(start);
    if (byte === sign.openArray) this.arrays = Math.min(mostMissing, this.arrays + 1);
    else if (byte === sign.closeArray) this.arrays = Math.max(0, this.arrays - 1);
    else if (byte === sign.less) this.dictionaries = Math.min(mostMissing, this.dictionaries + 1);
    else if (byte === sign.greater && doubled) this.dictionaries = Math.max(0, this.dictionaries - 1);
    return start + (doubled && (byte === sign.less || byte === sign.greater) ? 2 : 1);
  }

  private stringEnd(start: number): number {
    const { content, state } = this;
    let depth = 0;
    for (let position = start; position < content.length; position++) {
      const byte = content[position];
      if (byte === sign.backslash) position++;
      else if (byte === sign.openString) depth++;
      else if (byte === sign.closeString && --depth === 0) return position + 1;
    }
    state.missing = ")".repeat(Math.min(depth, mostMissing));
    return content.length;
  }

  private hexStringEnd(start: number): number {
    const end = this.content.indexOf(sign.greater, start);
    if (end < 0) this.state.missing = ">";
    return end + 1;
  }

  /** Position behind "EI", told from image data by white space around it and readable text after it. */
  private imageEnd(start: number): number {
    const { content } = this;
    this.inImageHeader = false;
    for (let found = content.indexOf("EI", start); found >= 0; found = content.indexOf("EI", found + 2)) {
      const after = found + 2;
      const free = isWhite(content[found - 1]) && (after === content.length || isWhite(content[after]));
      if (free && looksLikeText(content.subarray(after, after + 16))) return after;
    }
    this.state.missing = "\nEI";
    return content.length;
  }
}

const looksLikeText = (bytes: Buffer): boolean =>
  bytes.every((byte) => (byte >= 32 && byte < 127) || isWhite(byte));
