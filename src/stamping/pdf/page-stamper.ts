import type { PdfDocument } from "./document.ts";
import { type Matrix, matrixText } from "./matrix.ts";
import { PageContents, type Wrapping } from "./page-content.ts";
import type { PageNode } from "./page-tree.ts";
import { type FormName, StampedResources } from "./resources.ts";
import type { Revision } from "./revision.ts";
import type { StampForms } from "./stamp-forms.ts";
import { writeEntries } from "./write-entries.ts";

/** Puts the stamp behind the content of pages: a new page object each, everything else shared. */
export class PageStamper {
  private readonly revision: Revision;
  private readonly contents: PageContents;
  private readonly resources: StampedResources;
  private readonly streams = new Map<string, number>();

  constructor(document: PdfDocument, revision: Revision, forms: StampForms) {
    this.revision = revision;
    this.contents = new PageContents(document);
    this.resources = new StampedResources(document, revision, forms.names);
  }

  /** `toPage` maps the form's units to the page's own coordinates. */
  stamp(page: PageNode, form: FormName, toPage: Matrix): void {
    const wrapping = this.contents.wrap(page);
    const before = this.stream(wrapping.before);
    const after = this.stream(`${wrapping.after}${drawing(form, toPage)}`);
    const own = this.ownStreams(wrapping);
    this.revision.write(page.number, page.generation, (out) => {
      out.text("<< ");
      writeEntries(out, page.dict, (key) => key === "Contents" || key === "Resources");
      out.text(`/Contents [${before} 0 R ${own} ${after} 0 R] /Resources `);
      this.resources.write(out, page, form);
      out.text(" >>");
    });
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

  private ownStreams({ streams, replacement }: Wrapping): string {
    return replacement ? `${this.revision.addPacked("", replacement)} 0 R` : streams.join(" ");
  }
}

/** Marked as an artifact, so that tagged documents stay well formed and screen readers pass over it. */
function drawing(form: FormName, toPage: Matrix): string {
  const matrix = matrixText(toPage);
  return `/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq ${matrix} cm /${form.name} Do Q\nEMC\n`;
}
