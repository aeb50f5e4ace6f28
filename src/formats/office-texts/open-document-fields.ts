import type { FrozenFields } from "../word/field-notes.ts";
import type { Tag } from "../word/part-reader.ts";
import { WordElements } from "../word/word-elements.ts";
import { type XmlToken, XmlTokens } from "../word/xml-tokens.ts";

const names = "urn:oasis:names:tc:opendocument:xmlns";
/** Elements that show a picture are in the first two, the attribute with its address is in the last one. */
const pictureNamespaces = [`${names}:drawing:1.0`, `${names}:style:1.0`, "http://www.w3.org/1999/xlink"];
const pictures = ["image", "fill-image", "background-image"];
/** An address outside of the file's own package. */
const elsewhere = /^(?:[a-z][a-z\d+.-]*:|\/|\.\.\/)/i;

/** Attributes of a cell from which an office program would compute its text, by their names without prefix. */
const cellValues = new Set([
  ...["formula", "value-type", "value", "currency"],
  ...["date-value", "time-value", "boolean-value", "string-value"],
]);
const attribute = /\s([^\s=<>/"']+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Fields whose content differs from page to page, so that only layout can know it. */
const laidOut = ["page-number", "page-count", "page-continuation", "chapter"];

/** The fields of OpenDocument 1.3 part 3, 7.3 to 7.7, whose content an office program computes. */
const fields = new Set([
  ...laidOut,
  ...["date", "time", "file-name", "template-name", "sheet-name", "author-name", "author-initials"],
  ...["variable-set", "variable-get", "variable-input", "user-field-get", "user-field-input"],
  ...["sequence", "expression", "text-input", "page-variable-set", "page-variable-get", "placeholder"],
  ...["initial-creator", "creation-date", "creation-time", "description", "user-defined", "print-time"],
  ...["print-date", "printed-by", "title", "subject", "keywords", "editing-cycles", "editing-duration"],
  ...["modification-time", "modification-date", "creator", "paragraph-count", "word-count"],
  ...["character-count", "table-count", "image-count", "object-count"],
  ...["database-display", "database-next", "database-row-select", "database-row-number", "database-name"],
  ...["conditional-text", "hidden-text", "reference-ref", "bookmark-ref", "note-ref", "sequence-ref"],
  ...["execute-macro", "dde-connection", "measure", "table-formula", "bibliography-mark", "drop-down"],
  ...["sender-firstname", "sender-lastname", "sender-initials", "sender-title", "sender-position"],
  ...["sender-email", "sender-phone-private", "sender-fax", "sender-company", "sender-phone-work"],
  ...["sender-street", "sender-city", "sender-postal-code", "sender-country", "sender-state-or-province"],
]);
/** Deleted text, which is stored apart from the text, and the places of tracked changes in it. */
const changes = ["tracked-changes", "change", "change-start", "change-end"];

/** Fields that show nothing, and what would load or run something else. */
const silent = [
  ...changes,
  "hidden-paragraph",
  "database-next",
  "database-row-select",
  "script",
  "section-source",
  "page-variable-set",
];

type Open = {
  field: string | undefined;
  isLeftOut: boolean;
  hasText: boolean;
  /** Of a paragraph: where it begins in the text that is held back. */
  start: number | undefined;
  isHidden: boolean;
};

/**
 * Writes a part of an OpenDocument text in which fields are the text that the file stores for them: an office program
 * would compute them again. Conditions become what they were when the file was saved. Fields that only layout can know
 * stay in headers and footers, which are in the part with the styles.
 */
export class OpenDocumentFields {
  /** Whether the part had changes that no one had accepted or rejected; they are accepted. */
  hasChanges = false;
  /** Whether the part shows pictures that are not in the file. */
  refersToPictures = false;
  readonly #elements = new WordElements([`${names}:text:1.0`]);
  readonly #pictures = new WordElements(pictureNamespaces);
  readonly #tables = new WordElements([`${names}:table:1.0`]);
  readonly #tokens = new XmlTokens();
  readonly #open: Open[] = [];
  /** How many of the open elements are left out with their content. */
  #leftOut = 0;
  /** How many paragraphs are open. */
  #paragraphs = 0;
  /** The open paragraphs, which may turn out to be hidden. */
  readonly #held: string[] = [];

  constructor(
    private readonly hasHeaders: boolean,
    private readonly frozen: FrozenFields,
    private readonly output: (text: string) => void,
  ) {}

  read(piece: string): void {
    for (const token of this.#tokens.read(piece)) this.#take(token);
  }

  end(): void {
    for (const token of this.#tokens.end()) this.#take(token);
    this.output(this.#held.join(""));
  }

  #take(token: XmlToken): void {
    if (token.kind === "other") this.#text(token.raw);
    else if (token.kind === "end") this.#leave(token.raw);
    else this.#enter(token);
  }

  #text(raw: string): void {
    if (this.#leftOut > 0) return;
    if (raw.trim() !== "") for (const open of this.#open) open.hasText = true;
    this.#write(raw);
  }

  #write(text: string): void {
    if (this.#paragraphs > 0) this.#held.push(text);
    else this.output(text);
  }

  #enter(tag: Tag): void {
    const local = this.#elements.enter(tag);
    this.hasChanges ||= local === "changed-region";
    if (pictures.includes(this.#pictures.enter(tag)))
      this.refersToPictures ||= elsewhere.test(this.#pictures.findAttribute(tag.raw, "href") ?? "");
    const isCell = this.#tables.enter(tag) === "table-cell";
    const isComputed = fields.has(local) && !(this.hasHeaders && laidOut.includes(local));
    const attribute = (name: string) => this.#elements.findAttribute(tag.raw, name);
    const isLeftOut =
      silent.includes(local) ||
      (isComputed && attribute("display") === "none") ||
      (local === "hidden-text" && attribute("is-hidden") === "true") ||
      (local === "label" && this.#open.at(-1)?.field === "drop-down");
    const isFrozen = isComputed || isLeftOut;
    if (isLeftOut) this.#leftOut += 1;
    const isParagraph = local === "p" || local === "h";
    const start = isParagraph ? this.#held.length : undefined;
    if (isParagraph) this.#paragraphs += 1;
    if (!isFrozen && this.#leftOut === 0)
      this.#write(isCell ? this.#settleCell(tag) : this.#settle(tag, local));
    if (local === "hidden-paragraph" && attribute("is-hidden") === "true") this.#hideParagraph();
    const isFixed = attribute("fixed") === "true";
    this.#open.push({
      field: isFrozen ? (isFixed ? "" : local) : undefined,
      isLeftOut,
      hasText: false,
      start,
      isHidden: false,
    });
    if (tag.kind === "empty") this.#leave("");
  }

  #leave(raw: string): void {
    this.#elements.leave();
    this.#pictures.leave();
    this.#tables.leave();
    const left = this.#open.pop();
    if (left === undefined) return;
    if (left.isLeftOut) this.#leftOut -= 1;
    else if (left.field !== undefined) this.#note(left.field, left.hasText);
    else if (this.#leftOut === 0) this.#write(raw);
    if (left.start !== undefined) this.#endParagraph(left.start, left.isHidden);
  }

  #hideParagraph(): void {
    const paragraph = this.#open.findLast(({ start }) => start !== undefined);
    if (paragraph) paragraph.isHidden = true;
  }

  #endParagraph(start: number, isHidden: boolean): void {
    if (isHidden) this.#held.length = start;
    this.#paragraphs -= 1;
    if (this.#paragraphs > 0) return;
    this.output(this.#held.join(""));
    this.#held.length = 0;
  }

  #note(field: string, hasText: boolean): void {
    if (field !== "" && this.#leftOut === 0) (hasText ? this.frozen.stored : this.frozen.missing).add(field);
  }

  /** The text of a cell stays what the file stores, whatever its formula or its value. */
  #settleCell({ raw }: Tag): string {
    const isComputed = this.#tables.findAttribute(raw, "formula") !== undefined;
    if (isComputed) this.frozen.stored.add("formula");
    return raw.replace(attribute, (whole, name: string) =>
      cellValues.has(name.slice(name.indexOf(":") + 1)) ? "" : whole,
    );
  }

  /** Sections stay hidden or shown. */
  #settle({ raw }: Tag, local: string): string {
    if (local !== "section" || this.#elements.findAttribute(raw, "display") !== "condition") return raw;
    const isHidden = this.#elements.findAttribute(raw, "is-hidden") === "true";
    return raw
      .replace(/\s(?:[\w.-]+:)?condition\s*=\s*(?:"[^"]*"|'[^']*')/, "")
      .replace(/(\s(?:[\w.-]+:)?display\s*=\s*)(?:"[^"]*"|'[^']*')/, isHidden ? '$1"none"' : '$1"true"');
  }
}
