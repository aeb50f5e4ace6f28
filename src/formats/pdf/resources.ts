import type { ByteWriter } from "./byte-writer.ts";
import type { PdfDocument } from "./document.ts";
import type { PageNode } from "./page-tree.ts";
import type { Revision } from "./revision.ts";
import { asDict, asReference, type PdfDict, type Raw } from "./values.ts";
import { writeEntries } from "./write-entries.ts";

/** The name under which pages refer to a form of the stamp, and the form's object number. */
export type FormName = { name: string; number: number };

type Shared = { number: number; write: (out: ByteWriter) => void };

/**
 * Adds the stamp's forms to the resources of pages. Shared dictionaries are extended once, in a new object, so that
 * cost and size stay linear; the originals are unchanged for their other users.
 */
export class StampedResources {
  readonly #document: PdfDocument;
  readonly #revision: Revision;
  readonly #shared = new Map<string | Raw, Shared>();
  readonly #forms: FormName[];

  /** `forms` may still grow until `finish` is called. */
  constructor(document: PdfDocument, revision: Revision, forms: FormName[]) {
    this.#document = document;
    this.#revision = revision;
    this.#forms = forms;
  }

  /** Writes the value of /Resources for a page that uses `forms`. */
  write(out: ByteWriter, page: PageNode, forms: FormName[]): void {
    const own = page.dict.get("Resources");
    const raw = own ?? page.inherited.Resources;
    const reference = asReference(raw);
    if (own && !reference) this.#writeResources(out, asDict(own), forms);
    else if (!raw) this.#writeResources(out, undefined, forms);
    else {
      const key = reference ? `resources ${reference.number}` : raw;
      this.#writeShared(out, key, (target) =>
        this.#writeResources(target, this.#document.dict(raw), this.#forms),
      );
    }
  }

  #writeResources(out: ByteWriter, dict: PdfDict | undefined, forms: FormName[]): void {
    out.text("<< ");
    writeEntries(out, dict, (key) => key === "XObject");
    out.text("/XObject ");
    const raw = dict?.get("XObject");
    const reference = asReference(raw);
    if (!reference) writeForms(out, asDict(raw), forms);
    else {
      const key = `forms ${reference.number}`;
      this.#writeShared(out, key, (target) => writeForms(target, this.#document.dict(raw), this.#forms));
    }
    out.text(" >>");
  }

  #writeShared(out: ByteWriter, key: string | Raw, write: Shared["write"]): void {
    const known = this.#shared.get(key) ?? { number: this.#revision.reserve(), write };
    this.#shared.set(key, known);
    out.text(`${known.number} 0 R`);
  }

  /** Writes the shared dictionaries; call it after every page, when all forms are known. */
  finish(): void {
    // The map grows during the loop: extended resources may bring extended XObject dictionaries.
    for (const { number, write } of this.#shared.values()) this.#revision.write(number, 0, write);
  }
}

function writeForms(out: ByteWriter, dict: PdfDict | undefined, forms: FormName[]): void {
  out.text("<< ");
  writeEntries(out, dict, (key) => forms.some(({ name }) => name === key));
  for (const { name, number } of forms) out.text(`/${name} ${number} 0 R `);
  out.text(">>");
}
