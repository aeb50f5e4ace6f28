import { shapeText } from "../text/shape.ts";
import type { Rule } from "./flow.ts";
import { columnWidth } from "./paper.ts";
import { placed, plain, type Sheet } from "./sheet.ts";

const lineHeight = 23;

/** A declaration to fill in by hand: its notice, its sections and blank lines. */
export class DeclarationForm {
  /** Labels of the blank lines. */
  readonly rules: Rule[] = [];
  readonly #sheet: Sheet;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  addNotice(): void {
    const notice =
      "A form to fill in, not legal advice. The form that a declaration must have, and before whom it must be made, depends on the place and the court. Ask a local lawyer before you use it.";
    this.#sheet.centered("P", notice, { size: 9.5, color: "muted", face: "sans-bold" }, 6);
    this.#sheet.skip(4);
  }

  addDeclarant(): void {
    this.#sheet.heading("Who declares");
    this.#addBlanks("Full name", "Address", "Occupation");
    this.#sheet.skip(4);
  }

  addOwnWords(lines: number): void {
    this.#sheet.heading("In your own words, if needed");
    this.#addBlanks(...Array<string>(lines).fill(""));
    this.#sheet.skip(4);
  }

  addSignatures(): void {
    this.#sheet.heading("Signature");
    this.#sheet.row("Statement", ["I declare that the above is true to the best of my knowledge."]);
    this.#addBlanks("Place and date", "Signature");
    this.#sheet.skip(6);
    this.#sheet.row("Witness or notary", ["Only where local law requires one."]);
    this.#addBlanks("Name", "Signature");
  }

  /** Labels, each with a blank line. */
  #addBlanks(...labels: string[]): void {
    const { paper } = this.#sheet;
    for (const label of labels) {
      const at = this.#sheet.flow.next(lineHeight);
      const style = { ...plain, color: "muted" } as const;
      const text = label === "" ? [] : [placed(shapeText(label, { face: "sans" }), paper.left, at, style)];
      if (text.length > 0) this.#sheet.elements.push({ tag: "P", lines: text, air: 0 });
      const indent = label === "" ? 0 : 104;
      this.rules.push({
        page: at.page,
        x: paper.left + indent,
        y: at.y - 2,
        length: columnWidth(paper) - indent,
        color: "hair",
      });
    }
  }
}
