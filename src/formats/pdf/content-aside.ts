import type { PdfDocument } from "./document.ts";
import { asName, asNumber, asReference, getText, type PdfDict, type Raw } from "./values.ts";

/** The number of a content stream, and the resources it falls back on if it has none. */
export type Aside = { number: number; above: Raw | undefined };

/**
 * Finds content that is shown without an operator that draws it as a form: appearances of annotations, tiling patterns,
 * glyphs of Type 3 fonts and groups of soft masks (ISO 32000-2, 12.5.5, 8.7.3, 9.6.4 and 11.6.5.2).
 */
export class ContentAside {
  readonly #found = new Map<string, Aside>();

  #ofForm: { resources: Raw | undefined } | undefined;

  constructor(private readonly document: PdfDocument) {}

  list(): Aside[] {
    return [...this.#found.values()];
  }

  /** Adds what `dict` refers to, or the stream `number` itself whose dictionary it is. */
  find(dict: PdfDict, number: number | undefined): void {
    const { document } = this;
    if (number !== undefined && asNumber(document.resolve(dict.get("PatternType"))) === 1)
      this.#add(number, undefined);
    this.#addAppearance(document.dict(dict.get("AP"))?.get("N"));
    const glyphs = document.dict(dict.get("CharProcs"));
    for (const glyph of glyphs?.values() ?? []) this.#addStream(glyph, dict.get("Resources"));
    const mask = dict.get("SMask");
    if (mask && asName(mask) === undefined) this.#addStream(document.dict(mask)?.get("G"), undefined);
  }

  /** `normal`: an appearance, or one for each state. */
  #addAppearance(normal: Raw | undefined): void {
    if (!normal) return;
    this.#ofForm ??= { resources: this.#findFormResources() };
    const { resources } = this.#ofForm;
    if (this.#addStream(normal, resources)) return;
    for (const state of this.document.dict(normal)?.values() ?? []) this.#addStream(state, resources);
  }

  #findFormResources(): Raw | undefined {
    const { document } = this;
    return document.dict(document.catalog().dict.get("AcroForm"))?.get("DR");
  }

  #addStream(raw: Raw | undefined, above: Raw | undefined): boolean {
    const number = asReference(raw)?.number;
    if (number === undefined || !this.document.object(number)?.data) return false;
    this.#add(number, above);
    return true;
  }

  #add(number: number, above: Raw | undefined): void {
    const key = `${number} ${above ? getText(above) : ""}`;
    if (!this.#found.has(key)) this.#found.set(key, { number, above });
  }
}
