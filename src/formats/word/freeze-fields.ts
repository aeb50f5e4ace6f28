import { AppError } from "../../errors.ts";
import { wordPackageMessages } from "../sniff/sniff-word-package.ts";
import { decodeXml } from "../xml/references.ts";
import type { FrozenFields } from "./field-notes.ts";
import { fieldRules, typeOfField } from "./field-types.ts";
import { groupInPlaceOf, PartReader, type Tag } from "./part-reader.ts";

/** A field of a part: `w:fldSimple`, or a complex one between the marks `w:fldChar` (ECMA-376 part 1, 17.16). */
type Field = {
  code: string;
  isSimple: boolean;
  /** Whether it has all of its marks; without its end, nobody knows which text is its code. */
  isClosed: boolean;
  /** Whether its code contains other fields. */
  isComposed: boolean;
  /** Whether it is in the code of another field. */
  isInCode: boolean;
  /** Whether it has a result that shows something. */
  hasText: boolean;
};

type OpenField = { index: number; field: Field; phase: "code" | "result" };

/** In fields, per part; and how deep they are nested. Real documents have thousands, and nest three or four. */
const max = { fields: 200_000, depth: 50 };
const maxCode = 1_000;
/** Parts of a document whose fields have nothing to do with those around them. */
const stories = ["txbxContent", "comment", "footnote", "endnote"];

/** Follows the fields of one part while its text is read; subclasses see each token with the fields around it. */
abstract class FieldReader extends PartReader {
  /** The open fields, innermost last, of each story that is open. */
  readonly #stories: OpenField[][] = [[]];
  /** The number of fields so far. */
  protected count = 0;

  protected get open(): OpenField[] {
    return this.#stories.at(-1) ?? [];
  }

  /** The field that begins as number `index` of the part. */
  protected abstract begin(index: number, isSimple: boolean): Field;
  /** An element starts; its fields are those before it. */
  protected abstract start(token: Tag, local: string, parent: string | undefined): void;
  /** An element ends; its fields are those after it. */
  protected abstract finish(token: Tag | undefined, local: string): void;

  protected leave(token: Tag | undefined, local: string): void {
    this.#endElement(local);
    this.finish(token, local);
  }

  protected enter(token: Tag, local: string, parent: string | undefined): void {
    this.start(token, local, parent);
    if (stories.includes(local)) this.#stories.push([]);
    else if (local === "fldSimple")
      this.#begin(true).code = (this.elements.findAttribute(token.raw, "instr") ?? "").slice(0, maxCode);
    else if (local === "fldChar") this.#mark(this.elements.findAttribute(token.raw, "fldCharType"));
  }

  #endElement(local: string): void {
    if (stories.includes(local)) {
      if (this.#stories.length > 1) this.#stories.pop();
    } else if (local === "fldSimple") this.#endSimple();
  }

  #begin(isSimple: boolean): Field {
    if (this.count >= max.fields) throw AppError.from("unsupported", wordPackageMessages.tooLarge);
    if (this.open.length >= max.depth) throw AppError.from("unsupported", wordPackageMessages.tooDeep);
    const around = this.open.at(-1);
    if (around?.phase === "code") around.field.isComposed = true;
    const field = this.begin(this.count, isSimple);
    this.open.push({ index: this.count, field, phase: isSimple ? "result" : "code" });
    this.count += 1;
    return field;
  }

  #mark(type: string | undefined): void {
    if (type === "begin") this.#begin(false);
    const innermost = this.open.at(-1);
    if (innermost === undefined || innermost.field.isSimple) return;
    if (type === "separate") innermost.phase = "result";
    if (type !== "end") return;
    innermost.field.isClosed = true;
    this.open.pop();
  }

  /** Complex fields that began inside and did not end there never end. */
  #endSimple(): void {
    const at = this.open.findLastIndex(({ field }) => field.isSimple);
    if (at < 0) return;
    for (const { field } of this.open.splice(at)) field.isClosed = field.isSimple;
  }
}

/** Elements that Word shows as today's date or as the number of the page, with the fields that they are like. */
const computedElements: Readonly<Record<string, string>> = {
  dayShort: "DATE",
  dayLong: "DATE",
  monthShort: "DATE",
  monthLong: "DATE",
  yearShort: "DATE",
  yearLong: "DATE",
  pgNum: "PAGE",
};

/** Finds the fields of a part. */
class FieldFinder extends FieldReader {
  readonly fields: Field[] = [];
  /** The types of the fields that elements of their own are like; LibreOffice shows nothing for them. */
  readonly computed = new Set<string>();
  /** Whether the part is a header or a footer. */
  isMargin = false;
  #isCode = false;

  protected begin(_index: number, isSimple: boolean): Field {
    const isInCode = this.open.some(({ phase }) => phase === "code");
    const field = { code: "", isSimple, isClosed: false, isComposed: false, isInCode, hasText: false };
    this.fields.push(field);
    return field;
  }

  protected text(raw: string): void {
    const field = this.open.at(-1);
    if (!this.#isCode || field?.phase !== "code" || field.field.code.length > maxCode) return;
    field.field.code += decodeXml(raw).slice(0, maxCode);
  }

  protected start(_token: Tag, local: string, parent: string | undefined): void {
    if (parent === undefined) this.isMargin = local === "hdr" || local === "ftr";
    this.#isCode = isCode(local);
    if (parent !== "r" || isBare(local)) return;
    const computed = Object.hasOwn(computedElements, local) ? computedElements[local] : undefined;
    if (computed !== undefined) {
      this.computed.add(computed);
      return;
    }
    for (const { field, phase } of this.open) if (phase === "result") field.hasText = true;
  }

  protected finish(): void {
    this.#isCode = false;
  }
}

/** The elements of a run that show nothing by themselves. */
const isBare = (local: string) =>
  local === "rPr" || local === "fldChar" || isCode(local) || local === "lastRenderedPageBreak";
const isCode = (local: string) => local === "instrText" || local === "delInstrText";

/** Writes a part without the marks and codes of its frozen fields, and without the text that belongs to codes. */
class FieldWriter extends FieldReader {
  readonly #fields: Field[];
  readonly #kept: ReadonlySet<Field>;
  readonly #write: (text: string) => void;
  /** The depth of an element that is left out with all of its content. */
  #leftOut: number | undefined;
  /** The end of a paragraph inside a code, where the next paragraph continues it. */
  #paragraphEnd = "";
  #isContinued = false;
  /** What ends each open simple field. */
  readonly #simpleEnds: string[] = [];

  constructor(fields: Field[], kept: ReadonlySet<Field>, write: (text: string) => void) {
    super();
    this.#fields = fields;
    this.#kept = kept;
    this.#write = write;
  }

  override end(): void {
    super.end();
    if (this.count !== this.#fields.length) throw otherFields();
    this.#flush();
  }

  protected begin(index: number, isSimple: boolean): Field {
    const field = this.#fields[index];
    if (field?.isSimple !== isSimple) throw otherFields();
    return field;
  }

  protected text(raw: string): void {
    if (this.#leftOut !== undefined || (this.#paragraphEnd !== "" && raw.trim() === "")) return;
    this.#flush();
    this.#write(raw);
  }

  protected start(token: Tag, local: string, parent: string | undefined): void {
    const simple = local === "fldSimple" ? this.#simpleTags(token) : undefined;
    if (simple !== undefined) this.#simpleEnds.push(simple.end);
    if (this.#leftOut !== undefined) return;
    if (this.#isContinuation(token, local)) return;
    this.#flush();
    if (simple !== undefined) this.#write(simple.start);
    else if (this.#isLeftOut(token, local, parent)) this.#leftOut = this.elements.depth;
    else this.#write(token.raw);
    this.#isContinued = false;
  }

  protected finish(token: Tag | undefined, local: string): void {
    const simpleEnd = local === "fldSimple" ? (this.#simpleEnds.pop() ?? "") : undefined;
    const isShown = this.#leftOut === undefined;
    if (this.#leftOut === this.elements.depth + 1) this.#leftOut = undefined;
    if (token === undefined || !isShown) return;
    if (local === "p" && this.#isInCode) {
      this.#flush();
      this.#paragraphEnd = token.raw;
    } else {
      this.#flush();
      this.#write(simpleEnd ?? token.raw);
    }
  }

  /** In Word, a paragraph mark inside a code is part of the code, so what follows is still the same paragraph. */
  #isContinuation(token: Tag, local: string): boolean {
    const isNext = this.#paragraphEnd !== "" && local === "p" && token.kind === "start";
    if (!isNext || token.raw.includes("xmlns")) return false;
    this.#paragraphEnd = "";
    this.#isContinued = true;
    return true;
  }

  #flush(): void {
    if (this.#paragraphEnd !== "") this.#write(this.#paragraphEnd);
    this.#paragraphEnd = "";
  }

  #simpleTags(tag: Tag): { start: string; end: string } {
    const field = this.#fields[this.count];
    const isKept = field !== undefined && this.#kept.has(field);
    return isKept ? { start: tag.raw, end: `</${tag.name}>` } : groupInPlaceOf(tag);
  }

  /** Whether the code of a frozen field is being read, or the result of one that never shows it. */
  get #isInCode(): boolean {
    return this.open.some(({ field, phase }) => {
      if (!field.isClosed || this.#kept.has(field)) return false;
      return phase === "code" || fieldRules[typeOfField(field.code)] === "silent";
    });
  }

  #isLeftOut({ raw }: Tag, local: string, parent: string | undefined): boolean {
    const innermost = this.open.at(-1)?.field;
    const isKept = (field: Field | undefined) =>
      field !== undefined && this.#kept.has(field) && !this.#isInCode;
    if (local === "fldChar")
      return !isKept(
        this.elements.findAttribute(raw, "fldCharType") === "begin" ? this.#fields[this.count] : innermost,
      );
    if (isCode(local)) return !isKept(innermost);
    if (local === "fldData" && parent === "fldSimple") return true;
    if (this.#isContinued && local === "pPr") return true;
    return this.#isInCode && ((parent === "r" && local !== "rPr") || (parent === "p" && local === ""));
  }
}

/** The decisions about the fields of a part are found by their numbers, so none may be missing. */
const otherFields = () => new Error("A part has other fields than before.");

/** Freezes the fields of one part, whose text is read twice. */
export class PartFields {
  readonly #finder = new FieldFinder();

  read(piece: string): void {
    this.#finder.read(piece);
  }

  /**
   * Decides about the fields; the part's text, read once more by the writer, goes to `write`. Throws for another text.
   */
  freeze(frozen: FrozenFields, write: (text: string) => void): Pick<FieldReader, "read" | "end"> {
    this.#finder.end();
    const { fields, isMargin, computed } = this.#finder;
    for (const type of computed) frozen.missing.add(type);
    const kept = new Set(fields.filter((field) => isKept(field, isMargin)));
    for (const field of fields) {
      const type = typeOfField(field.code);
      if (kept.has(field) || field.isInCode || fieldRules[type] === "silent") continue;
      (field.hasText ? frozen.stored : frozen.missing).add(type);
    }
    return new FieldWriter(fields, kept, write);
  }
}

function isKept(field: Field, isMargin: boolean): boolean {
  if (!field.isClosed || field.isComposed) return false;
  switch (fieldRules[typeOfField(field.code)]) {
    case "laid out":
      return isMargin;
    case "link":
      return true;
    case "drawn":
      return !field.hasText || isFormField(field.code);
    default:
      return /^\s*EQ\b/i.test(field.code) && /\\\*\s*jc/i.test(field.code);
  }
}

/** Boxes and lists, whose state is in the field's data and not in its result. */
const isFormField = (code: string) => /^\s*FORM(CHECKBOX|DROPDOWN)\b/i.test(code);
