import type { NewPdfFile } from "../pdf/new-pdf-file.ts";
import { textString } from "../pdf/text-string.ts";
import type { Element } from "./flow.ts";

/** The page's entries about its marked content and links (ISO 32000-2, 14.7.5.4). */
export class PageMarks {
  /** Elements by marked-content ID. */
  readonly owners: number[] = [];
  readonly links: number[] = [];

  constructor(
    readonly page: number,
    readonly key: number,
  ) {}
}

type Node = { number: number; kids: string[] };

/**
 * Records the structure element of each piece of content, so that screen readers find headings, text, links and
 * pictures.
 */
export class StructureTree {
  private readonly file: NewPdfFile;
  private readonly root: number;
  private readonly document: number;
  private readonly nodes = new Map<Element, Node>();
  private readonly pages: PageMarks[] = [];
  /** Entries of the parent tree, by their keys. */
  private readonly parents: string[] = [];

  constructor(file: NewPdfFile) {
    this.file = file;
    this.root = file.reserve();
    this.document = file.reserve();
  }

  /** `page` is the object number of the page. */
  addPage(page: number): PageMarks {
    const marks = new PageMarks(page, this.parents.push("") - 1);
    this.pages.push(marks);
    return marks;
  }

  /** Wraps an element's operators on one page as marked content; links become clickable. */
  mark(element: Element, marks: PageMarks, operators: string): string {
    const node = this.nodes.get(element) ?? { number: this.file.reserve(), kids: [] };
    this.nodes.set(element, node);
    const id = marks.owners.push(node.number) - 1;
    node.kids.push(`<< /Type /MCR /Pg ${marks.page} 0 R /MCID ${id} >>`);
    if (element.url !== undefined) this.addLinks(element, element.url, node, marks);
    return `/${element.tag} <</MCID ${id}>> BDC\n${operators}\nEMC`;
  }

  /** Writes the tree; returns its root for the catalog. */
  write(): number {
    const { file, root, document } = this;
    for (const [element, node] of this.nodes) file.write(node.number, this.describe(element, node));
    const kids = [...this.nodes.values()].map(({ number }) => `${number} 0 R`);
    file.write(document, `<< /Type /StructElem /S /Document /P ${root} 0 R /K [${kids.join(" ")}] >>`);
    for (const { key, owners } of this.pages) {
      this.parents[key] = `[${owners.map((owner) => `${owner} 0 R`).join(" ")}]`;
    }
    const numbers = this.parents.map((parent, key) => `${key} ${parent}`);
    file.write(
      root,
      `<< /Type /StructTreeRoot /K [${document} 0 R] /ParentTree << /Nums [${numbers.join(" ")}] >> ` +
        `/ParentTreeNextKey ${this.parents.length} >>`,
    );
    return root;
  }

  private describe({ tag, alt, picture }: Element, { kids }: Node): string {
    const description = alt === undefined ? "" : ` /Alt ${textString(alt)}`;
    const layout = picture
      ? ` /A << /O /Layout /BBox [${picture.box.map(hundredths).join(" ")}] /Placement /Block >>`
      : "";
    return `<< /Type /StructElem /S /${tag} /P ${this.document} 0 R /K [${kids.join(" ")}]${description}${layout} >>`;
  }

  private addLinks(element: Element, url: string, node: Node, marks: PageMarks): void {
    for (const { x, y, size, line } of element.lines) {
      const key = this.parents.push(`${node.number} 0 R`) - 1;
      const box = [x, y - size * 0.3, x + line.width * size, y + size];
      const link = this.file.add(
        `<< /Type /Annot /Subtype /Link /Rect [${box.map(hundredths).join(" ")}] /Border [0 0 0] /F 4 ` +
          `/Contents ${textString(element.alt ?? url)} /StructParent ${key} ` +
          `/A << /Type /Action /S /URI /URI (${url.replace(/[\\()]/g, "\\$&")}) >> >>`,
      );
      marks.links.push(link);
      node.kids.push(`<< /Type /OBJR /Obj ${link} 0 R /Pg ${marks.page} 0 R >>`);
    }
  }
}

const hundredths = (value: number): string => String(Math.round(value * 100) / 100);
