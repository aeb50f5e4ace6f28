import type { PdfDocument } from "./document.ts";
import { inlineNumber, type PageNode } from "./page-tree.ts";
import type { Revision } from "./revision.ts";
import { asName, getRaw, type Raw } from "./values.ts";

const pageType = getRaw("/Page");

/**
 * The page tree of the stamped copy: one node that lists every page. Readers interpret unusual trees, wrong counts and
 * wrong parents differently; from this tree they all read the same pages.
 */
export class FlatPageTree {
  readonly number: number;
  readonly #parent: Raw;
  readonly #kids: string[] = [];
  readonly #taken = new Set<number>();

  constructor(
    private readonly document: PdfDocument,
    private readonly revision: Revision,
  ) {
    this.number = revision.reserve();
    this.#parent = getRaw(`${this.number} 0 R`);
    this.#taken.add(document.catalog().number).add(inlineNumber);
  }

  /**
   * The page to be written: under its own number, or as a copy if that number has another use already. Changes the
   * page's dictionary.
   */
  add(page: PageNode): PageNode {
    const type = asName(this.document.resolve(page.dict.get("Type"))) ?? "Page";
    const copied = this.#taken.has(page.number) || (type !== "Page" && type !== "Pages");
    page.dict.set("Type", pageType).set("Parent", this.#parent);
    const placed = copied ? { ...page, number: this.revision.reserve(), generation: 0 } : page;
    this.#taken.add(placed.number);
    this.#kids.push(`${placed.number} ${placed.generation} R`);
    return placed;
  }

  finish(): void {
    const kids = this.#kids;
    this.revision.write(this.number, 0, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(" ")}] >>`);
  }
}
