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

/** Reads content operators outside strings, comments, dictionaries and inline images. One pass, no recursion. */
export function scanContent(content: Buffer): ContentState {
  const state: ContentState = {
    saved: 0,
    surplus: [],
    surplusIsLast: true,
    inText: false,
    marked: 0,
    inPath: false,
    missing: "",
  };
  const length = content.length;
  let dictionaries = 0;
  let arrays = 0;
  let imageHeader = false;
  let last = 0;
  let position = 0;
  while (position < length) {
    const byte = content[position] ?? 0;
    if (byte <= sign.space && isWhite(byte)) {
      position++;
    } else if (isRegular(byte)) {
      const end = regularEnd(content, position);
      if (byte >= 65 && end - position <= 3 && dictionaries === 0) {
        last = operatorAt(content, position, end);
        if (last === BI) imageHeader = true;
        else if (last === ID && imageHeader) {
          imageHeader = false;
          position = inlineImageEnd(content, end);
          if (position < 0) return { ...state, missing: "\nEI" };
          continue;
        }
        count(state, last, position);
      } else if (byte >= 65 || byte === 39 || byte === 34) {
        last = 0;
        state.surplusIsLast &&= state.surplus.length === 0;
      }
      position = end;
    } else if (byte === sign.openString) {
      position = stringEnd(content, position);
      if (position > length) return { ...state, missing: ")".repeat(Math.min(position - length, 1000)) };
    } else if (byte === sign.less && content[position + 1] !== sign.less) {
      const end = content.indexOf(sign.greater, position);
      if (end < 0) return { ...state, missing: ">" };
      position = end + 1;
    } else if (byte === sign.slash) {
      position = regularEnd(content, position + 1);
    } else if (byte === sign.percent) {
      position = skipWhite(content, position);
    } else if (byte === sign.less) {
      dictionaries++;
      position += 2;
    } else if (byte === sign.greater && content[position + 1] === sign.greater) {
      dictionaries = Math.max(0, dictionaries - 1);
      position += 2;
    } else {
      if (byte === sign.openArray) arrays++;
      else if (byte === sign.closeArray) arrays = Math.max(0, arrays - 1);
      position++;
    }
  }
  state.inPath = pathOperators.has(last);
  state.missing = `${"]".repeat(Math.min(arrays, 100))}${">>".repeat(Math.min(dictionaries, 100))}`;
  return state;
}

function operatorAt(content: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 256 + (content[at] ?? 0);
  return value;
}

function count(state: ContentState, operator: number, position: number): void {
  if (operator === Q) {
    if (state.saved > 0) state.saved--;
    else state.surplus.push(position);
    return;
  }
  state.surplusIsLast &&= state.surplus.length === 0;
  if (operator === q) state.saved++;
  else if (operator === BT) state.inText = true;
  else if (operator === ET) state.inText = false;
  else if (operator === BDC || operator === BMC) state.marked++;
  else if (operator === EMC) state.marked = Math.max(0, state.marked - 1);
}

/** Position behind the string; behind the end of the content by as many bytes as parentheses are still open. */
function stringEnd(content: Buffer, at: number): number {
  let depth = 0;
  for (let position = at; position < content.length; position++) {
    const byte = content[position];
    if (byte === sign.backslash) position++;
    else if (byte === sign.openString) depth++;
    else if (byte === sign.closeString && --depth === 0) return position + 1;
  }
  return content.length + Math.max(1, depth);
}

/** Position behind "EI", told from image data by white space around it and readable text after it; −1 without one. */
function inlineImageEnd(content: Buffer, at: number): number {
  for (let found = content.indexOf("EI", at); found >= 0; found = content.indexOf("EI", found + 2)) {
    const after = found + 2;
    if (!isWhite(content[found - 1])) continue;
    if (after === content.length) return after;
    if (isWhite(content[after]) && looksLikeText(content.subarray(after, after + 16))) return after;
  }
  return -1;
}

const looksLikeText = (bytes: Buffer): boolean =>
  bytes.every((byte) => (byte >= 32 && byte < 127) || isWhite(byte));
