import { AppError } from "../../errors.ts";
import { wordPackageMessages } from "../sniff/sniff-word-package.ts";
import { type FrozenFields, showsPictures } from "../word/field-notes.ts";
import { fieldRules, typeOfField } from "../word/field-types.ts";

/** What programs write is far below; converters call themselves for each level. */
const deepest = { groups: 500, tables: 20 };

/** A control word with its number, and the blank that ends it; or a control symbol, of which `\'` has two digits. */
const control = /\\(?:([a-zA-Z]{1,32})(-?\d{1,10})? ?|'([0-9a-fA-F]{2})|([\s\S]))/y;

/** Destinations that load something, or that contain objects; the picture of an object stays. */
const leftOut = new Set(["objdata", "template", "objalias", "objsect", "datastore"]);
const margins = /^(?:header|footer)[lrf]?$/;
/** Words that a reader computes, with the field that each is. */
const computed: Record<string, string> = { chdate: "DATE", chdpl: "DATE", chdpa: "DATE", chtime: "TIME" };
/** Text that was inserted, deleted or moved while changes were tracked; the number 0 ends it. */
const changes = new Set(["revised", "deleted", "mvf", "mvt"]);
const deletions = new Set(["deleted", "mvf"]);
/** By whom and when. */
const changeDetails = /^(?:rev(?:auth|dttm)(?:del)?|mv(?:auth|date))$/;
/** Words that stand for text. */
const textWords = new Set([
  ...["par", "line", "tab", "page", "column", "softline", "softpage", "chftn", "chatn", "chpgn", "u"],
  ...["emdash", "endash", "emspace", "enspace", "qmspace", "bullet", "lquote", "rquote", "ldblquote"],
  ...["rdblquote", "zwj", "zwnj", "zwbo", "zwnbo", "sectnum", ...Object.keys(computed)],
]);
const cellEnds = new Set(["cell", "nestcell", "row", "nestrow"]);
/** Destinations that stand for something between the letters of the text. */
const inText = new Set([
  "field",
  "footnote",
  "annotation",
  "pict",
  "shppict",
  "nonshppict",
  "shp",
  "do",
  "object",
  "mmath",
]);
/** Readers heed these anywhere in a group, not only at its beginning. */
const isDestination = (word: string) => ["field", "fldinst", "fldrslt"].includes(word) || leftOut.has(word);
/** Groups inside of a field whose text belongs neither to its code nor to its result. */
const asides = new Set(["bkmkstart", "bkmkend", "datafield", "formfield", "atrfstart", "atrfend"]);
const linkToFile = 8;
/** What stands only in the tag of a field. */
const fieldWords = new Set(["field", "flddirty", "fldedit", "fldlock", "fldpriv"]);

type Field = {
  code: string;
  /** Where the words of the field belong in the text, should it be kept. */
  place: number;
  words: string;
  isKept: boolean;
  isSilent: boolean;
  hasText: boolean;
  /** Whether it is a code outside of any field. */
  isLoose: boolean;
};

type Group = {
  /** The destination, from its first control word or from a later one that readers heed, too. */
  name: string | undefined;
  isLeftOut: boolean;
  isInMargin: boolean;
  /** The field that this group is, or whose code or result it is. */
  field: Field | undefined;
  /** Where its content begins in the text; of a code, where that begins. */
  start: number;
  /** Whether this group is the whole field. */
  isField: boolean;
  /** Whether the text that follows was deleted while changes were tracked. */
  isDeleted: boolean;
  isInTable: boolean;
};

/**
 * The text of an RTF file (one character for each byte) in which fields are the text that the file stores for them, and
 * objects the pictures. Page numbers in headers and footers, links, and boxes of forms stay fields. Tracked changes are
 * accepted: converters join no paragraphs whose marks were deleted, and take what follows a deletion for deleted, too.
 * Throws AppError `unsupported` for a file that is nested too deeply.
 */
export function freezeRichText(text: string, frozen: FrozenFields): FrozenText {
  return new RichTextFields(text, frozen).freeze();
}

type FrozenText = {
  text: string;
  /** Whether the text had changes that were neither accepted nor rejected. */
  hasChanges: boolean;
  /** Whether it has equations, of which the file has no pictures. */
  hasEquations: boolean;
  /** Whether it shows pictures that are not in the file. */
  refersToPictures: boolean;
};

class RichTextFields {
  readonly #written: string[] = [];
  readonly #groups: Group[] = [];
  #hasChanges = false;
  /** The place of a deleted paragraph mark, until it is known what follows. */
  #mark: { at: number; isInTable: boolean } | undefined;
  #hasEquations = false;
  #refersToPictures = false;
  /** The name of the property of a shape whose value comes next. */
  #property = "";

  constructor(
    private readonly text: string,
    private readonly frozen: FrozenFields,
  ) {}

  freeze(): FrozenText {
    const special = /[{}\\]/g;
    for (let at = 0; at < this.text.length; ) {
      special.lastIndex = at;
      const found = special.exec(this.text)?.index ?? this.text.length;
      if (found > at) this.#plain(this.text.slice(at, found));
      at = found < this.text.length ? this.#read(found) : found;
    }
    return {
      text: this.#written.join(""),
      hasChanges: this.#hasChanges,
      hasEquations: this.#hasEquations,
      refersToPictures: this.#refersToPictures || showsPictures(this.frozen),
    };
  }

  /** Reads what begins at a brace or a backslash; returns where it ends. */
  #read(at: number): number {
    const char = this.text[at];
    if (char === "{") this.#open();
    if (char === "}") this.#close();
    if (char !== "\\") return at + 1;
    control.lastIndex = at;
    const match = control.exec(this.text);
    const [raw = "\\", word, number, byte, symbol] = match ?? [];
    const end = at + raw.length;
    if (word === "bin") return this.#skipBinary(raw, end, Number(number ?? 0));
    if (word === "u") this.#readText(String.fromCharCode(Number(number ?? 0) & 0xffff));
    if (word !== undefined) this.#word(word, number, raw);
    else if (byte !== undefined) this.#plain(raw, String.fromCharCode(Number.parseInt(byte, 16)));
    else if (symbol !== "*") this.#plain(raw);
    else this.#write(raw);
    return end;
  }

  #skipBinary(raw: string, at: number, size: number): number {
    const end = Math.min(this.text.length, at + Math.max(0, size));
    this.#write(raw + this.text.slice(at, end));
    return end;
  }

  get #group(): Group | undefined {
    return this.#groups.at(-1);
  }

  #open(): void {
    if (this.#groups.length >= deepest.groups)
      throw AppError.from("unsupported", wordPackageMessages.tooDeep);
    const outer = this.#group;
    this.#groups.push({
      name: undefined,
      isLeftOut: outer?.isLeftOut ?? false,
      isInMargin: outer?.isInMargin ?? false,
      field: outer?.field,
      start: this.#written.length + 1,
      isField: false,
      isDeleted: outer?.isDeleted ?? false,
      isInTable: outer?.isInTable ?? false,
    });
    this.#write("{");
  }

  #close(): void {
    if (this.#group !== undefined) this.#endField(this.#group);
    this.#groups.pop();
    this.#write("}");
  }

  #endField(group: Group): void {
    this.#endCode(group);
    if (group.isField && group.field && !group.isLeftOut) this.#note(group.field);
  }

  /** When its code is known, a field is kept, or its code goes. */
  #endCode({ name, field, start, isInMargin, isLeftOut }: Group): void {
    if (name !== "fldinst" || field === undefined) return;
    const rule = fieldRules[typeOfField(field.code)];
    const isKept = rule === "link" || rule === "drawn" || (rule === "laid out" && isInMargin);
    field.isKept = isKept && !field.isLoose && !isLeftOut;
    field.isSilent = rule === "silent";
    if (field.isKept) this.#written[field.place] = field.words;
    else this.#written.length = start;
  }

  #note(field: Field): void {
    if (field.isKept || field.isSilent) return;
    const type = typeOfField(field.code);
    (field.hasText || field.isLoose ? this.frozen.stored : this.frozen.missing).add(type);
  }

  #word(word: string, number: string | undefined, raw: string): void {
    const group = this.#group;
    if (word === "itap" && Number(number ?? 0) > deepest.tables)
      throw AppError.from("unsupported", wordPackageMessages.tooDeep);
    if (group === undefined || !this.#beginsGroup(group, word, raw)) return;
    if (this.#acceptChange(group, word, number)) return;
    this.#hasEquations ||= word === "moMath" && !group.isLeftOut;
    const name = computed[word];
    if (name !== undefined && !group.isLeftOut) this.frozen.missing.add(name);
    else if (fieldWords.has(word) && group.name === "field" && group.field) group.field.words += raw;
    else this.#write(raw);
  }

  /** Whether the word goes, because it marks a change or stands for deleted text. */
  #acceptChange(group: Group, word: string, number: string | undefined): boolean {
    if (changes.has(word)) {
      this.#hasChanges ||= number !== "0" && !group.isLeftOut;
      if (deletions.has(word)) group.isDeleted = number !== "0";
      return true;
    }
    if (word === "plain") group.isDeleted = false;
    if (word === "pard") group.isInTable = false;
    if (word === "intbl") group.isInTable = true;
    if (word === "trowd") this.#follow(true);
    if (cellEnds.has(word)) this.#follow(group.isInTable);
    if (!textWords.has(word)) return changeDetails.test(word);
    if (!this.#isDeleted(group)) {
      this.#follow(group.isInTable);
      return false;
    }
    if (word === "par") {
      this.#mark = { at: this.#written.length, isInTable: group.isInTable };
      this.#written.push("");
    }
    return true;
  }

  /** The code of a field and the names of bookmarks are no text. */
  #isDeleted({ isDeleted }: Group): boolean {
    return isDeleted && !this.#groups.some(({ name = "" }) => name === "fldinst" || asides.has(name));
  }

  /** A paragraph before a table, or in its last cell, cannot be joined with what follows: its mark stays. */
  #follow(isInTable: boolean): void {
    const mark = this.#mark;
    this.#mark = undefined;
    if (mark !== undefined && mark.isInTable !== isInTable && mark.at < this.#written.length)
      this.#written[mark.at] = "\\par ";
  }

  /** Whether the word is still to be written. It may say what the group is. */
  #beginsGroup(group: Group, word: string, raw: string): boolean {
    const isFirst = group.name === undefined;
    if (!isFirst && !isDestination(word)) return true;
    if (word === "field") this.#endField(group);
    else this.#endCode(group);
    group.name = word;
    if (isFirst) group.isInMargin ||= margins.test(word);
    else group.start = this.#written.length;
    if ((leftOut.has(word) || (group.isDeleted && inText.has(word))) && !group.isLeftOut) {
      group.isLeftOut = true;
      this.#written.length = group.start;
      return false;
    }
    if (word === "field") {
      this.#beginField(group, raw);
      return false;
    }
    if (word === "upr" && isFirst) return false;
    if (word === "ud" && isFirst && this.#groups.at(-2)?.name === "upr")
      return this.#replaceAlternative(group);
    if (word === "fldinst" && group.field === undefined) this.#beginField(group, "").isLoose = true;
    return word !== "fldrslt" || this.#beginsResult(group);
  }

  /** A text in Unicode replaces the one for older programs before it, of which some programs would show both. */
  #replaceAlternative(group: Group): false {
    this.#written.length = this.#groups.at(-2)?.start ?? 0;
    this.#written.push("{");
    group.start = this.#written.length;
    return false;
  }

  #beginField(group: Group, words: string): Field {
    const place = this.#written.length;
    const field = { code: "", place, words, isKept: false, isSilent: false, hasText: false, isLoose: false };
    group.field = field;
    group.isField = true;
    this.#written.push("");
    return field;
  }

  /** The result of a frozen field is a group of ordinary text, unless the field never shows it. */
  #beginsResult(group: Group): boolean {
    if (group.field?.isKept) return true;
    if (group.field?.isSilent) group.isLeftOut = true;
    // Programs skip groups with this mark if they do not know their first word.
    if (this.#written.at(-1) === "\\*") this.#written.pop();
    return false;
  }

  /** `text`: what the characters mean. */
  #plain(raw: string, text = raw): void {
    const group = this.#group;
    if (group !== undefined) {
      group.name ??= text.trim() === "" ? undefined : "";
      this.#readProperty(group, text);
      this.#readText(text);
      if (this.#isDeleted(group)) return;
      const isAside = this.#mark === undefined || this.#groups.some(({ name = "" }) => asides.has(name));
      if (!isAside && raw.trim() !== "") this.#follow(group.isInTable);
    }
    this.#write(raw);
  }

  /** Adds a text to the code or the result of the field that it belongs to. */
  #readText(text: string): void {
    if (this.#groups.some(({ name = "" }) => asides.has(name))) return;
    const role = this.#groups.findLast(({ name }) => name === "fldinst" || name === "fldrslt");
    if (role?.field && role.name === "fldinst" && role.field.code.length < 1_000) role.field.code += text;
    if (text.trim() === "") return;
    for (const { name, field } of this.#groups) if (name === "fldrslt" && field) field.hasText = true;
  }

  /** The picture of a shape is a link if its flags say so (MSOBLIPFLAGS in [MS-ODRAW]). */
  #readProperty({ name }: Group, text: string): void {
    if (name === "sn") this.#property = text.trim();
    if (name === "sv" && this.#property === "pibFlags")
      this.#refersToPictures ||= (Number(text) & linkToFile) !== 0;
  }

  #write(raw: string): void {
    if (this.#group?.isLeftOut && raw !== "{" && raw !== "}") return;
    this.#written.push(raw);
  }
}
