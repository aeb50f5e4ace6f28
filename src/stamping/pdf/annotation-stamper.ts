import type { StampBlock } from "../stamp-block.ts";
import type { PdfDocument } from "./document.ts";
import { type Matrix, matrixText, numberText } from "./matrix.ts";
import type { PageNode } from "./page-tree.ts";
import type { FormName } from "./resources.ts";
import type { Revision } from "./revision.ts";
import { unitsPerEm } from "./stamp-form.ts";
import { asArray } from "./values.ts";
import { writeEntries } from "./write-entries.ts";

/** Printed, and neither moved, changed nor deleted by readers (ISO 32000-2, 12.5.3). */
const flags = 4 + 64 + 128 + 512;

/** Puts the stamp, which says `lines`, onto pages as Stamp annotations, so that the content a signature covers stays as it was signed. */
export class AnnotationStamper {
  private readonly appearances = new Map<string, number>();
  private described: number | undefined;

  constructor(
    private readonly document: PdfDocument,
    private readonly revision: Revision,
    private readonly lines: string[],
  ) {}

  /** `toPage` maps the form's units to the page's own coordinates. */
  stamp(page: PageNode, block: StampBlock, form: FormName, toPage: Matrix): void {
    const box = [0, 0, block.width * unitsPerEm, block.height * unitsPerEm] as const;
    const appearance = this.appearance(form, box, toPage);
    const annotation = this.revision.add(
      `<< /Type /Annot /Subtype /Stamp /Rect [${boundsOf(box, toPage).map(numberText).join(" ")}] /F ${flags} ` +
        `/Contents ${this.description()} /P ${page.number} ${page.generation} R /AP << /N ${appearance} 0 R >> >>`,
    );
    const existing = asArray(this.document.resolve(page.dict.get("Annots"))) ?? [];
    this.revision.write(page.number, page.generation, (out) => {
      out.text("<< ");
      writeEntries(out, page.dict, (key) => key === "Annots");
      out.text("/Annots [");
      for (const raw of existing) out.raw(raw).text(" ");
      out.text(`${annotation} 0 R] >>`);
    });
  }

  /** What readers show for the annotation and read aloud; one object for all pages. */
  private description(): string {
    this.described ??= this.revision.add(textString(this.lines.join("\n")));
    return `${this.described} 0 R`;
  }

  /** The form turned as the page needs it; readers fit its bounds into /Rect (ISO 32000-2, 12.5.5). */
  private appearance(form: FormName, box: readonly number[], [a, b, c, d]: Matrix): number {
    const matrix = matrixText([a, b, c, d, 0, 0]);
    const key = `${form.number} ${matrix}`;
    const known = this.appearances.get(key);
    if (known !== undefined) return known;
    const number = this.revision.addStream(
      `/Type /XObject /Subtype /Form /BBox [${box.map(numberText).join(" ")}] /Matrix [${matrix}] ` +
        `/Resources << /XObject << /${form.name} ${form.number} 0 R >> >>`,
      Buffer.from(`/${form.name} Do\n`, "latin1"),
    );
    this.appearances.set(key, number);
    return number;
  }
}

/** A text string (ISO 32000-2, 7.9.2.2) of any script. */
function textString(text: string): string {
  return `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}

function boundsOf(
  [left, bottom, right, top]: readonly [number, number, number, number],
  matrix: Matrix,
): number[] {
  const [a, b, c, d, e, f] = matrix;
  const x1 = a * left + c * bottom + e;
  const y1 = b * left + d * bottom + f;
  const x2 = a * right + c * top + e;
  const y2 = b * right + d * top + f;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}
