import type { Message } from "../../errors.ts";
import { AnnotationAppearances } from "./annotation-appearance.ts";
import { reaches } from "./annotations-below.ts";
import { findShownText } from "./appearance-content.ts";
import type { PdfDocument } from "./document.ts";
import { FieldAppearances } from "./field-appearance.ts";
import { annotationFlags, FormField, readBox } from "./form-field.ts";
import { dictText, type Layers, layersFixed } from "./layers.ts";
import { type Bounds, type Matrix, matrixText, numberText } from "./matrix.ts";
import type { PdfObject } from "./object-syntax.ts";
import type { PageNode } from "./page-tree.ts";
import type { Revision } from "./revision.ts";
import { textString } from "./text-string.ts";
import {
  asArray,
  asDict,
  asName,
  asNumber,
  asReference,
  getRaw,
  getText,
  type PdfDict,
  type Raw,
} from "./values.ts";
import { writeEntries } from "./write-entries.ts";

const fieldsFixed: Message = {
  code: "note-fields-fixed",
  text: "The fields in this form were filled in; in the stamped copy, they are part of the page and cannot be changed, so every program shows the same values.",
};
const valuesDrawn: Message = {
  code: "note-field-values-drawn",
  text: "Some fields in this form contained different values than the ones drawn for them; the stamped copy shows the fields' values.",
};
const drawingsKept: Message = {
  code: "note-field-drawings-kept",
  text: "Some fields in this form contained different values than the ones drawn for them; the stamped copy shows what was drawn.",
};
const printFixed: Message = {
  code: "note-annotations-printed",
  text: "Some notes or drawings in this PDF would appear only on screen or only in print; the stamped copy shows and prints what was on screen.",
};
const notesDrawn: Message = {
  code: "note-annotations-drawn",
  text: "Some notes or drawings in this PDF had no complete appearance, so programs would show them differently; the stamped copy shows the same in every program.",
};
const choicesDrawn: Message = {
  code: "note-choices-drawn",
  text: "Some fields in this form had no appearance for the choices they offer; the stamped copy shows them in every program.",
};
const linkPicturesRemoved: Message = {
  code: "note-link-pictures-removed",
  text: "Links or pop-up notes in this PDF had pictures that only some programs show; the stamped copy leaves them out.",
};
const signedFormAmbiguous: Message = {
  code: "note-signed-form-ambiguous",
  text: "Programs may show different values in the fields of this signed form; fixing this would break the signature.",
};

const restrictedFormAmbiguous: Message = {
  code: "note-restricted-form-ambiguous",
  text: "Programs may show different values in the fields of this form; its permissions do not allow fixing them.",
};

/** Link actions that leave the document unchanged. */
const linkActions = new Set(["URI", "GoTo", "GoToR", "Named"]);
const noZoomOrRotation = 8 + 16;
/** Wider link borders, in points, may cover text. */
const maxLinkFrame = 4;
const emptyForm = "/Type /XObject /Subtype /Form /BBox [0 0 1 1]";
const { invisible, hidden, noView, print, toggleNoView } = annotationFlags;

/** Annotation types that programs draw themselves if there is no appearance stream. */
const drawnByPrograms = new Set(
  ["Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline"].concat([
    "Squiggly",
    "StrikeOut",
    "Caret",
    "Stamp",
    "Ink",
    "FileAttachment",
    "Redact",
  ]),
);
/** Every annotation type of ISO 32000-2, table 171. Any other type is shown depending on the flag Invisible. */
const standardSubtypes = new Set(
  [
    ...drawnByPrograms,
    "Link",
    "Popup",
    "Sound",
    "Movie",
    "Screen",
    "Widget",
    "PrinterMark",
    "TrapNet",
  ].concat(["Watermark", "3D", "Projection", "RichMedia"]),
);

type Annotation = {
  /** As an item of /Annots. */
  item: string;
  field: FormField | undefined;
  dict: PdfDict | undefined;
  /** An empty field that was given a picture. */
  isDrawn: boolean;
  /** The drawings of a field that becomes part of its pages. */
  drawings?: Placed[];
};

/** The result for a page's annotations: the page without those that are drawn now, and the form that draws them. */
export type FixedPage = { page: PageNode; picture: number | undefined };

/**
 * Makes the annotations of a document look the same in every program, on screen and in print. A filled-in form becomes
 * part of its pages, since programs differ in whether they show a field's value or its picture. A form that is still
 * empty is kept, except for fields under the stamp.
 */
export class FixedFields {
  readonly notes: Message[] = [];
  /** The numbers of the objects that were changed. */
  readonly numbers: number[] = [];
  readonly #form: PdfDict | undefined;
  readonly #byValue: boolean;
  readonly #isFilled: boolean;
  readonly #lists = new Map<Raw, Annotation[]>();
  readonly #appearances: FieldAppearances;
  readonly #drawings: AnnotationAppearances;

  constructor(
    private readonly document: PdfDocument,
    private readonly revision: Revision,
    private readonly layers: Layers,
    pages: PageNode[],
  ) {
    this.#form = findForm(document);
    this.#byValue = needsAppearances(document, this.#form);
    this.#appearances = new FieldAppearances(document, revision);
    this.#drawings = new AnnotationAppearances(document, revision, this.#appearances);
    const known = new Map<string, Annotation>();
    let isFilled = false;
    for (const page of pages) {
      const list = page.dict.get("Annots");
      if (!list || this.#lists.has(list)) continue;
      const annotations = (asArray(document.resolve(list)) ?? []).map((raw) => this.#read(raw, known));
      this.#lists.set(list, annotations);
      isFilled ||= annotations.some(({ field }) => field?.isFilled());
    }
    this.#isFilled = isFilled;
    if (isFilled) this.notes.push(fieldsFixed);
    if (this.#form && (isFilled || this.#byValue)) this.#rewriteForm(this.#form, [...known.values()]);
  }

  #read(raw: Raw, known: Map<string, Annotation>): Annotation {
    const item = getText(raw);
    const annotation = known.get(item);
    if (annotation) return annotation;
    const dict = this.document.dict(raw);
    const isWidget = dict && asName(this.document.resolve(dict.get("Subtype"))) === "Widget";
    const field = isWidget ? new FormField(this.document, dict, this.#form) : undefined;
    const read = { item, field, dict, isDrawn: false };
    if (dict && !field) this.#sameOnPaper(read, raw, dict);
    known.set(item, read);
    return read;
  }

  /** The page as it will be stamped at `stamp`. */
  onPage(page: PageNode, stamp: Bounds): FixedPage {
    const list = page.dict.get("Annots");
    const annotations = list ? this.#lists.get(list) : undefined;
    if (!list || !annotations) return { page, picture: undefined };
    const items: string[] = [];
    const drawings: Placed[] = [];
    let isChanged = false;
    for (const annotation of annotations) {
      const { field } = annotation;
      if (!field) items.push(annotation.item);
      else if (this.#isToBeDrawn(field, stamp)) {
        isChanged = true;
        annotation.drawings ??= this.#draw(field);
        drawings.push(...annotation.drawings);
        const link = this.#linkOf(field, page);
        if (link) items.push(link);
      } else items.push(this.#kept(annotation, field));
    }
    const before = (asArray(this.document.resolve(list)) ?? []).map(getText);
    isChanged ||= items.some((item, index) => item !== before[index]);
    if (!isChanged) return { page, picture: undefined };
    const dict = new Map(page.dict).set("Annots", getRaw(`[${items.join(" ")}]`));
    return { page: { ...page, dict }, picture: this.#readPicture(drawings) };
  }

  /** Writes the drawings; call it after every page. */
  finish(): void {
    this.#appearances.finish();
  }

  /** Programs show fields above everything else, including a stamp. */
  #isToBeDrawn(field: FormField, stamp: Bounds): boolean {
    return reaches(this.document, field.widget, stamp, 0) || (this.#isFilled && field.kind !== "signature");
  }

  #draw(field: FormField): Placed[] {
    const rect = field.rect();
    if (!rect || !field.isVisible() || !this.layers.isShown(field.widget.get("OC"))) return [];
    const isMark = field.kind === "check box" || field.kind === "radio button";
    const state = isMark
      ? field.state(this.#byValue)
      : (asName(this.document.resolve(field.widget.get("AS"))) ?? "Off");
    const appearance = field.appearance(state);
    const box = appearance && readBox(this.document, asDict(appearance.object.value)?.get("BBox"));
    if (appearance && box && !this.#isOutdated(field, appearance.object)) {
      const number = this.#asForm(appearance.number, appearance.object);
      return [{ number, toPage: fitted(box, readMatrix(this.document, appearance.object), rect) }];
    }
    // A state without its own picture shows nothing, unless programs are asked to draw it.
    if (field.kind === "signature" || (isMark && field.hasAppearance() && !this.#byValue)) return [];
    const [left, bottom] = rect;
    return [{ number: this.#appearances.add(field, rect, state), toPage: [1, 0, 0, 1, left, bottom] }];
  }

  /** True if the field's value must be drawn instead of its picture. */
  #isOutdated(field: FormField, appearance: PdfObject): boolean {
    if (field.kind !== "text" && field.kind !== "choice") return false;
    const shown = findShownText(this.document, appearance);
    if (agrees(field, shown)) return false;
    if (shown !== undefined && field.text() !== "") this.#note(this.#byValue ? valuesDrawn : drawingsKept);
    return this.#byValue;
  }

  #note(note: Message): void {
    if (!this.notes.includes(note)) this.notes.push(note);
  }

  /** An appearance that can be used as a form: some lack their type or their fonts. */
  #asForm(number: number, object: PdfObject): number {
    const { value, data } = object;
    const dict = asDict(value) ?? new Map<string, Raw>();
    if (asName(this.document.resolve(dict.get("Subtype"))) === "Form" && dict.has("Resources")) return number;
    const resources = dict.get("Resources") ?? this.#form?.get("DR") ?? getRaw("<< >>");
    const copy = this.revision.reserve();
    const bytes = this.document.bytes.subarray(data?.start, data?.end);
    this.revision.writeStream(
      copy,
      0,
      (out) => {
        out.text("/Type /XObject /Subtype /Form /Resources ").raw(resources).text(" ");
        const own = new Set(["Type", "Subtype", "Resources", "Length"]);
        writeEntries(out, dict, (key) => own.has(key));
      },
      bytes,
    );
    return copy;
  }

  #readPicture(drawings: Placed[]): number | undefined {
    if (drawings.length === 0) return undefined;
    const names = drawings.map(({ number }, index) => `/Field${index} ${number} 0 R`);
    const content = drawings.map(({ toPage }, index) => `q ${matrixText(toPage)} cm /Field${index} Do Q\n`);
    return this.revision.addPacked(
      `/Type /XObject /Subtype /Form /BBox [-100000 -100000 100000 100000] /Resources << /XObject << ${names.join(" ")} >> >>`,
      Buffer.from(content.join(""), "latin1"),
    );
  }

  /** A button with a link action remains a link. */
  #linkOf(field: FormField, page: PageNode): string | undefined {
    const action = field.kind === "push button" ? field.widget.get("A") : undefined;
    const kind = asName(this.document.resolve(this.document.dict(action)?.get("S")));
    const rect = field.widget.get("Rect");
    if (!action || !rect || !field.isVisible() || !linkActions.has(kind ?? "")) return undefined;
    const number = this.revision.add(
      `<< /Type /Annot /Subtype /Link /Rect ${getText(rect)} /F 4 /Border [0 0 0] /A ${getText(action)} /P ${page.number} ${page.generation} R >>`,
    );
    return `${number} 0 R`;
  }

  /** A field that can still be filled in; programs differ in how they draw an empty one without a picture. */
  #kept(annotation: Annotation, field: FormField): string {
    const rect = field.rect();
    if (annotation.isDrawn || !rect || !field.isVisible() || !this.#lacksPicture(field))
      return annotation.item;
    annotation.isDrawn = true;
    const number = this.#appearances.add(field, rect, "Off");
    const dict = new Map(field.widget).set("AP", getRaw(`<< /N ${number} 0 R >>`));
    annotation.item = this.#replaced(annotation.item, dict);
    return annotation.item;
  }

  #lacksPicture(field: FormField): boolean {
    if (field.isListBox() && field.options().length > 0) {
      const appearance = field.appearance("Off");
      if (appearance && !this.#isOutdated(field, appearance.object)) return false;
      this.#note(choicesDrawn);
      return true;
    }
    const look = this.document.dict(field.widget.get("MK"));
    const isPlain = field.kind === "text" || field.kind === "choice" || field.kind === "push button";
    return isPlain && !field.hasAppearance() && ["BC", "BG", "CA"].some((key) => look?.has(key));
  }

  #replaced(item: string, dict: PdfDict): string {
    const reference = asReference(getRaw(item));
    if (!reference) return dictText(dict);
    this.document.override(reference.number, getRaw(dictText(dict)));
    this.numbers.push(reference.number);
    return item;
  }

  /**
   * Afterward, annotations look the same on screen and on paper, in every program: those for print only and those on a
   * hidden layer are hidden, those for the screen only are printed, and none changes on hover.
   */
  #sameOnPaper(annotation: Annotation, raw: Raw, dict: PdfDict): void {
    const subtype = asName(this.document.resolve(dict.get("Subtype")));
    const pictures = this.document.dict(dict.get("AP"));
    const flags = asNumber(this.document.resolve(dict.get("F"))) ?? 0;
    const changed = new Map(dict);
    let settled = isDrawn(subtype, pictures !== undefined, flags) ? settledFlags(flags, subtype) : flags;
    if (settled !== flags) this.#note(printFixed);
    if (pictures && (settled & hidden) === 0 && !readBox(this.document, dict.get("Rect"))) {
      // MuPDF draws it over the whole page.
      settled |= hidden;
      this.#note(notesDrawn);
    }
    if ((settled & hidden) === 0 && !this.layers.isShown(dict.get("OC"))) {
      settled |= hidden;
      this.#note(layersFixed);
    }
    if (settled !== flags) changed.set("F", getRaw(String(settled)));
    if (pictures && (subtype === "Link" || subtype === "Popup")) {
      // Programs that ignore the appearance draw no border either; the others would draw one after it is gone.
      for (const key of ["AP", "BS", "Open"]) changed.delete(key);
      changed.set("Border", getRaw("[0 0 0]"));
      this.#note(linkPicturesRemoved);
    } else if (this.#isPlainlyShown(subtype, dict)) {
      changed.delete("BS");
      changed.set("Border", getRaw("[0 0 0]")).set("Open", getRaw("false"));
      this.#note(linkPicturesRemoved);
    } else if ((settled & hidden) === 0 && this.#addMissingPicture(changed, subtype)) {
      changed.set("F", getRaw(String(settled & ~noZoomOrRotation)));
      this.#note(notesDrawn);
    } else if (pictures && (settled !== flags || pictures.has("R") || pictures.has("D"))) {
      const normal = pictures.get("N");
      changed.set("AP", getRaw(normal ? `<< /N ${getText(normal)} >>` : "<< >>"));
    } else if (settled === flags) return;
    annotation.item = this.#replaced(getText(raw), changed);
    annotation.dict = changed;
  }

  /** Only some programs show the border of a link, which may cover the text around it, and an open pop-up note. */
  #isPlainlyShown(subtype: string | undefined, dict: PdfDict): boolean {
    if (subtype === "Popup") {
      const open = this.document.resolve(dict.get("Open"));
      return open !== undefined && getText(open) === "true";
    }
    const style = this.document.dict(dict.get("BS"))?.get("W");
    const array = asArray(this.document.resolve(dict.get("Border")))?.[2];
    const widths = [style, array].map((raw) => asNumber(this.document.resolve(raw)) ?? 0);
    return subtype === "Link" && Math.max(...widths) > maxLinkFrame;
  }

  /**
   * Gives an annotation one picture if it has none, or if programs choose different ones of several states. Returns
   * whether the annotation was changed.
   */
  #addMissingPicture(annotation: PdfDict, subtype: string | undefined): boolean {
    const normal = this.document.dict(annotation.get("AP"))?.get("N");
    const reference = asReference(normal);
    if (reference && this.document.object(reference.number)?.data) return false;
    const states = this.document.dict(normal);
    const state = asName(this.document.resolve(annotation.get("AS")));
    if (states && state !== undefined && states.has(state)) return false;
    const [only, ...others] = states?.values() ?? [];
    const chosen = states?.get("Off") ?? (others.length === 0 ? only : undefined);
    const drawn = chosen ? getText(chosen) : this.#drawnPicture(annotation, subtype, states !== undefined);
    if (drawn === undefined) return false;
    annotation.delete("AS");
    annotation.set("AP", getRaw(`<< /N ${drawn} >>`));
    return true;
  }

  /** A reference to a drawing, or to an empty one for states that show nothing. */
  #drawnPicture(dict: PdfDict, subtype: string | undefined, isEmpty: boolean): string | undefined {
    if (isEmpty) return `${this.revision.addStream(emptyForm, Buffer.alloc(0))} 0 R`;
    if (!drawnByPrograms.has(subtype ?? "")) return undefined;
    const drawing = this.#drawings.add(dict);
    if (!drawing) return undefined;
    dict.set("Rect", getRaw(`[${drawing.rect.map(numberText).join(" ")}]`));
    return `${drawing.number} 0 R`;
  }

  /** Only the signature fields remain of a form that has become part of the pages. */
  #rewriteForm(form: PdfDict, annotations: Annotation[]): void {
    const catalog = this.document.catalog();
    const entries = new Map(catalog.dict);
    const settled = new Map(form);
    settled.delete("NeedAppearances");
    if (this.#isFilled) {
      const signatures = annotations.flatMap((annotation) => this.#aloneSignature(annotation));
      settled.delete("CO");
      settled.set("Fields", getRaw(`[${signatures.join(" ")}]`));
      if (signatures.length === 0) entries.delete("AcroForm");
    }
    if (entries.has("AcroForm")) entries.set("AcroForm", getRaw(dictText(settled)));
    this.document.override(catalog.number, getRaw(dictText(entries)));
  }

  #aloneSignature(annotation: Annotation): string[] {
    const { field, item } = annotation;
    if (field?.kind !== "signature" || !asReference(getRaw(item))) return [];
    if (field.widget.has("Parent")) {
      const dict = new Map(field.widget);
      for (const key of ["V", "DV", "Ff", "Lock", "SV", "TU"]) {
        const value = field.inheritedRaw(key);
        if (value) dict.set(key, value);
      }
      dict.delete("Parent");
      dict.set("FT", getRaw("/Sig")).set("T", getRaw(textString(field.fullName())));
      this.#replaced(item, dict);
      annotation.field = new FormField(this.document, dict, this.#form);
    }
    return [item];
  }
}

/** A note for the user if programs may show different values in a form that has to stay as it is. */
export function findFormNote(
  document: PdfDocument,
  pages: PageNode[],
  reason: "signed" | "restricted",
): Message | undefined {
  const form = findForm(document);
  const byValue = needsAppearances(document, form);
  const differs = pages.some((page) =>
    (asArray(document.resolve(page.dict.get("Annots"))) ?? []).some((raw) => {
      const dict = document.dict(raw);
      if (!dict || asName(document.resolve(dict.get("Subtype"))) !== "Widget") return false;
      const field = new FormField(document, dict, form);
      if (!field.isVisible() || (field.kind !== "text" && field.kind !== "choice")) return false;
      const appearance = field.appearance("Off");
      if (!appearance) return byValue && field.text().trim() !== "";
      const shown = findShownText(document, appearance.object);
      return shown === undefined ? byValue : !agrees(field, shown);
    }),
  );
  if (!differs) return undefined;
  return reason === "signed" ? signedFormAmbiguous : restrictedFormAmbiguous;
}

const findForm = (document: PdfDocument): PdfDict | undefined =>
  document.dict(document.catalog().dict.get("AcroForm"));

function needsAppearances(document: PdfDocument, form: PdfDict | undefined): boolean {
  const value = document.resolve(form?.get("NeedAppearances"));
  return value !== undefined && getText(value) === "true";
}

/** True if the picture of a field shows its value; letters outside ASCII are treated as equal. */
function agrees(field: FormField, shown: string | undefined): boolean {
  if (shown === undefined) return false;
  if (field.kind === "text" && field.has("password")) return true;
  const comparable = (text: string) => text.replace(/\s+/g, "").replace(/[^!-~]/g, "?");
  const picture = comparable(shown);
  if (!field.isListBox()) return picture === comparable(field.text());
  const [firstOption = ["", ""]] = field.options();
  const expected = field.text() === "" ? [firstOption[1]] : field.text().split("\n");
  return expected.every((option) => picture.includes(comparable(option)));
}

/** True if programs draw an annotation, with or without an appearance stream. */
function isDrawn(subtype: string | undefined, hasPicture: boolean, flags: number): boolean {
  // Links and pop-up notes are for the screen; their flags matter only if they hide them there.
  if (subtype === "Link" || subtype === "Popup") return (flags & (noView | toggleNoView)) !== 0;
  return hasPicture || drawnByPrograms.has(subtype ?? "");
}

function settledFlags(flags: number, subtype: string | undefined): number {
  if ((flags & hidden) !== 0) return flags;
  const isKnown = subtype !== undefined && standardSubtypes.has(subtype);
  if (subtype === undefined || (!isKnown && (flags & invisible) !== 0)) return flags | hidden;
  if ((flags & noView) !== 0)
    return (flags & print) !== 0 || (flags & toggleNoView) !== 0 ? flags | hidden : flags;
  return (flags | print) & ~toggleNoView;
}

/** A form and its position on the page. */
type Placed = { number: number; toPage: Matrix };

function readMatrix(document: PdfDocument, { value }: PdfObject): Matrix {
  const numbers = asArray(document.resolve(asDict(value)?.get("Matrix")), 6)?.map((raw) =>
    asNumber(document.resolve(raw)),
  );
  const [a, b, c, d, e, f] = numbers ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return [1, 0, 0, 1, 0, 0];
  return [a, b, c, d, e ?? 0, f ?? 0];
}

/** Fits the transformed box of an appearance into a rectangle (ISO 32000-2, algorithm 8). */
function fitted(box: Bounds, [a, b, c, d, e, f]: Matrix, rect: Bounds): Matrix {
  const [left, bottom, right, top] = box;
  const corners = [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
  const across = width > 0 ? (rect[2] - rect[0]) / width : 1;
  const upward = height > 0 ? (rect[3] - rect[1]) / height : 1;
  return [across, 0, 0, upward, rect[0] - x * across, rect[1] - y * upward];
}
