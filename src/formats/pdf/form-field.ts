import { isBlankAppearance } from "./appearance-content.ts";
import type { PdfDocument } from "./document.ts";
import type { Bounds } from "./matrix.ts";
import type { PdfObject } from "./object-syntax.ts";
import {
  asArray,
  asDict,
  asName,
  asNumber,
  asReference,
  asString,
  isNull,
  type PdfDict,
  type Raw,
} from "./values.ts";

export type FieldKind = "text" | "check box" | "radio button" | "push button" | "choice" | "signature";

/** Flags of annotations (ISO 32000-2, table 167). */
export const annotationFlags = {
  invisible: 1,
  hidden: 2,
  print: 4,
  noView: 32,
  toggleNoView: 256,
} as const;

/** Flags of fields (ISO 32000-2, tables 228 to 233). */
export const fieldFlags = {
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
} as const;

const maxParents = 32;
const maxValueLength = 1024 * 1024;

/** A form field on a page: a widget annotation with the entries it inherits from its parent fields. */
export class FormField {
  readonly kind: FieldKind;
  readonly flags: number;
  readonly #chain: PdfDict[];

  constructor(
    private readonly document: PdfDocument,
    readonly widget: PdfDict,
    private readonly form: PdfDict | undefined,
  ) {
    this.#chain = parentChain(document, widget);
    this.flags = asNumber(this.inherited("Ff")) ?? 0;
    this.kind = findKind(asName(this.inherited("FT")), this.flags);
  }

  /** The resolved value of an entry of the field or its nearest ancestor. */
  inherited(key: string): Raw | undefined {
    for (const dict of this.#chain) {
      const value = this.document.resolve(dict.get(key));
      if (value && !isNull(value)) return value;
    }
    return undefined;
  }

  /** The same value, unresolved. */
  inheritedRaw(key: string): Raw | undefined {
    return this.#chain.map((dict) => dict.get(key)).find((value) => value && !isNull(value));
  }

  /** The same value, or the form's default for all fields. */
  inheritedOrDefault(key: string): Raw | undefined {
    return this.inherited(key) ?? this.document.resolve(this.form?.get(key));
  }

  /** The names of the ancestors and this field, joined as programs show them. */
  fullName(): string {
    return this.#chain
      .flatMap((dict) => decodeText(this.document.resolve(dict.get("T"))) ?? [])
      .reverse()
      .join(".");
  }

  has(flag: keyof typeof fieldFlags): boolean {
    return (this.flags & fieldFlags[flag]) !== 0;
  }

  isListBox(): boolean {
    return this.kind === "choice" && !this.has("combo");
  }

  /** True if the field is shown on a screen. */
  isVisible(): boolean {
    const flags = asNumber(this.document.resolve(this.widget.get("F"))) ?? 0;
    return (flags & (annotationFlags.hidden | annotationFlags.noView)) === 0;
  }

  /** The text of the value as the user selected or typed it; several selected options are separate lines. */
  text(): string {
    const raw = this.inheritedRaw("V");
    const items = asArray(this.document.resolve(raw)) ?? (raw ? [raw] : []);
    const texts = items.flatMap((item) => this.#valueText(item) ?? []);
    return (this.kind === "choice" ? texts.map((text) => this.#optionText(text)) : texts).join("\n");
  }

  /** A string, a name, or the text of a stream. */
  #valueText(raw: Raw): string | undefined {
    const value = this.document.resolve(raw);
    const object = this.document.object(asReference(raw)?.number ?? 0);
    if (!object?.data) return asName(value) ?? decodeText(value);
    const content = this.document.unpacked(object, maxValueLength);
    return typeof content === "string" ? undefined : decodeTextBytes(content);
  }

  /** The options of a choice field as [value, label]. */
  options(): [string, string][] {
    const options = asArray(this.inherited("Opt")) ?? [];
    return options.flatMap((raw): [string, string][] => {
      const option = this.document.resolve(raw);
      const [value, shown] = (asArray(option) ?? (option ? [option] : [])).map(
        (part) => decodeText(this.document.resolve(part)) ?? "",
      );
      return value === undefined ? [] : [[value, shown ?? value]];
    });
  }

  #optionText(value: string): string {
    return this.options().find(([option]) => option === value)?.[1] ?? value;
  }

  /** The appearance states of a check box or radio button. */
  #states(): PdfDict | undefined {
    const normal = this.document.resolve(this.document.dict(this.widget.get("AP"))?.get("N"));
    return normal && this.#streamAt(this.document.dict(this.widget.get("AP"))?.get("N"))
      ? undefined
      : asDict(normal);
  }

  /** True if there is a picture of the field, or one for each of its states. */
  hasAppearance(): boolean {
    return this.#states() !== undefined || this.appearance("Off") !== undefined;
  }

  /** The picture shown in `state`, if there is one. */
  appearance(state: string): { number: number; object: PdfObject } | undefined {
    return this.#streamAt(this.#states()?.get(state) ?? this.document.dict(this.widget.get("AP"))?.get("N"));
  }

  #streamAt(raw: Raw | undefined): { number: number; object: PdfObject } | undefined {
    const reference = asReference(raw);
    const object = reference && this.document.object(reference.number);
    return reference && object?.data ? { number: reference.number, object } : undefined;
  }

  /** The state of a check box or radio button; with `byValue`, the field's value takes precedence over the widget's. */
  state(byValue: boolean): string {
    const shown = asName(this.document.resolve(this.widget.get("AS")));
    const value = asName(this.inherited("V"));
    const on = [...(this.#states()?.keys() ?? [])].filter((name) => name !== "Off");
    if (value !== undefined && (byValue || shown === undefined)) {
      return on.length === 0 || on.includes(value) ? value : "Off";
    }
    return shown ?? "Off";
  }

  /** Left, bottom, right and top on the page; undefined for a field without an area. */
  rect(): Bounds | undefined {
    return readBox(this.document, this.widget.get("Rect"));
  }

  /** True if the field has a value, or shows anything except an empty place to fill in. */
  isFilled(): boolean {
    if (this.kind === "push button" || this.kind === "signature" || !this.rect()) return false;
    const flags = asNumber(this.document.resolve(this.widget.get("F"))) ?? 0;
    if ((flags & annotationFlags.hidden) !== 0) return false;
    if (this.kind === "check box" || this.kind === "radio button") {
      const value = asName(this.inherited("V"));
      const chosen = value !== undefined && value !== "Off";
      return this.state(false) !== "Off" || (chosen && this.state(true) !== "Off") || !this.#showsBlank();
    }
    const value = this.inherited("V");
    const isText = value === undefined || asString(value) !== undefined || asArray(value) !== undefined;
    return !isText || this.text().trim() !== "" || !this.#showsBlank();
  }

  #showsBlank(): boolean {
    const appearance = this.appearance("Off");
    if (!appearance) return true;
    const box = readBox(this.document, asDict(appearance.object.value)?.get("BBox"));
    return !box || isBlankAppearance(this.document, appearance.object, box, this.has("comb"));
  }
}

function findKind(type: string | undefined, flags: number): FieldKind {
  if (type === "Sig") return "signature";
  if (type === "Ch") return "choice";
  if (type !== "Btn") return "text";
  if ((flags & fieldFlags.pushButton) !== 0) return "push button";
  return (flags & fieldFlags.radio) !== 0 ? "radio button" : "check box";
}

function parentChain(document: PdfDocument, widget: PdfDict): PdfDict[] {
  const chain = [widget];
  for (
    let next = document.dict(widget.get("Parent"));
    next && chain.length < maxParents;
    next = document.dict(next.get("Parent"))
  ) {
    chain.push(next);
  }
  return chain;
}

/** Four numbers as a box with a nonzero area. */
export function readBox(document: PdfDocument, raw: Raw | undefined): Bounds | undefined {
  const corners = asArray(document.resolve(raw), 4)?.map((corner) => asNumber(document.resolve(corner)));
  const [x1, y1, x2, y2] = corners ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  const box: Bounds = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

/** Characters of PDFDocEncoding that differ from Latin-1 (ISO 32000-2, annex D.2). */
const docEncoding = new Map(
  [..."•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"].map((character, index) => [128 + index, character]),
).set(160, "€");

/** Decodes a text string (ISO 32000-2, 7.9.2.2). */
export function decodeText(raw: Raw | undefined): string | undefined {
  const bytes = asString(raw);
  return bytes && decodeTextBytes(bytes);
}

function decodeTextBytes(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const units = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
    return units.swap16().toString("utf16le");
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString("utf16le");
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString("utf8");
  return [...bytes].map((byte) => docEncoding.get(byte) ?? String.fromCharCode(byte)).join("");
}
