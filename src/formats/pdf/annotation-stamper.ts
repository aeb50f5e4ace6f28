import type { StampBlock } from "../stamp/stamp-block.ts";
import { annotationsBelow } from "./annotations-below.ts";
import type { PdfDocument } from "./document.ts";
import { type Bounds, boundsText, type Matrix, matrixText, numberText, transformBounds } from "./matrix.ts";
import type { PageNode } from "./page-tree.ts";
import type { PageView } from "./page-view.ts";
import type { FormName } from "./resources.ts";
import type { Revision } from "./revision.ts";
import { unitsPerEm } from "./stamp-form.ts";
import { textString } from "./text-string.ts";
import { asArray, getRaw, getText } from "./values.ts";
import { writeEntries } from "./write-entries.ts";

/** Printed, and not moved, changed or deleted by readers (ISO 32000-2, 12.5.3). */
const flags = 4 + 64 + 128 + 512;

/**
 * Adds the stamp to pages as Stamp annotations: used where signed content has to stay unchanged, and above other
 * annotations.
 */
export class AnnotationStamper {
  readonly #appearances = new Map<string, number>();
  #described: number | undefined;
  readonly #link: string | undefined;

  /** `lines` is the text of the stamp. `address` is where it can be checked. */
  constructor(
    private readonly document: PdfDocument,
    private readonly revision: Revision,
    private readonly lines: () => string[],
    address: string | undefined,
  ) {
    this.#link = address === undefined ? undefined : this.#writeLink(address);
  }

  /** The page with a link over the stamp. */
  linked(page: PageNode, stamp: Bounds): PageNode {
    if (this.#link === undefined) return page;
    const number = this.revision.add(
      `<< /Type /Annot /Subtype /Link /Rect [${boundsText(stamp)}] ${this.#link} >>`,
    );
    const existing = asArray(this.document.resolve(page.dict.get("Annots"))) ?? [];
    const annotations = getRaw(`[${[...existing.map(getText), `${number} 0 R`].join(" ")}]`);
    return { ...page, dict: new Map(page.dict).set("Annots", annotations) };
  }

  /** The entries that the links of all pages share. An address is ASCII. */
  #writeLink(address: string): string {
    const text = `(${address.replace(/[\\()]/g, "\\$&")})`;
    const action = this.revision.add(`<< /S /URI /URI ${text} >>`);
    return `/Border [0 0 0] /F 4 /Contents ${this.revision.add(text)} 0 R /A ${action} 0 R`;
  }

  /** Writes a page whose content stays unchanged. `toPage` maps the form's units to the page's coordinates. */
  stamp(page: PageNode, block: StampBlock, form: FormName, toPage: Matrix): void {
    const existing = asArray(this.document.resolve(page.dict.get("Annots"))) ?? [];
    const { dict } = this.#withStamp(page, existing.map(getText), block, form, toPage);
    this.revision.write(page.number, page.generation, (out) => {
      out.text("<< ");
      writeEntries(out, dict, () => false);
      out.text(">>");
    });
  }

  /** The page with a picture above its annotations, drawn by a form in the page's coordinates. */
  withPicture(page: PageNode, form: number, { width, height, toPage }: PageView): PageNode {
    const rect = transformBounds([0, 0, width, height], toPage).map(numberText).join(" ");
    const appearance = this.revision.addStream(
      `/Type /XObject /Subtype /Form /BBox [${rect}] /Resources << /XObject << /Picture ${form} 0 R >> >>`,
      Buffer.from("/Picture Do\n", "latin1"),
    );
    const annotation = this.revision.add(
      `<< /Type /Annot /Subtype /Stamp /Rect [${rect}] /F ${flags} /P ${page.number} ${page.generation} R ` +
        `/AP << /N ${appearance} 0 R >> >>`,
    );
    const existing = asArray(this.document.resolve(page.dict.get("Annots"))) ?? [];
    const annotations = getRaw(`[${[...existing.map(getText), `${annotation} 0 R`].join(" ")}]`);
    return { ...page, dict: new Map(page.dict).set("Annots", annotations) };
  }

  /** The page with the stamp above its annotations if any of them can cover page content, or if `always` is set. */
  above(page: PageNode, block: StampBlock, form: FormName, toPage: Matrix, always: boolean): PageNode {
    if (!always && !page.dict.has("Annots")) return page;
    const place = transformBounds(getBox(block), toPage);
    const { items, cover } = annotationsBelow(this.document, page, place);
    return always || cover ? this.#withStamp(page, items, block, form, toPage) : page;
  }

  #withStamp(page: PageNode, below: string[], block: StampBlock, form: FormName, toPage: Matrix): PageNode {
    const box = getBox(block);
    const appearance = this.#appearance(form, box, toPage);
    const annotation = this.revision.add(
      `<< /Type /Annot /Subtype /Stamp /Rect [${boundsText(transformBounds(box, toPage))}] /F ${flags} ` +
        `/Contents ${this.#description()} /P ${page.number} ${page.generation} R /AP << /N ${appearance} 0 R >> >>`,
    );
    const annotations = getRaw(`[${[...below, `${annotation} 0 R`].join(" ")}]`);
    return { ...page, dict: new Map(page.dict).set("Annots", annotations) };
  }

  /** What readers show for the annotation and read aloud; one object for all pages. */
  #description(): string {
    this.#described ??= this.revision.add(textString(this.lines().join("\n")));
    return `${this.#described} 0 R`;
  }

  /** The form with the page's rotation; readers fit its bounds into /Rect (ISO 32000-2, 12.5.5). */
  #appearance(form: FormName, box: readonly number[], [a, b, c, d]: Matrix): number {
    const matrix = matrixText([a, b, c, d, 0, 0]);
    const key = `${form.number} ${matrix}`;
    const known = this.#appearances.get(key);
    if (known !== undefined) return known;
    const number = this.revision.addStream(
      `/Type /XObject /Subtype /Form /BBox [${box.map(numberText).join(" ")}] /Matrix [${matrix}] ` +
        `/Resources << /XObject << /${form.name} ${form.number} 0 R >> >>`,
      Buffer.from(`/${form.name} Do\n`, "latin1"),
    );
    this.#appearances.set(key, number);
    return number;
  }
}

const getBox = ({ width, height }: StampBlock): Bounds => [0, 0, width * unitsPerEm, height * unitsPerEm];
