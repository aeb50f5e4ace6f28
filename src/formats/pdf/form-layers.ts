import { scanContent } from "./content-scan.ts";
import { hasCertainData } from "./content-stream.ts";
import type { PdfDocument } from "./document.ts";
import { asDict, asName, asReference, getText, type PdfDict, type Raw } from "./values.ts";

/** Limits for the forms of one document; beyond them, any form may leave a layer open. */
const maxForms = 1000;
const maxUnpacked = 64 * 1024 * 1024;

/** Finds forms (ISO 32000-2, 8.10) that leave marked content open: in some readers, it goes on behind the form. */
export class FormLayers {
  readonly #checked = new Map<number, boolean>();
  #budget = maxUnpacked;

  constructor(private readonly document: PdfDocument) {}

  /** True if all forms in `resources`, and those that they use, end every layer that they begin. */
  closeLayers(resources: PdfDict | undefined): boolean {
    const pending = [resources];
    const seen = new Set<string>();
    while (pending.length > 0) {
      const dict = pending.pop();
      for (const raw of this.document.dict(dict?.get("XObject"))?.values() ?? []) {
        const name = getText(raw);
        if (seen.has(name)) continue;
        seen.add(name);
        const form = this.#form(raw);
        if (!form) continue;
        if (!this.#closesLayers(form.number)) return false;
        pending.push(this.document.dict(form.dict.get("Resources")));
      }
    }
    return true;
  }

  #form(raw: Raw): { number: number; dict: PdfDict } | undefined {
    const reference = asReference(raw);
    const object = reference && this.document.object(reference.number);
    const dict = object?.data ? asDict(object.value) : undefined;
    if (!reference || !dict || asName(this.document.resolve(dict.get("Subtype"))) === "Image")
      return undefined;
    return { number: reference.number, dict };
  }

  #closesLayers(number: number): boolean {
    const known = this.#checked.get(number) ?? this.#check(number);
    this.#checked.set(number, known);
    return known;
  }

  #check(number: number): boolean {
    const object = this.document.object(number);
    if (!object || this.#checked.size >= maxForms || !hasCertainData(this.document, object)) return false;
    const content = this.document.unpacked(object, this.#budget, "whole");
    if (typeof content === "string") return false;
    this.#budget -= content.length;
    return scanContent(content)?.marked === 0;
  }
}
