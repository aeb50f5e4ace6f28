import { notHexadecimal } from "./characters.ts";
import type { PdfDocument } from "./document.ts";
import { standardWidths } from "./standard-widths.ts";
import { asArray, asName, asNumber, asReference, type PdfDict, type Raw } from "./values.ts";

/** The metrics needed to estimate the space of a text; lengths are in em. */
export type FontMetrics = {
  /** Bytes per character. */
  bytes: 1 | 2;
  /**
   * Widths of the first characters; all others have `defaultWidth`. If a character is one byte, the width of
   * `notHexadecimal` is not a number.
   */
  widths: Float64Array;
  defaultWidth: number;
  ascent: number;
  descent: number;
  /** The code of the space character; −1 if it is unknown. */
  space: number;
  isVertical: boolean;
};

/** Taller fonts are errors in the file; flatter ones omit their capitals. */
const ascents = { min: 0.66, max: 0.95, default: 0.75 };
const descents = { min: -0.3, max: -0.15, default: -0.22 };
const em = 1000;
const maxCharacters = 65_536;
const maxUnicodeMap = 256 * 1024;

function oneByteWidths(): Float64Array {
  const widths = new Float64Array(notHexadecimal + 1);
  widths[notHexadecimal] = Number.NaN;
  return widths;
}

/** Metrics of the fonts of a document, each read once. Never throws for a damaged font: it estimates. */
export class Fonts {
  readonly #known = new Map<number, FontMetrics>();

  constructor(private readonly document: PdfDocument) {}

  get(raw: Raw | undefined): FontMetrics {
    const number = asReference(raw)?.number;
    const known = number === undefined ? undefined : this.#known.get(number);
    if (known) return known;
    const metrics = this.#read(this.document.dict(raw) ?? new Map());
    if (number !== undefined) this.#known.set(number, metrics);
    return metrics;
  }

  #read(font: PdfDict): FontMetrics {
    const subtype = asName(this.document.resolve(font.get("Subtype")));
    if (subtype === "Type0") return this.#composite(font);
    return subtype === "Type3" ? this.#drawn(font) : this.#simple(font);
  }

  #simple(font: PdfDict): FontMetrics {
    const descriptor = this.document.dict(font.get("FontDescriptor"));
    const name = asName(this.document.resolve(font.get("BaseFont"))) ?? "";
    const missing = this.#number(descriptor, "MissingWidth") ?? 0;
    const listed = this.#list(font.get("Widths"));
    const widths = oneByteWidths();
    if (listed) {
      const first = this.#number(font, "FirstChar") ?? 0;
      widths.fill(missing / em, 0, 256);
      listed.forEach((width, index) => {
        if (first + index >= 0 && first + index < 256) widths[first + index] = width / em;
      });
    } else widths.set(standardWidths(name));
    return { bytes: 1, widths, defaultWidth: 0, ...this.#heights(descriptor), space: 32, isVertical: false };
  }

  /** A Type 3 font has its own units, and its glyphs may be drawn anywhere in its box. */
  #drawn(font: PdfDict): FontMetrics {
    const [a = 0.001, , , d = 0.001] = this.#list(font.get("FontMatrix")) ?? [];
    const [, bottom = 0, , top = 0] = this.#list(font.get("FontBBox")) ?? [];
    const widths = oneByteWidths();
    const first = this.#number(font, "FirstChar") ?? 0;
    for (const [index, width] of (this.#list(font.get("Widths")) ?? []).entries())
      if (first + index >= 0 && first + index < 256) widths[first + index] = Math.abs(width * a);
    const heights = [bottom * d, top * d].toSorted((one, other) => one - other);
    const isKnown = top !== bottom && Math.abs(top - bottom) * Math.abs(d) < 3;
    const [descent = 0, ascent = 1] = isKnown ? heights : [0, 1];
    return { bytes: 1, widths, defaultWidth: 0, ascent, descent, space: 32, isVertical: false };
  }

  #composite(font: PdfDict): FontMetrics {
    const { document } = this;
    const [first] = asArray(document.resolve(font.get("DescendantFonts"))) ?? [];
    const descendant = document.dict(first) ?? new Map<string, Raw>();
    const encoding = asName(document.resolve(font.get("Encoding"))) ?? "";
    const defaultWidth = (this.#number(descendant, "DW") ?? em) / em;
    const isIdentity = encoding.startsWith("Identity");
    const widths = isIdentity ? this.#characterWidths(descendant, defaultWidth) : new Float64Array(0);
    return {
      bytes: 2,
      widths,
      defaultWidth,
      ...this.#heights(document.dict(descendant.get("FontDescriptor"))),
      space: this.#spaceOf(font),
      isVertical: encoding.endsWith("-V"),
    };
  }

  /** /W: "first [w w w]" and "first last w" (ISO 32000-2, 9.7.4.3). */
  #characterWidths(descendant: PdfDict, defaultWidth: number): Float64Array {
    const { document } = this;
    const items = asArray(document.resolve(descendant.get("W"))) ?? [];
    const ranges: { first: number; widths: number[]; last: number }[] = [];
    for (let at = 0; at + 1 < items.length; ) {
      const first = asNumber(document.resolve(items[at])) ?? 0;
      const listed = this.#list(items[at + 1]);
      if (listed) {
        ranges.push({ first, widths: listed, last: first + listed.length - 1 });
        at += 2;
      } else {
        const last = asNumber(document.resolve(items[at + 1])) ?? first;
        const width = asNumber(document.resolve(items[at + 2])) ?? em;
        ranges.push({ first, widths: [width], last });
        at += 3;
      }
    }
    const end = Math.min(
      maxCharacters,
      ranges.reduce((most, { last }) => Math.max(most, last + 1), 0),
    );
    const table = new Float64Array(Math.max(0, Math.trunc(end) || 0)).fill(defaultWidth);
    for (const { first, widths, last } of ranges)
      for (let code = Math.max(0, first); code <= last && code < table.length; code++)
        table[code] = (widths[code - first] ?? widths.at(-1) ?? em) / em;
    return table;
  }

  /** The code of the space character according to the font's ToUnicode map. */
  #spaceOf(font: PdfDict): number {
    const object = this.document.object(asReference(font.get("ToUnicode"))?.number ?? -1);
    const map = object && this.document.unpacked(object, maxUnicodeMap);
    if (!(map instanceof Buffer)) return -1;
    const text = map.toString("latin1");
    const found = /<([0-9a-fA-F]{4})>\s*<00(?:20|[aA]0)>/.exec(text);
    if (found) return Number.parseInt(found[1] ?? "", 16);
    const range = /<([0-9a-fA-F]{4})>\s*<[0-9a-fA-F]{4}>\s*(?:\[\s*)?<0020>/.exec(text);
    return range ? Number.parseInt(range[1] ?? "", 16) : -1;
  }

  #heights(descriptor: PdfDict | undefined): { ascent: number; descent: number } {
    const ascent = (this.#number(descriptor, "Ascent") ?? 0) / em;
    const descent = (this.#number(descriptor, "Descent") ?? 0) / em;
    return {
      ascent: ascent > 0 ? Math.min(ascents.max, Math.max(ascents.min, ascent)) : ascents.default,
      descent: descent < 0 ? Math.min(descents.max, Math.max(descents.min, descent)) : descents.default,
    };
  }

  #number(dict: PdfDict | undefined, key: string): number | undefined {
    return asNumber(this.document.resolve(dict?.get(key)));
  }

  #list(raw: Raw | undefined): number[] | undefined {
    return asArray(this.document.resolve(raw), maxCharacters)?.map(
      (item) => asNumber(this.document.resolve(item)) ?? 0,
    );
  }
}
