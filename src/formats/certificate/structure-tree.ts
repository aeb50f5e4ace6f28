import type { Element } from "./flow.ts";
import {
  type PDFContext,
  type PDFDict,
  PDFNull,
  type PDFObject,
  type PDFRef,
  PDFString,
} from "./pdf-objects.ts";
import { writtenText } from "./written-object.ts";

/** The page's entries about its marked content and links (ISO 32000-2, 14.7.5.4). */
export class PageMarks {
  /** Elements by marked-content ID. */
  readonly owners: PDFRef[] = [];
  readonly links: PDFRef[] = [];

  constructor(
    readonly page: PDFRef,
    readonly key: number,
  ) {}
}

/** An element of the structure; its content without a page of its own is on `page`. */
type Node = { ref: PDFRef; page: PDFRef; kids: (number | PDFDict)[] };

/**
 * Records the structure element of each piece of content, so that screen readers find headings, text, links and
 * pictures.
 */
export class StructureTree {
  readonly #context: PDFContext;
  readonly #root: PDFRef;
  readonly #document: PDFRef;
  readonly #nodes = new Map<Element, Node>();
  readonly #pages: PageMarks[] = [];
  /** Entries of the parent tree, by their keys. */
  readonly #parents: PDFObject[] = [];

  constructor(context: PDFContext) {
    this.#context = context;
    this.#root = context.nextRef();
    this.#document = context.nextRef();
  }

  addPage(page: PDFRef): PageMarks {
    const marks = new PageMarks(page, this.#parents.push(PDFNull) - 1);
    this.#pages.push(marks);
    return marks;
  }

  /** Wraps an element's operators on one page as marked content; links become clickable. */
  mark(element: Element, marks: PageMarks, operators: string): string {
    const { page, owners } = marks;
    const node = this.#nodes.get(element) ?? { ref: this.#context.nextRef(), page, kids: [] };
    this.#nodes.set(element, node);
    const id = owners.push(node.ref) - 1;
    node.kids.push(node.page === page ? id : this.#context.obj({ Type: "MCR", Pg: page, MCID: id }));
    if (element.url !== undefined) this.#addLinks(element, element.url, node, marks);
    return `/${element.tag} <</MCID ${id}>> BDC\n${operators}\nEMC`;
  }

  /** Writes the tree; returns its root for the catalog. */
  write(): PDFRef {
    const context = this.#context;
    const root = this.#root;
    const document = this.#document;
    for (const [element, node] of this.#nodes) context.assign(node.ref, this.#describe(element, node));
    const kids = [...this.#nodes.values()].map(({ ref }) => ref);
    context.assign(document, context.obj({ Type: "StructElem", S: "Document", P: root, K: kids }));
    for (const { key, owners } of this.#pages) this.#parents[key] = context.obj(owners);
    context.assign(
      root,
      context.obj({
        Type: "StructTreeRoot",
        K: [document],
        ParentTree: { Nums: this.#parents.flatMap((parent, key) => [key, parent]) },
        ParentTreeNextKey: this.#parents.length,
      }),
    );
    return root;
  }

  #describe({ tag, alt, picture }: Element, { page, kids }: Node): PDFDict {
    return this.#context.obj({
      Type: "StructElem",
      S: tag,
      P: this.#document,
      Pg: page,
      K: kids,
      Alt: alt === undefined ? undefined : writtenText(alt),
      A: picture && { O: "Layout", BBox: picture.box.map(hundredths), Placement: "Block" },
    });
  }

  #addLinks(element: Element, url: string, node: Node, { page, links }: PageMarks): void {
    for (const { x, y, size, line } of element.lines) {
      const key = this.#parents.push(node.ref) - 1;
      const link = this.#context.register(
        this.#context.obj({
          Type: "Annot",
          Subtype: "Link",
          Rect: [x, y - size * 0.3, x + line.width * size, y + size].map(hundredths),
          Border: [0, 0, 0],
          F: 4,
          Contents: writtenText(element.alt ?? url),
          StructParent: key,
          A: { Type: "Action", S: "URI", URI: PDFString.of(url.replace(/[\\()]/g, "\\$&")) },
        }),
      );
      links.push(link);
      node.kids.push(this.#context.obj({ Type: "OBJR", Obj: link, Pg: page }));
    }
  }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
