import type { ByteWriter } from "./byte-writer.ts";
import type { PdfDocument } from "./document.ts";
import { type Matrix, matrixText } from "./matrix.ts";
import type { PageContents, Wrapping } from "./page-content.ts";
import { PageEnclosures } from "./page-enclosure.ts";
import type { PageNode } from "./page-tree.ts";
import type { PageView } from "./page-view.ts";
import { type FormName, StampedResources } from "./resources.ts";
import type { Revision } from "./revision.ts";
import type { StampForms } from "./stamp-forms.ts";
import { writeEntries } from "./write-entries.ts";

/** Adds the stamp to the content of pages: each page gets a new page object and shares everything else. */
export class PageStamper {
  readonly #revision: Revision;
  readonly #contents: PageContents;
  readonly #enclosures: PageEnclosures;
  readonly #resources: StampedResources;
  readonly #streams = new Map<string, number>();

  constructor(document: PdfDocument, revision: Revision, forms: StampForms, contents: PageContents) {
    this.#revision = revision;
    this.#contents = contents;
    this.#enclosures = new PageEnclosures(document, revision);
    this.#resources = new StampedResources(document, revision, forms.names);
  }

  /**
   * `toPage` maps the form's units to the page's coordinates; `view` is the visible part of the page. `below` is a form
   * in the page's coordinates that is drawn first; a page with uncertain content takes none. If the state after the
   * content is unknown, the stamp precedes the content, which may cover it.
   */
  stamp(page: PageNode, form: FormName, toPage: Matrix, view: PageView, below?: FormName): void {
    const content = this.#contents.of(page);
    if ("enclosed" in content) {
      this.#stampEnclosed(page, form, toPage, this.#enclosures.of(page, content, view));
      return;
    }
    const { streams, wrapping } = content;
    const stamp = `${below ? `q /${below.name} Do Q\n` : ""}${drawing(form, toPage)}`;
    const contents = wrapping
      ? this.#wrapped(streams, wrapping, stamp)
      : [`${this.#stream(stamp)} 0 R`, ...streams];
    this.#writePage(page, `[${contents.join(" ")}]`, (out) =>
      this.#resources.write(out, page, below ? [form, below] : [form]),
    );
  }

  /** Has no marked content: at the next mark, some readers return to a layer that the wrapped content left open. */
  #stampEnclosed(page: PageNode, form: FormName, toPage: Matrix, enclosure: number): void {
    const content = this.#stream(`q /Page Do Q\nq BT ET Q\nq ${matrixText(toPage)} cm /${form.name} Do Q\n`);
    const forms = `/Page ${enclosure} 0 R /${form.name} ${form.number} 0 R`;
    this.#writePage(page, `${content} 0 R`, (out) => out.text(`<< /XObject << ${forms} >> >>`));
  }

  #wrapped(streams: string[], { before, after, replacement }: Wrapping, stamp: string): string[] {
    const own = replacement ? [`${this.#revision.addPacked("", replacement)} 0 R`] : streams;
    return [`${this.#stream(before)} 0 R`, ...own, `${this.#stream(`${after}${stamp}`)} 0 R`];
  }

  #writePage(page: PageNode, contents: string, writeResources: (out: ByteWriter) => void): void {
    this.#revision.write(page.number, page.generation, (out) => {
      out.text("<< ");
      writeEntries(out, page.dict, (key) => key === "Contents" || key === "Resources");
      out.text(`/Contents ${contents} /Resources `);
      writeResources(out);
      out.text(" >>");
    });
  }

  finish(): void {
    this.#resources.finish();
  }

  #stream(content: string): number {
    const known = this.#streams.get(content);
    if (known !== undefined) return known;
    const number = this.#revision.addStream("", Buffer.from(content, "latin1"));
    this.#streams.set(content, number);
    return number;
  }
}

/** Marked as an artifact, so that tagged documents stay valid and screen readers skip it. */
function drawing(form: FormName, toPage: Matrix): string {
  const matrix = matrixText(toPage);
  return `/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq ${matrix} cm /${form.name} Do Q\nEMC\n`;
}
