import { BrokenPdf } from "./broken-pdf.ts";
import { isDigit, isRegular, isWhite, sign } from "./characters.ts";

/** The first position from `at` on that is neither white space nor inside a comment. */
export function skipWhite(bytes: Buffer, at: number): number {
  let position = at;
  while (position < bytes.length) {
    const code = bytes[position];
    if (code === sign.percent) position = lineEnd(bytes, position);
    else if (isWhite(code)) position++;
    else break;
  }
  return position;
}

function lineEnd(bytes: Buffer, at: number): number {
  let position = at;
  while (position < bytes.length) {
    const code = bytes[position];
    if (code === sign.lineFeed || code === sign.carriageReturn) break;
    position++;
  }
  return position;
}

/** The end of a run of regular characters (a keyword, a number, the letters of a name). */
export function regularEnd(bytes: Buffer, at: number): number {
  let position = at;
  while (isRegular(bytes[position])) position++;
  return position;
}

/** Readers stop at about this depth too; valid documents stay far below it. */
export const maxNesting = 500;

/** The opening brackets of the value whose end is being searched, outermost first. */
const brackets = new Uint8Array(maxNesting);

/**
 * The end of the value that starts at `at`; a reference "12 0 R" is one value. Never recurses. Throws BrokenPdf if no
 * value starts there, the bytes end early, the nesting is too deep, or a bracket of one kind closes one of the other
 * kind, because programs go on differently then.
 */
export function valueEnd(bytes: Buffer, at: number): number {
  const first = bytes[at];
  if (isDigit(first)) return referenceEnd(bytes, at) ?? regularEnd(bytes, at);
  let depth = 0;
  let position = at;
  while (position < bytes.length) {
    const code = bytes[position];
    if (isWhite(code) || code === sign.percent) {
      position = skipWhite(bytes, position);
      continue;
    }
    const opening = code === sign.openArray || isPair(bytes, position, sign.less);
    const closing = code === sign.closeArray || (depth > 0 && isPair(bytes, position, sign.greater));
    if (opening) {
      if (depth >= maxNesting) throw new BrokenPdf("a value is nested too deeply");
      brackets[depth] = code ?? 0;
      depth++;
    } else if (closing) {
      depth--;
      if (depth >= 0 && (brackets[depth] === sign.less) === (code === sign.closeArray))
        throw new BrokenPdf("a bracket closes one of the other kind");
    }
    if (!opening && !closing) position = tokenEnd(bytes, position);
    else position += code === sign.openArray || code === sign.closeArray ? 1 : 2;
    if (depth <= 0) return position;
  }
  throw new BrokenPdf("a value has no end");
}

const isPair = (bytes: Buffer, at: number, code: number): boolean =>
  bytes[at] === code && bytes[at + 1] === code;

function tokenEnd(bytes: Buffer, at: number): number {
  const code = bytes[at];
  if (code === sign.slash) return regularEnd(bytes, at + 1);
  if (code === sign.openString) return stringEnd(bytes, at);
  if (code === sign.less) return hexStringEnd(bytes, at);
  const end = regularEnd(bytes, at);
  if (end === at) throw new BrokenPdf("a delimiter stands where a value was expected");
  return end;
}

/** The end of a literal string, counting nested parentheses and skipping escaped characters. */
function stringEnd(bytes: Buffer, at: number): number {
  let depth = 0;
  for (let position = at; position < bytes.length; position++) {
    const code = bytes[position];
    if (code === sign.backslash) position++;
    else if (code === sign.openString) depth++;
    else if (code === sign.closeString && --depth === 0) return position + 1;
  }
  throw new BrokenPdf("a string has no end");
}

function hexStringEnd(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(sign.greater, at);
  if (end < 0) throw new BrokenPdf("a hexadecimal string has no end");
  return end + 1;
}

/** The end of "number generation R" starting at `at`, or undefined if there is no reference. */
function referenceEnd(bytes: Buffer, at: number): number | undefined {
  const generation = nextInteger(bytes, at);
  if (generation < 0) return undefined;
  const letter = nextInteger(bytes, generation);
  if (letter < 0 || bytes[letter] !== 82 || isRegular(bytes[letter + 1])) return undefined;
  return letter + 1;
}

/** The start of the token after the digits at `at`, or −1 if no digits followed by white space start there. */
function nextInteger(bytes: Buffer, at: number): number {
  let position = at;
  while (isDigit(bytes[position])) position++;
  if (position === at || !isWhite(bytes[position])) return -1;
  return skipWhite(bytes, position);
}
