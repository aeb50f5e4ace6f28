/** A declaration is short; a document that puts it behind more text is suspicious. */
export const longestDeclaration = 1_000;

/** Encodings that are readable without a table: ASCII, and supersets of it. */
const readableEncodings = /^(utf-8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i;

/**
 * Starts of encodings that parsers detect by the first four bytes but packages must not use: "<?xm" in EBCDIC; "<" in
 * four bytes, in any order.
 */
const unreadableStart = /^(?:\u004c\u006f\u00a7\u0094|(?=\0*<\0*$)[\s\S]{4}$|\0\0\u00fe\u00ff)/;

/**
 * Whether an XML parser could take this for XML (a byte order mark, white space, a tag); undefined while there is only
 * white space.
 */
export function looksLikeXml(start: Buffer): boolean | undefined {
  if (isUnreadable(start)) return true;
  const text = start.toString("latin1").replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "");
  const sign = /[^\0\t\n\r ]/.exec(text);
  return sign === null ? undefined : sign[0] === "<";
}

/**
 * How to decode the bytes of an XML part, detected from its first `longestDeclaration` bytes or the whole part: one of
 * the two encodings of packages (ECMA-376 part 2, 8.1.4: UTF-8 and UTF-16), or another encoding in which tags are
 * ASCII. Undefined for all others, because the check could not see what a converter finds in them.
 */
export function xmlReader(start: Buffer): ((piece: Buffer) => string) | undefined {
  if (isUnreadable(start)) return undefined;
  const wide = wideEncoding(start);
  if (wide === undefined) {
    if (!isDeclared(start.toString("latin1"), readableEncodings)) return undefined;
    return (piece) => piece.toString("latin1");
  }
  if (!isDeclared(new TextDecoder(wide).decode(start), /^utf-16(?:le|be)?$/i)) return undefined;
  const decoder = new TextDecoder(wide);
  return (piece) => decoder.decode(piece, { stream: true });
}

/** How to encode text that `xmlReader` decoded, with the mark at its start that the decoder drops. */
export function xmlWriter(start: Buffer): { mark: Buffer; encode: (text: string) => Buffer } {
  const wide = wideEncoding(start);
  if (wide === undefined) return { mark: Buffer.alloc(0), encode: (text) => Buffer.from(text, "latin1") };
  const little = (text: string) => Buffer.from(text, "utf16le");
  const encode = wide === "utf-16le" ? little : (text: string) => little(text).swap16();
  return { mark: encode("\ufeff"), encode };
}

const isUnreadable = (start: Buffer) => unreadableStart.test(start.subarray(0, 4).toString("latin1"));

/**
 * Detected by the byte order mark, or by a zero byte in the first character, which is "<" or white space (XML 1.0,
 * appendix F).
 */
function wideEncoding(start: Buffer): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first !== 0 && second === 0) return "utf-16le";
  return first === 0 && second !== 0 ? "utf-16be" : undefined;
}

function isDeclared(text: string, encodings: RegExp): boolean {
  const declaration = /^(?:\ufeff|\u00ef\u00bb\u00bf)?<\?xml\s[\s\S]*?(?:\?>|$)/.exec(text)?.[0];
  if (declaration === undefined) return true;
  if (!declaration.endsWith("?>")) return false;
  const encoding = /\sencoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1];
  return encoding === undefined || encodings.test(encoding);
}
