import type { ByteWriter } from "./byte-writer.ts";
import type { PdfDocument } from "./document.ts";
import { type Matrix, matrixText } from "./matrix.ts";
import type { PageContents, Wrapped } from "./page-content.ts";
import { PageEnclosures } from "./page-enclosure.ts";
import type { PageNode } from "./page-tree.ts";
import type { PageView } from "./page-view.ts";
import { type FormName, StampedResources } from "./resources.ts";
import type { Revision } from "./revision.ts";
import type { StampForms } from "./stamp-forms.ts";
import { writeEntries } from "./write-entries.ts";

/** Puts the stamp behind the content of pages: a new page object each, everything else shared. */
export class PageStamper {
  private readonly revision: Revision;
  private readonly contents: PageContents;
  private readonly enclosures: PageEnclosures;
  private readonly resources: StampedResources;
  private readonly streams = new Map<string, number>();

  constructor(document: PdfDocument, revision: Revision, forms: StampForms, contents: PageContents) {
    this.revision = revision;
    this.contents = contents;
    this.enclosures = new PageEnclosures(document, revision);
    this.resources = new StampedResources(document, revision, forms.names);
  }

  /**
   * `toPage` maps the form's units to the page's own coordinates; `view` is what is seen of the page. `below` is a
   * form in the page's own coordinates that is drawn first; a page whose content is uncertain takes none.
   */
  stamp(page: PageNode, form: FormName, toPage: Matrix, view: PageView, below?: FormName): void {
    const content = this.contents.of(page);
    if ("enclosed" in content)
      this.stampEnclosed(page, form, toPage, this.enclosures.of(page, content, view));
    else this.stampWrapped(page, form, toPage, content, below);
  }

  private stampWrapped(
    page: PageNode,
    form: FormName,
    toPage: Matrix,
    wrapped: Wrapped,
    below: FormName | undefined,
  ): void {
    const before = this.stream(wrapped.before);
    const first = below ? `q /${below.name} Do Q\n` : "";
    const after = this.stream(`${wrapped.after}${first}${drawing(form, toPage)}`);
    const own = this.ownStreams(wrapped);
    this.writePage(page, `[${before} 0 R ${own} ${after} 0 R]`, (out) =>
      this.resources.write(out, page, below ? [form, below] : [form]),
    );
  }

  /** Without marks of its own: at the next mark, readers remember layers that the enclosed content has left open. */
  private stampEnclosed(page: PageNode, form: FormName, toPage: Matrix, enclosure: number): void {
    const content = this.stream(`q /Page Do Q\nq BT ET Q\nq ${matrixText(toPage)} cm /${form.name} Do Q\n`);
    const forms = `/Page ${enclosure} 0 R /${form.name} ${form.number} 0 R`;
    this.writePage(page, `${content} 0 R`, (out) => out.text(`<< /XObject << ${forms} >> >>`));
  }

  private writePage(page: PageNode, contents: string, writeResources: (out: ByteWriter) => void): void {
    this.revision.write(page.number, page.generation, (out) => {
      out.text("<< ");
      writeEntries(out, page.dict, (key) => key === "Contents" || key === "Resources");
      out.text(`/Contents ${contents} /Resources `);
      writeResources(out);
      out.text(" >>");
    });
  }

  /** True when nobody can say what the page's content leaves to what is drawn after it. */
  isUncertain(page: PageNode): boolean {
    return "enclosed" in this.contents.of(page);
  }

  finish(): void {
    this.resources.finish();
  }

  private stream(content: string): number {
    const known = this.streams.get(content);
    if (known !== undefined) return known;
    const number = this.revision.addStream("", Buffer.from(content, "latin1"));
    this.streams.set(content, number);
    return number;
  }

  private ownStreams({ streams, replacement }: Wrapped): string {
    return replacement ? `${this.revision.addPacked("", replacement)} 0 R` : streams.join(" ");
  }
}

/** Marked as an artifact, so that tagged documents stay well formed and screen readers pass over it. */
function drawing(form: FormName, toPage: Matrix): string {
  const matrix = matrixText(toPage);
  return `/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq ${matrix} cm /${form.name} Do Q\nEMC\n`;
}
