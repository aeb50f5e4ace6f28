import type { PdfDocument } from "./document.ts";
import { numberText, transformBounds } from "./matrix.ts";
import type { Enclosed } from "./page-content.ts";
import type { PageNode } from "./page-tree.ts";
import type { PageView } from "./page-view.ts";
import type { Revision } from "./revision.ts";
import { asDict, getText, type Raw } from "./values.ts";
import { writeEntries } from "./write-entries.ts";

/** Form XObjects that wrap the whole content of a page: anything it leaves open ends with the form. */
export class PageEnclosures {
  readonly #known = new Map<string | Raw, Map<string, number>>();

  constructor(
    private readonly document: PdfDocument,
    private readonly revision: Revision,
  ) {}

  /** The number of the form that draws `content` as on `page`, of which `view` is visible. */
  of(page: PageNode, { key, enclosed }: Enclosed, view: PageView): number {
    const resources = page.dict.get("Resources") ?? page.inherited.Resources;
    const seen = transformBounds([0, 0, view.width, view.height], view.toPage);
    const box = seen.map(numberText).join(" ");
    const name = `${box} ${resources ? getText(resources) : ""}`;
    const sameContent = this.#known.get(key) ?? new Map<string, number>();
    this.#known.set(key, sameContent);
    const known = sameContent.get(name);
    if (known !== undefined) return known;
    const number = this.#write(enclosed, box, resources);
    sameContent.set(name, number);
    return number;
  }

  #write(enclosed: Enclosed["enclosed"], box: string, resources: Raw | undefined): number {
    const head = `/Type /XObject /Subtype /Form /BBox [${box}] /Resources ${resources ? getText(resources) : "<< >>"}`;
    if (Buffer.isBuffer(enclosed)) return this.revision.addPacked(head, enclosed);
    const { value, data } = enclosed;
    const number = this.revision.reserve();
    this.revision.writeStream(
      number,
      0,
      (out) => {
        out.text(`${head} `);
        writeEntries(out, asDict(value), (entry) => entry !== "Filter" && entry !== "DecodeParms");
      },
      this.document.bytes.subarray(data?.start, data?.end),
    );
    return number;
  }
}
