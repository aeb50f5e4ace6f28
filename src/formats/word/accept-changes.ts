import { groupInPlaceOf, PartReader, type Tag } from "./part-reader.ts";
import { wordNamespaces } from "./word-elements.ts";

/** What was inserted: the tags go, and what is between them stays (ECMA-376 part 1, 17.13.5). */
const insertions = new Set(["ins", "moveTo"]);
/** What was deleted: it goes with all it contains. */
const deletions = new Set(["del", "moveFrom"]);
/** Earlier properties, and marks without a meaning once the changes are accepted. */
const records =
  /^(?:\w+Change|cellIns|cellDel|cellMerge|(?:moveFrom|moveTo|customXml(?:Ins|Del|MoveFrom|MoveTo))Range(?:Start|End))$/;
/** Elements in which an insertion or deletion is a mark about what the element belongs to. */
const properties = new Set(["rPr", "numPr", "trPr", "tcPr", "pPr"]);
/** What may stand between paragraphs and takes no room. */
const anchors = /^(?:(?:bookmark|perm|commentRange)(?:Start|End)|proofErr)$/;
/** Equations in the transitional and the strict namespace (ECMA-376 parts 4 and 1). */
const mathNamespaces = [
  "http://schemas.openxmlformats.org/officeDocument/2006/math",
  "http://purl.oclc.org/ooxml/officeDocument/math",
];
const equations = new Set(["oMath", "oMathPara"]);
/** What is drawn around parts of an equation, such as a fraction, even if these are empty (part 1, 22.1.2). */
const frames = new Set(
  ["acc", "bar", "borderBox", "box", "d", "eqArr", "f", "func", "groupChr", "limLow", "limUpp", "m"].concat(
    ...["nary", "phant", "rad", "sPre", "sSub", "sSubSup", "sSup"],
  ),
);
const isMath = (local = ""): boolean => equations.has(local) || frames.has(local);
const counted = new Set(["p", "tbl", "tr", "tc", ...equations, ...frames]);

/** `joined`: a paragraph whose mark is deleted; the next one goes on with its text. */
type Fate = "left out" | "joined";
/** Paragraphs, tables, rows, cells and parts of equations by their number in the part. */
type Fates = Map<number, Fate>;

const notes = new Set(["footnote", "endnote"]);
const noteReferences = new Set(["footnoteReference", "endnoteReference"]);

/** The references to footnotes and endnotes in all parts of a document. */
export type NoteReferences = { deleted: Set<string>; kept: Set<string> };

/** Follows the changes of one part while its text is read. */
abstract class ChangeReader extends PartReader {
  /** The depth of an element that is left out with all of its content. */
  protected leftOut: number | undefined;
  #count = 0;

  constructor() {
    super([...wordNamespaces, ...mathNamespaces]);
  }

  /** An element starts. `number`: of a paragraph, table, row, cell or part of an equation. */
  protected abstract start(token: Tag, local: string, parent: string, number: number): void;
  /** An element ends, which was at this depth. `token` is undefined if it has no end tag. */
  protected abstract finish(token: Tag | undefined, local: string, depth: number): void;
  protected abstract show(raw: string): void;
  /** An element inside of one that is left out. */
  protected omit(_token: Tag, _local: string): void {}
  /** An insertion, a deletion or a record of one. */
  protected abstract change(token: Tag, local: string, parent: string): void;

  protected text(raw: string): void {
    if (this.leftOut === undefined) this.show(raw);
  }

  protected enter(token: Tag, local: string, parent = ""): void {
    if (counted.has(local)) this.#count += 1;
    if (this.leftOut !== undefined) this.omit(token, local);
    else if (insertions.has(local) || deletions.has(local) || records.test(local)) {
      if (properties.has(parent) || !insertions.has(local)) this.leftOut = this.elements.depth;
      this.change(token, local, parent);
    } else this.start(token, local, parent, this.#count);
  }

  protected leave(token: Tag | undefined, local: string): void {
    const depth = this.elements.depth + 1;
    if (this.leftOut === undefined) this.finish(token, local, depth);
    else if (this.leftOut === depth) this.leftOut = undefined;
  }
}

type Open = { local: string; number: number; depth: number; isDeleted: boolean; isBlank: boolean };

/** Finds out what becomes of the paragraphs, tables, rows, cells and equations of a part. */
class ChangeFinder extends ChangeReader {
  readonly fates: Fates = new Map();
  hasChanges = false;
  /** The open paragraphs, tables and so on, innermost last. Any but a cell is blank until a part of it stays. */
  readonly #open: Open[] = [];
  /** Paragraphs with deleted marks, until what follows them is known. */
  readonly #ended: Open[] = [];
  /** Whether the properties of a paragraph's mark are being read. */
  #isMark = false;
  /** Whether the properties of what is drawn around parts of an equation are being read. */
  #isFrame = false;

  protected start(_token: Tag, local: string, parent: string, number: number): void {
    const { depth } = this.elements;
    if (!anchors.test(local) && this.#ended.at(-1)?.depth === depth) this.#follow(this.#ended.pop(), local);
    if (local === "rPr") this.#isMark = parent === "pPr";
    if (local === "ctrlPr") this.#isFrame = parent === `${this.#open.at(-1)?.local}Pr`;
    if (local === "r" || local === "") this.#show();
    if (counted.has(local)) this.#open.push({ local, number, depth, isDeleted: false, isBlank: true });
  }

  protected finish(_token: Tag | undefined, _local: string, depth: number): void {
    while ((this.#ended.at(-1)?.depth ?? 0) > depth) this.#ended.pop();
    const open = this.#open.at(-1);
    if (open?.depth !== depth) return;
    this.#open.pop();
    if (open.local === "p") {
      if (open.isDeleted) this.#ended.push(open);
    } else if (this.#isGone(open)) this.fates.set(open.number, "left out");
    else if (!open.isBlank || !isMath(open.local)) this.#keepAround();
  }

  protected show(): void {}

  #isGone({ local, isDeleted, isBlank }: Open): boolean {
    if (isMath(local)) return isDeleted && isBlank;
    return isDeleted || (isBlank && local !== "tc");
  }

  protected change(_token: Tag, local: string, parent: string): void {
    this.hasChanges = true;
    if (deletions.has(local))
      for (const around of this.#open) if (equations.has(around.local)) around.isDeleted = true;
    const open = this.#open.at(-1);
    if (open === undefined || this.elements.depth > open.depth + 3) return;
    const { local: element } = open;
    if (deletions.has(local) && ((parent === "rPr" && this.#isMark && element === "p") || parent === "trPr"))
      open.isDeleted = true;
    if (local === "cellDel" && element === "tc") open.isDeleted = true;
    if (deletions.has(local) && parent === "ctrlPr" && this.#isFrame) open.isDeleted = true;
  }

  #keepAround(): void {
    const around = this.#open.at(-1);
    if (around !== undefined) around.isBlank = false;
  }

  #show(): void {
    const innermost = this.#open.at(-1);
    if (innermost && (innermost.local === "p" || isMath(innermost.local))) innermost.isBlank = false;
  }

  #follow(paragraph: Open | undefined, next: string): void {
    if (paragraph === undefined) return;
    if (next === "p") this.fates.set(paragraph.number, "joined");
    else if (next === "tbl" && paragraph.isBlank) this.fates.set(paragraph.number, "left out");
  }
}

/** `deleted`: the notes that are left out; `references`: where those found go. */
type Notes = { deleted: ReadonlySet<string>; references?: NoteReferences };

/** The text of joined paragraphs; it is written behind the properties of the next one. */
type Carried = { depth: number; text: string[]; isOpen: boolean };

/** Writes a part with its changes accepted. */
class ChangeWriter extends ChangeReader {
  readonly #fates: Fates;
  readonly #notes: Notes;
  readonly #write: (text: string) => void;
  /** Innermost last, since a paragraph may contain text boxes. */
  readonly #carried: Carried[] = [];
  /** Insertions whose end tags are still to come, and what is written for those. */
  readonly #insertions: { depth: number; end: string }[] = [];

  constructor(fates: Fates, notes: Notes, write: (text: string) => void) {
    super();
    this.#fates = fates;
    this.#notes = notes;
    this.#write = write;
  }

  protected override omit({ raw }: Tag, local: string): void {
    if (noteReferences.has(local)) this.#notes.references?.deleted.add(this.#nameNote(raw, local));
  }

  /** A footnote or endnote is named alike by itself and by its reference. */
  #nameNote(raw: string, local: string): string {
    return `${local.replace("Reference", "")} ${this.elements.findAttribute(raw, "id")}`;
  }

  protected show(raw: string): void {
    const carried = this.#carried.findLast(({ isOpen }) => isOpen);
    if (carried === undefined) this.#write(raw);
    else carried.text.push(raw);
  }

  protected start(token: Tag, local: string, _parent: string, number: number): void {
    const { depth } = this.elements;
    if (local !== "pPr") this.#release(depth - 1);
    if (noteReferences.has(local)) this.#notes.references?.kept.add(this.#nameNote(token.raw, local));
    const fate = counted.has(local) ? this.#fates.get(number) : undefined;
    const isDeletedNote = notes.has(local) && this.#notes.deleted.has(this.#nameNote(token.raw, local));
    if (fate === "left out" || isDeletedNote) this.leftOut = depth;
    else if (fate === "joined") this.#join(depth);
    else if (local === "pPr" && this.#isJoined(depth - 1)) this.leftOut = depth;
    else if (local === "p" && token.kind === "empty" && this.#waits(depth)) this.#fill(token, depth);
    else this.show(token.raw);
  }

  protected finish(token: Tag | undefined, local: string, depth: number): void {
    const carried = this.#carried.at(-1);
    if (this.#insertions.at(-1)?.depth === depth) this.show(this.#insertions.pop()?.end ?? "");
    else if (local === "p" && carried !== undefined && this.#isJoined(depth)) carried.isOpen = false;
    else {
      if (local === "p") this.#release(depth);
      if (token !== undefined) this.show(token.raw);
      if (local === "pPr") this.#release(depth - 1);
    }
  }

  protected change(tag: Tag): void {
    if (this.leftOut !== undefined) return;
    this.#release(this.elements.depth - 1);
    const { start, end } = groupInPlaceOf(tag);
    if (start !== "") this.show(start);
    this.#insertions.push({ depth: this.elements.depth, end });
  }

  #join(depth: number): void {
    const last = this.#carried.at(-1);
    if (last?.depth === depth) last.isOpen = true;
    else this.#carried.push({ depth, text: [], isOpen: true });
  }

  /** Whether the open paragraph of this depth is joined with the next one. */
  #isJoined(depth: number): boolean {
    const last = this.#carried.at(-1);
    return last?.depth === depth && last.isOpen;
  }

  /** Whether text waits for the paragraph of this depth. */
  #waits(depth: number): boolean {
    const last = this.#carried.at(-1);
    return last?.depth === depth && !last.isOpen;
  }

  #release(depth: number): void {
    if (!this.#waits(depth)) return;
    for (const piece of this.#carried.pop()?.text ?? []) this.show(piece);
  }

  #fill({ raw, name }: Tag, depth: number): void {
    this.show(raw.replace(/\s*\/>$/, ">"));
    this.#release(depth);
    this.show(`</${name}>`);
  }
}

/**
 * Accepts the tracked changes of one part, as "Accept All Changes" in Word does: what was deleted goes, what was
 * inserted stays, a paragraph whose mark was deleted is joined with the next one, which keeps its properties, tables
 * lose their deleted rows and cells, and equations their deleted fractions and the like.
 */
export class PartChanges {
  readonly #finder = new ChangeFinder();

  /** Reads the part's text for the first time. */
  read(piece: string): void {
    this.#finder.read(piece);
  }

  get hasChanges(): boolean {
    return this.#finder.hasChanges;
  }

  /** Adds the references to notes, in the part's text that is read once more, to `references`. */
  findNotes(references: NoteReferences): Pick<PartReader, "read" | "end"> {
    return new ChangeWriter(this.#finder.fates, { deleted: new Set(), references }, () => {});
  }

  /**
   * The part's text, read once more by the writer, goes to `write` with its changes accepted, and without the notes
   * that only deleted text refers to, because LibreOffice counts those that it finds.
   */
  accept(deletedNotes: ReadonlySet<string>, write: (text: string) => void): Pick<PartReader, "read" | "end"> {
    return new ChangeWriter(this.#finder.fates, { deleted: deletedNotes }, write);
  }
}
