import type { Aside } from "./content-aside.ts";
import { ContentInk } from "./content-ink.ts";
import type { PdfDocument } from "./document.ts";
import { type Bounds, type Matrix, transformBounds } from "./matrix.ts";
import type { PageContents } from "./page-content.ts";
import { inkKind, PageInk } from "./page-ink.ts";
import type { PageNode } from "./page-tree.ts";
import { isSameView, type PageView } from "./page-view.ts";
import { asArray, asName, asNumber, isSameText, type PdfDict, type Raw } from "./values.ts";

const hiddenFlags = 2 + 32;

/** Finds where the pages of a document show something, in the coordinates of their views. */
export class PageInspector {
  readonly #ink: ContentInk;
  #resources: { raw: Raw | undefined; dict: PdfDict | undefined } | undefined;
  #last: (SeenPage & { ink: PageInk; near: Bounds | undefined }) | undefined;

  /** `overprints`: whether a graphics state of the document lets colors overprint. */
  constructor(
    private readonly document: PdfDocument,
    private readonly contents: PageContents,
    overprints: boolean,
  ) {
    this.#ink = new ContentInk(document, overprints);
  }

  /** True if programs interpret an operator on the pages that were inspected differently. */
  get isAmbiguous(): boolean {
    return this.#ink.isAmbiguous;
  }

  /** True if something of what should be inspected was not. */
  get isIncomplete(): boolean {
    return this.#ink.isIncomplete;
  }

  /** Reads content that does not count as content of a page, to see whether it is ambiguous. */
  readAsides(asides: Aside[]): void {
    this.#ink.readAsides(asides);
  }

  /**
   * The content of a page and its annotations; unreadable content is ignored, and a page with too much content counts
   * as full. With `near`, text outside these bounds may be missing, and the bounds may be reported as taken although
   * they are free.
   */
  findInk(page: PageNode, view: PageView, near?: Bounds): PageInk {
    const last = this.#last;
    if (last && isSamePage(last, { page, view }) && (!last.near || last.near.join() === near?.join()))
      return last.ink;
    const ink = new PageInk(view.width, view.height);
    const content = this.contents.bytes(page);
    const resources = this.#resourcesOf(page);
    if (!content) this.#ink.isIncomplete = true;
    if (content && !this.#ink.read(content, resources, inverse(view.toPage), ink, near))
      ink.boxes.isFull = true;
    for (const { bounds, subtype, dict } of this.#annotations(page, view))
      if (subtype !== "Popup" && (subtype !== "Link" || dict.has("AP"))) ink.add(inkKind.ink, ...bounds);
    this.#last = { page, view, ink, near };
    return ink;
  }

  /** The same object for neighbors with the same resources. */
  #resourcesOf(page: PageNode): PdfDict | undefined {
    const raw = findResources(page);
    if (!this.#resources || !isSameText(this.#resources.raw, raw))
      this.#resources = { raw, dict: this.document.dict(raw) };
    return this.#resources.dict;
  }

  /** The form fields that are visible on a page. */
  fields(page: PageNode, view: PageView): Bounds[] {
    return this.#annotations(page, view)
      .filter(({ subtype }) => subtype === "Widget")
      .map(({ bounds }) => bounds);
  }

  #annotations(
    page: PageNode,
    view: PageView,
  ): { bounds: Bounds; subtype: string | undefined; dict: PdfDict }[] {
    const { document } = this;
    const items = asArray(document.resolve(page.dict.get("Annots"))) ?? [];
    return items.flatMap((item) => {
      const dict = document.dict(item);
      const flags = asNumber(document.resolve(dict?.get("F"))) ?? 0;
      const sides = asArray(document.resolve(dict?.get("Rect")), 4)?.map(
        (side) => asNumber(document.resolve(side)) ?? 0,
      );
      if (!dict || sides?.length !== 4 || (flags & hiddenFlags) !== 0) return [];
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = sides;
      if (x1 === x2 || y1 === y2) return [];
      const box: Bounds = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
      const bounds = transformBounds(box, inverse(view.toPage));
      return [{ bounds, subtype: asName(document.resolve(dict.get("Subtype"))), dict }];
    });
  }
}

type SeenPage = { page: PageNode; view: PageView };

/** True for pages that share all drawings and have the same view. */
function isSamePage(one: SeenPage, other: SeenPage): boolean {
  return (
    isSameText(one.page.dict.get("Contents"), other.page.dict.get("Contents")) &&
    isSameText(one.page.dict.get("Annots"), other.page.dict.get("Annots")) &&
    isSameText(findResources(one.page), findResources(other.page)) &&
    isSameView(one.view, other.view)
  );
}

const findResources = (page: PageNode): Raw | undefined =>
  page.dict.get("Resources") ?? page.inherited.Resources;

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const scale = 1 / (a * d - b * c);
  return [d * scale, -b * scale, -c * scale, a * scale, (c * f - d * e) * scale, (b * e - a * f) * scale];
}
