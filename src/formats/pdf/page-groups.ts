import { ColorSpaces, type DoubtfulSpace } from "./ambiguous-colors.ts";
import type { PdfDocument } from "./document.ts";
import type { PageNode } from "./page-tree.ts";
import { asName, getRaw, getText, type PdfDict, type Raw } from "./values.ts";

const deviceSpaces = new Set(["DeviceGray", "DeviceRGB", "DeviceCMYK"]);

/**
 * The groups of pages (ISO 32000-2, 11.4.7). Some programs convert everything on a page, the stamp too, to the color
 * space of its group, and others ignore it.
 */
export class PageGroups {
  readonly #seen = new Set<string>();
  readonly #spaces: ColorSpaces;

  /** `plain`: leave the color spaces out. */
  constructor(
    private readonly document: PdfDocument,
    private readonly plain: boolean,
  ) {
    this.#spaces = new ColorSpaces(document);
  }

  /** The page as it should be written. */
  settled(page: PageNode): PageNode {
    if (!this.plain) return page;
    const { group, space } = this.#read(page);
    if (!group || !space) return page;
    const kept = [...group]
      .filter(([key]) => key !== "CS")
      .map(([key, value]) => `/${key} ${getText(value)}`);
    return { ...page, dict: new Map(page.dict).set("Group", getRaw(`<< ${kept.join(" ")} >>`)) };
  }

  /** What is doubtful about the first page with a color space that can change the stamp. */
  findDoubt(page: PageNode): { space: DoubtfulSpace | "odd" } | undefined {
    const { space, defaults } = this.#read(page);
    const name = asName(space);
    const isDevice = name !== undefined && deviceSpaces.has(name);
    const actual = isDevice ? defaults?.get(name.replace("Device", "Default")) : space;
    if (!actual) return undefined;
    const text = getText(actual);
    if (this.#seen.has(text)) return undefined;
    this.#seen.add(text);
    const like = this.#spaces.deviceLike(actual);
    return { space: like ? { space: text, like } : "odd" };
  }

  #read(page: PageNode): {
    group: PdfDict | undefined;
    space: Raw | undefined;
    defaults: PdfDict | undefined;
  } {
    const { document } = this;
    const group = document.dict(page.dict.get("Group"));
    const space = document.resolve(group?.get("CS"));
    const resources = space && document.dict(page.dict.get("Resources") ?? page.inherited.Resources);
    return { group, space, defaults: document.dict(resources?.get("ColorSpace")) };
  }
}
