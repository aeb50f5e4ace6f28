const [less, greater, slash, bang, question, quote, apostrophe] = [..."<>/!?\"'"].map((sign) =>
  sign.charCodeAt(0),
);
const space = 0x20;
/** Start and end of sections that contain no elements. */
const opaque = [
  { opening: "<!--", ending: "-->" },
  { opening: "<![CDATA[", ending: "]]>" },
  { opening: "<?", ending: "?>" },
];
const longestOpening = 9;
const longestName = 100;

/**
 * Measures how deep the elements of an XML text are nested while it is read in chunks of any size. It looks only at
 * tags; text that is not XML and names that are too long may count as some depth. It makes no other check.
 */
export class XmlDepth {
  /** The greatest depth so far, of all elements and of tables (`tbl` or `table` with any prefix). */
  readonly deepest = { elements: 0, tables: 0 };
  /** Whether the text imports another document (`altChunk`, ECMA-376 part 1, 17.17.2.1), which is not checked. */
  hasForeignPart = false;
  readonly #now = { elements: 0, tables: 0 };
  /** The end marker of the comment, section, instruction or quoted value that is being read. */
  #until = "";
  #isInTag = false;
  /** Whether the tag that is being read is a table. */
  #isTable = false;
  #last = 0;
  /** Text that cannot be classified before more of it arrives. */
  #held = "";

  /** Reads the next chunk. Only its ASCII characters matter. */
  read(piece: string): void {
    const text = this.#held + piece;
    this.#held = "";
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
  }

  /** Reads on from `at` and returns the position it reached. */
  #step(text: string, at: number): number {
    if (this.#until !== "") return this.#skip(text, at);
    if (this.#isInTag) return this.#readTag(text, at);
    const start = text.indexOf("<", at);
    return start < 0 ? text.length : this.#open(text, start);
  }

  #skip(text: string, at: number): number {
    const end = text.indexOf(this.#until, at);
    if (end < 0) return this.#hold(text, Math.max(at, text.length - this.#until.length + 1));
    const next = end + this.#until.length;
    this.#until = "";
    return next;
  }

  #hold(text: string, from: number): number {
    this.#held = text.slice(from);
    return text.length;
  }

  /** Classifies what begins at a "<". */
  #open(text: string, start: number): number {
    const second = text.charCodeAt(start + 1);
    if (text.length - start < longestOpening && (second === bang || text.length === start + 1))
      return this.#hold(text, start);
    if (second === bang || second === question) {
      const section = opaque.find(({ opening }) => text.startsWith(opening, start));
      this.#until = section?.ending ?? "";
      return start + (section?.opening.length ?? 1);
    }
    const nameAt = second === slash ? start + 2 : start + 1;
    const end = endOfName(text, nameAt);
    if (end === text.length && end - nameAt < longestName) return this.#hold(text, start);
    const name = text.slice(nameAt, end);
    const isCut = name.length >= longestName;
    this.#isTable = isCut || /(?:^|:)(?:tbl|table)$/.test(name);
    this.hasForeignPart ||= /(?:^|:)altChunk$/.test(name);
    this.#isInTag = true;
    this.#last = 0;
    this.#count(second === slash ? -1 : 1);
    return end;
  }

  #readTag(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === greater) {
        this.#isInTag = false;
        if (this.#last === slash) this.#count(-1);
        return at + 1;
      }
      this.#last = code;
      if (code !== quote && code !== apostrophe) continue;
      this.#until = text.charAt(at);
      return at + 1;
    }
    return text.length;
  }

  #count(step: 1 | -1): void {
    this.#now.elements = Math.max(0, this.#now.elements + step);
    if (this.#isTable) this.#now.tables = Math.max(0, this.#now.tables + step);
    this.deepest.elements = Math.max(this.deepest.elements, this.#now.elements);
    this.deepest.tables = Math.max(this.deepest.tables, this.#now.tables);
  }
}

function endOfName(text: string, from: number): number {
  let at = from;
  for (; at < text.length && at - from < longestName; at += 1) {
    const code = text.charCodeAt(at);
    if (code === greater || code === slash || code === less || code <= space) break;
  }
  return at;
}
