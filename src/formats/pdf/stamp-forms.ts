import { deflateSync } from "node:zlib";
import type { Language } from "../languages.ts";
import type { StampBlock } from "../stamp/stamp-block.ts";
import type { Claims } from "./archival-claim.ts";
import { numberText } from "./matrix.ts";
import type { FormName } from "./resources.ts";
import type { Revision } from "./revision.ts";
import { fontsFor, writeFontOnce } from "./stamp-fonts.ts";
import { formContent, formGroup, formResources, unitsPerEm } from "./stamp-form.ts";

/** The Form XObjects that draw the stamp: one for each set of line breaks, with shared fonts. */
export class StampForms {
  /** In order of first use; grows until `finish`. */
  readonly names: FormName[] = [];
  readonly #revision: Revision;
  readonly #prefix: string;
  #isIsolated = false;
  readonly #forms: { block: StampBlock; form: FormName }[] = [];

  /**
   * `prefix` starts the forms' resource names; no name in the document may begin with it. `claims` are those of the
   * document.
   */
  constructor(
    revision: Revision,
    prefix: string,
    private readonly claims: Claims,
    private readonly language: Language,
  ) {
    this.#revision = revision;
    this.#prefix = prefix;
  }

  of(block: StampBlock): FormName {
    const known = this.#forms.find((form) => form.block === block);
    if (known) return known.form;
    const form = { name: `${this.#prefix}${this.names.length}`, number: this.#revision.reserve() };
    this.#forms.push({ block, form });
    this.names.push(form);
    return form;
  }

  /** For pages with a group of their own, whose rules must not apply to the stamp; PDF/A-1 knows no groups. */
  isolate(): void {
    this.#isIsolated = this.claims.archivalPart !== 1;
  }

  /** Adds a form of another origin under a new name. */
  named(number: number): FormName {
    const form = { name: `${this.#prefix}${this.names.length}`, number };
    this.names.push(form);
    return form;
  }

  /** Writes the forms and their fonts; call it after every page. */
  finish(): void {
    const lines = this.#forms.flatMap(({ block }) => block.lines);
    const fonts = fontsFor(lines.flatMap(({ pieces }) => pieces.map(({ text }) => text)));
    const isArchival = this.claims.archivalPart !== undefined;
    const named = fonts.fonts.map(
      (font) => `/${font.resource} ${writeFontOnce(this.#revision, font, { listsGlyphs: isArchival })} 0 R`,
    );
    const resources = this.#revision.add(`<< /Font << ${named.join(" ")} >> ${formResources(isArchival)} >>`);
    const group = this.#isIsolated ? `${formGroup} ` : "";
    for (const { block, form } of this.#forms) {
      const box = `0 0 ${numberText(block.width * unitsPerEm)} ${numberText(block.height * unitsPerEm)}`;
      const language = this.claims.isAccessible ? this.language : undefined;
      const content = deflateSync(Buffer.from(formContent(block, fonts, language), "latin1"));
      const entries = `/Type /XObject /Subtype /Form /BBox [${box}] ${group}/Resources ${resources} 0 R /Filter /FlateDecode`;
      this.#revision.writeStream(form.number, 0, entries, content);
    }
  }
}
