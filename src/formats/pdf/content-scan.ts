import { hexPair, hexValue, isRegular, isWhite, notHexadecimal, sign } from "./characters.ts";
import { inlineImageEnd } from "./inline-image.ts";
import { regularEnd } from "./lexer.ts";

/** The state of the page after its content. */
export type ContentState = {
  /** The number of "q" without a "Q". */
  saved: number;
  /** Positions of every "Q" without a "q"; readers ignore it. */
  surplus: number[];
  /** True if only further "Q" follow the first surplus one, so that ignoring them changes nothing. */
  surplusIsLast: boolean;
  inText: boolean;
  /** The number of "BMC" and "BDC" without an "EMC". */
  marked: number;
  /** Whether a path, possibly with a clip, is still open. */
  inPath: boolean;
};

/**
 * Counts content operators outside strings, comments, dictionaries and inline images; one pass, no recursion. Undefined
 * if readers could interpret any byte differently, so that no count is reliable. `seams` are the positions where one
 * stream ends and the next begins.
 */
export function scanContent(content: Buffer, seams: number[] = []): ContentState | undefined {
  const scanner = new ContentScanner(content, seams);
  return scanner.scan() ? scanner.state : undefined;
}

/** A word of up to five letters as one number, so that no string has to be created. */
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
/** Every operator of ISO 32000-2, annex A, except those of inline images and Type 3 glyphs. */
const operators = new Set(
  (
    "b B b* B* BDC BMC BT BX c cm CS cs d Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg " +
    "ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \""
  )
    .split(" ")
    .map(code),
);
/** The least number of operands besides strings; poppler draws nothing more of the page if any is missing. */
const minOperands = new Map(
  [
    ["BMC CS Do G J M MP TJ TL Tc Tr Ts Tw Tz cs g gs i j ri sh w", 1],
    ['BDC DP TD Td Tf " d l m', 2],
    ["RG rg", 3],
    ["K k re v y", 4],
    ["Tm c cm", 6],
  ].flatMap(([names, count]) =>
    String(names)
      .split(" ")
      .map((name) => [code(name), Number(count)]),
  ),
);
/**
 * For every operator of one or two letters, and nearly all operators in a content stream are: its least number of
 * operands plus 1.
 */
const shortOperators = new Uint8Array(256 * 256);
for (const operator of operators)
  if (operator < shortOperators.length) shortOperators[operator] = 1 + (minOperands.get(operator) ?? 0);
const constants = new Set(["true", "false", "null"].map(code));
const longestWord = 5;
/** Readers truncate longer names and numbers, each at a different length. */
const longestToken = 100;
const deepestNesting = 20;
/** Readers drop some operands beyond this number, or stop. */
const maxOperands = 32;
const uncertain = -1;

class ContentScanner {
  readonly state: ContentState = {
    saved: 0,
    surplus: [],
    surplusIsLast: true,
    inText: false,
    marked: 0,
    inPath: false,
  };
  /** The closing delimiters of the open arrays and dictionaries. */
  readonly #open: number[] = [];
  #operands = 0;
  #last = 0;

  constructor(
    private readonly content: Buffer,
    private readonly seams: number[],
  ) {}

  /** False if the content is ambiguous. */
  scan(): boolean {
    const { content, state } = this;
    let position = 0;
    while (position < content.length) {
      const byte = content[position] ?? 0;
      if (isWhite(byte)) position++;
      else if (isNumeric(byte)) position = this.#number(position);
      else position = this.#delimited(position, byte);
      if (position < 0) return false;
    }
    state.inPath = pathOperators.has(this.#last);
    return this.#open.length === 0;
  }

  #number(start: number): number {
    const { content } = this;
    let end = start + 1;
    while (isNumeric(content[end])) end++;
    return isEndOfWord(content[end]) ? this.#operand(start, end) : uncertain;
  }

  #operand(start: number, end: number): number {
    if (this.#open.length === 0 && ++this.#operands > maxOperands) return uncertain;
    return end - start > longestToken ? uncertain : end;
  }

  #delimited(start: number, byte: number): number {
    const { content } = this;
    const doubled = content[start + 1] === byte;
    if (byte === sign.slash) return this.#operand(start, regularEnd(content, start + 1));
    if (byte === sign.openString) return this.#stringEnd(start);
    if (byte === sign.openArray) return this.#opened(sign.closeArray, start + 1);
    if (byte === sign.closeArray) return this.#closed(sign.closeArray, start + 1);
    if (byte === sign.percent) return this.#commentEnd(start);
    if (byte === sign.less)
      return doubled ? this.#opened(sign.greater, start + 2) : this.#hexStringEnd(start);
    if (byte === sign.greater) return doubled ? this.#closed(sign.greater, start + 2) : uncertain;
    return this.#word(start);
  }

  #opened(closing: number, next: number): number {
    this.#open.push(closing);
    return this.#open.length > deepestNesting ? uncertain : next;
  }

  #closed(closing: number, next: number): number {
    return this.#open.pop() === closing ? this.#operand(next, next) : uncertain;
  }

  /**
   * Depending on the reader, a backslash escapes the first character of the next stream or the separator between the
   * two.
   */
  #stringEnd(start: number): number {
    const { content } = this;
    let depth = 0;
    for (let position = start; position < content.length; position++) {
      const byte = content[position];
      if (byte === sign.backslash) {
        position++;
        if (this.seams.length > 0 && this.seams.includes(position)) return uncertain;
      } else if (byte === sign.openString) depth++;
      else if (byte === sign.closeString && --depth === 0) return position + 1;
    }
    return uncertain;
  }

  #hexStringEnd(start: number): number {
    const { content } = this;
    const { length } = content;
    let end = start + 1;
    while (end + 3 < length && (hexPair(content, end) | hexPair(content, end + 2)) < notHexadecimal) end += 4;
    while (end < length && inHexString[content[end] as number] === 1) end++;
    return content[end] === sign.greater ? end + 1 : uncertain;
  }

  /** For some readers, a comment at the end of a stream continues in the next one. */
  #commentEnd(start: number): number {
    const { content } = this;
    let end = start;
    while (end < content.length && content[end] !== sign.lineFeed && content[end] !== sign.carriageReturn)
      end++;
    return this.seams.includes(end) ? uncertain : end;
  }

  /** Counts the effect of an operator or constant; returns the position after it. */
  #word(start: number): number {
    const end = regularEnd(this.content, start);
    if (end === start || end - start > longestWord) return uncertain;
    let word = 0;
    for (let at = start; at < end; at++) word = word * 256 + (this.content[at] ?? 0);
    const short = shortOperators[word] ?? 0;
    const isShort = short > 0;
    if (!isShort && constants.has(word)) return this.#operand(start, end);
    if (this.#open.length > 0) return uncertain;
    if (word === BI) return this.#imageEnd(end);
    if (!isShort && !operators.has(word)) return uncertain;
    const needed = isShort ? short - 1 : (minOperands.get(word) ?? 0);
    if (this.#operands < needed) return uncertain;
    this.#last = word;
    this.#operands = 0;
    this.#count(word, start);
    return end;
  }

  #count(operator: number, position: number): void {
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

  #imageEnd(start: number): number {
    const end = inlineImageEnd(this.content, start);
    if (end === undefined || this.seams.some((seam) => seam > start && seam < end)) return uncertain;
    if (this.state.surplus.length > 0) this.state.surplusIsLast = false;
    this.#last = ID;
    this.#operands = 0;
    return end;
  }
}

/** 1 for bytes allowed in a hexadecimal string. */
const inHexString = Uint8Array.from({ length: 256 }, (_, byte) =>
  hexValue(byte) >= 0 || isWhite(byte) ? 1 : 0,
);

/** Digits, signs and the decimal point. */
const isNumeric = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 48 && byte <= 57) || byte === 45 || byte === 46 || byte === 43);

const isEndOfWord = (byte: number | undefined): boolean => byte === undefined || !isRegular(byte);
