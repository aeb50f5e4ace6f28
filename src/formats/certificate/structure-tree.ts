import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  PDFString,
} from "pdf-lib";
import type { Element } from "./flow.ts";

/** What one page's marked content belongs to, in the order of its numbers (ISO 32000-2, 14.7.5.4). */
type PageMarks = { page: PDFPage; key: number; owners: PDFRef[] };

/** Collects which content belongs to which element, so that a reader knows headings, text, links and pictures. */
export class StructureTree {
  private readonly context: PDFContext;
  private readonly root: PDFRef;
  private readonly document: PDFRef;
  private readonly nodes = new Map<Element, { ref: PDFRef; node: PDFDict; kids: PDFArray }>();
  private readonly pages: PageMarks[] = [];
  private readonly parents = new Map<number, PDFRef>();
  private nextKey = 0;

  constructor(context: PDFContext) {
    this.context = context;
    this.root = context.nextRef();
    this.document = context.nextRef();
  }

  /** Wraps the operators of one element on one page as its marked content; links become clickable. */
  mark(element: Element, page: PDFPage, operators: string): string {
    const { ref, kids } = this.nodeOf(element);
    const marks = this.marksOf(page);
    const number = marks.owners.push(ref) - 1;
    kids.push(this.context.obj({ Type: "MCR", Pg: page.ref, MCID: number }));
    if (element.url !== undefined) this.addLinks(element, element.url, page);
    return `/${element.tag} <</MCID ${number}>> BDC\n${operators}\nEMC`;
  }

  /** Writes the tree; its root goes into the catalog. */
  write(): PDFRef {
    const { context } = this;
    const kids = [...this.nodes.values()].map(({ ref }) => ref);
    context.assign(this.document, context.obj({ Type: "StructElem", S: "Document", P: this.root, K: kids }));
    for (const { key, owners } of this.pages) this.parents.set(key, context.register(context.obj(owners)));
    const numbers = [...this.parents].sort(([a], [b]) => a - b).flat();
    const parentTree = context.register(context.obj({ Nums: numbers }));
    const root = {
      Type: "StructTreeRoot",
      K: [this.document],
      ParentTree: parentTree,
      ParentTreeNextKey: this.nextKey,
    };
    context.assign(this.root, context.obj(root));
    return this.root;
  }

  private nodeOf(element: Element) {
    const known = this.nodes.get(element);
    if (known) return known;
    const kids = PDFArray.withContext(this.context);
    const node = this.context.obj({ Type: "StructElem", S: element.tag, P: this.document, K: kids });
    if (element.alt !== undefined) node.set(PDFName.of("Alt"), PDFHexString.fromText(element.alt));
    if (element.picture) {
      const layout = this.context.obj({ O: "Layout", BBox: element.picture.box, Placement: "Block" });
      node.set(PDFName.of("A"), layout);
    }
    const made = { ref: this.context.register(node), node, kids };
    this.nodes.set(element, made);
    return made;
  }

  private marksOf(page: PDFPage): PageMarks {
    const known = this.pages.find((marks) => marks.page === page);
    if (known) return known;
    const made = { page, key: this.nextKey++, owners: [] };
    page.node.set(PDFName.of("StructParents"), this.context.obj(made.key));
    this.pages.push(made);
    return made;
  }

  private addLinks(element: Element, url: string, page: PDFPage): void {
    const { ref, kids } = this.nodeOf(element);
    for (const { x, y, size, line } of element.lines) {
      const key = this.nextKey++;
      const annotation = this.context.register(
        this.context.obj({
          Type: "Annot",
          Subtype: "Link",
          Rect: [x, y - size * 0.3, x + line.width * size, y + size],
          Border: [0, 0, 0],
          F: 4,
          Contents: PDFHexString.fromText(element.alt ?? url),
          A: { Type: "Action", S: "URI", URI: PDFString.of(url) },
          StructParent: key,
        }),
      );
      page.node.addAnnot(annotation);
      kids.push(this.context.obj({ Type: "OBJR", Obj: annotation, Pg: page.ref }));
      this.parents.set(key, ref);
    }
  }
}
