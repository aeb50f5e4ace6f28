/**
 * Test support: a strict policy for what may be appended to a signed PDF, following pyHanko's default policy
 * (its `StandardDiffPolicy`), which is the strictest in use. Implemented from its rules, without any of the code that
 * writes our revisions.
 *
 * - Catalog: only /AcroForm, /DSS, /Extensions, /Metadata, /MarkInfo and /Version may differ.
 * - Form: only /Fields, /DR, /DA, /Q and /NeedAppearances may differ. No field may be removed, only signature fields
 *   may be added, their names differ, contain no period, and existing fields keep every entry.
 * - Pages: the tree stays, and of a page only /Annots may differ: no annotation may be removed, and only widgets of new
 *   signature fields may be added.
 * - Document security store: only the known keys, each with an array of references to streams.
 * - Every object that is new or changed must be one of these: a new signature field with its value and its appearance,
 *   the store's streams, cross-reference and object streams. Unreferenced objects and objects that are written again
 *   with the same value are allowed. No object is freed.
 * - The trailer may differ, and /Info may change.
 *
 * Annotations other than such widgets are allowed by ISO 32000-2, 12.8.2.2.2, if there is no certification or one of
 * level 3, but by no rule of that policy. They are listed separately.
 */
import { PdfDocument } from "./document.ts";
import { asArray, asDict, asName, asReference, asString, getText, type PdfDict, type Raw } from "./values.ts";

export type Differences = {
  /** Changes that no rule allows. */
  forbidden: string[];
  /** Annotations that were added and belong to no signature field. */
  annotations: string[];
};

const catalogExempt = new Set(["AcroForm", "DSS", "Extensions", "Metadata", "MarkInfo", "Version"]);
const formExempt = new Set(["Fields", "DR", "DA", "Q", "NeedAppearances"]);
const storeKeys = new Set(["Type", "VRI", "Certs", "CRLs", "OCSPs"]);

/** The differences between a signed file, the first `signedLength` bytes, and the whole file. */
export function differencesSince(file: Buffer, signedLength: number): Differences {
  return new Comparison(new PdfDocument(file.subarray(0, signedLength)), new PdfDocument(file)).run();
}

class Comparison {
  readonly #forbidden: string[] = [];
  readonly #annotations: string[] = [];
  readonly #explained = new Set<number>();
  readonly #newFields = new Set<number>();

  constructor(
    private readonly before: PdfDocument,
    private readonly after: PdfDocument,
  ) {}

  run(): Differences {
    const { before, after } = this;
    const [oldRoot, newRoot] = [before.catalog(), after.catalog()];
    this.#compare("the catalog", oldRoot.dict, newRoot.dict, catalogExempt);
    this.#explained.add(newRoot.number);
    for (const key of ["Extensions", "MarkInfo"]) this.#explainReference(newRoot.dict.get(key));
    this.#explainReference(after.xref.trailer.get("Info"));
    this.#compareStores(newRoot.dict.get("DSS"));
    this.#compareForms(oldRoot.dict.get("AcroForm"), newRoot.dict.get("AcroForm"));
    this.#comparePages(oldRoot.dict.get("Pages"), newRoot.dict.get("Pages"));
    const reachable = this.#reachable();
    for (const number of this.#changed()) {
      if (this.#explained.has(number) || !reachable.has(number) || this.#isContainer(number)) continue;
      this.#forbidden.push(`object ${number} is not explained`);
    }
    for (const [number, entry] of before.xref.entries)
      if (entry.kind !== "free" && (after.xref.entries.get(number)?.kind ?? "free") === "free")
        this.#forbidden.push(`object ${number} is freed`);
    return { forbidden: this.#forbidden, annotations: this.#annotations };
  }

  #compare(what: string, oldDict: PdfDict | undefined, newDict: PdfDict | undefined, exempt: Set<string>) {
    for (const key of new Set([...(oldDict?.keys() ?? []), ...(newDict?.keys() ?? [])])) {
      const [one, other] = [oldDict?.get(key), newDict?.get(key)];
      if (exempt.has(key) || (one && other && canonical(one) === canonical(other))) continue;
      this.#forbidden.push(`/${key} of ${what} differs`);
    }
  }

  #compareStores(raw: Raw | undefined): void {
    const store = this.after.dict(raw);
    this.#explainReference(raw);
    for (const [key, value] of store ?? []) {
      if (!storeKeys.has(key)) this.#forbidden.push(`/${key} is no entry of a document security store`);
      if (key === "Type" || key === "VRI") continue;
      const items = asArray(this.after.resolve(value)) ?? [];
      if (!items.every((item) => this.#streamAt(item))) this.#forbidden.push(`/${key} does not list streams`);
      this.#explain(value);
    }
  }

  #streamAt(raw: Raw): boolean {
    const reference = asReference(raw);
    return reference !== undefined && this.after.object(reference.number)?.data !== undefined;
  }

  #compareForms(oldRaw: Raw | undefined, newRaw: Raw | undefined): void {
    const [oldForm, newForm] = [this.before.dict(oldRaw), this.after.dict(newRaw)];
    if (!oldForm) this.#forbidden.push("a form was added");
    this.#compare("the form", oldForm, newForm, formExempt);
    this.#explainReference(newRaw);
    this.#explainReference(newForm?.get("Fields"));
    this.#compareFields(oldForm?.get("Fields"), newForm?.get("Fields"), "", "");
  }

  #compareFields(oldRaw: Raw | undefined, newRaw: Raw | undefined, parent: string, type: string) {
    const oldFields = this.#fields(this.before, oldRaw, parent);
    const newFields = this.#fields(this.after, newRaw, parent);
    for (const name of oldFields.keys()) if (!newFields.has(name)) this.#forbidden.push(`${name} is gone`);
    for (const [name, raw] of newFields) {
      const dict = this.after.dict(raw);
      const ownType = asName(this.after.resolve(dict?.get("FT"))) ?? type;
      const old = oldFields.get(name);
      const oldDict = this.before.dict(old);
      if (oldDict) this.#compare(`field ${name}`, oldDict, dict, new Set(["Kids"]));
      else if (ownType !== "Sig") this.#forbidden.push(`${name} is a new field and no signature field`);
      else this.#explainSignatureField(name, raw, dict);
      this.#compareFields(oldDict?.get("Kids"), dict?.get("Kids"), `${name}.`, ownType);
    }
  }

  #fields(document: PdfDocument, raw: Raw | undefined, parent: string): Map<string, Raw> {
    const found = new Map<string, Raw>();
    for (const field of asArray(document.resolve(raw)) ?? []) {
      const name = asString(document.resolve(document.dict(field)?.get("T")))?.toString("latin1");
      if (name === undefined) continue;
      if (found.has(parent + name)) this.#forbidden.push(`${parent}${name} is there twice`);
      if (name.includes(".")) this.#forbidden.push(`${parent}${name} has a period in its name`);
      if (!asReference(field)) this.#forbidden.push(`${parent}${name} is no object of its own`);
      found.set(parent + name, field);
    }
    return found;
  }

  #explainSignatureField(name: string, raw: Raw, dict: PdfDict | undefined): void {
    const number = asReference(raw)?.number ?? 0;
    this.#newFields.add(number);
    this.#explained.add(number);
    for (const key of ["AP", "Lock", "SV"]) this.#explain(dict?.get(key));
    const value = dict?.get("V");
    if (value && !asReference(value)) this.#forbidden.push(`the value of ${name} is no object of its own`);
    this.#explainReference(value);
  }

  #comparePages(oldRaw: Raw | undefined, newRaw: Raw | undefined): void {
    const [oldNode, newNode] = [this.before.dict(oldRaw), this.after.dict(newRaw)];
    const number = asReference(newRaw)?.number ?? 0;
    const oldKids = asArray(this.before.resolve(oldNode?.get("Kids")));
    if (!oldKids) {
      this.#compare(`page object ${number}`, oldNode, newNode, new Set(["Annots"]));
      this.#compareAnnotations(number, oldNode, newNode);
      return;
    }
    const newKids = asArray(this.after.resolve(newNode?.get("Kids"))) ?? [];
    if (oldKids.map(getText).join() !== newKids.map(getText).join())
      this.#forbidden.push("the page tree differs");
    oldKids.forEach((kid, index) => {
      this.#comparePages(kid, newKids[index]);
    });
  }

  #compareAnnotations(page: number, oldPage: PdfDict | undefined, newPage: PdfDict | undefined): void {
    const oldItems = (asArray(this.before.resolve(oldPage?.get("Annots"))) ?? []).map(getText);
    const newItems = asArray(this.after.resolve(newPage?.get("Annots"))) ?? [];
    const newTexts = new Set(newItems.map(getText));
    for (const item of oldItems)
      if (!newTexts.has(item)) this.#forbidden.push(`annotation ${item} of page object ${page} is gone`);
    const added = newItems.filter((item) => !oldItems.includes(getText(item)));
    if (added.length === 0) return;
    this.#explained.add(page);
    this.#explainReference(newPage?.get("Annots"));
    for (const item of added) {
      const number = asReference(item)?.number;
      if (number === undefined) this.#forbidden.push(`page object ${page} holds an annotation`);
      else if (!this.#newFields.has(number)) {
        this.#annotations.push(`annotation ${number} on page object ${page}`);
        this.#explain(item, new Set([page]));
      }
    }
  }

  /** An object may be new, or keep its previous role: not a stream, and used for nothing else. */
  #explainReference(raw: Raw | undefined): void {
    const number = asReference(raw)?.number;
    if (number === undefined) return;
    const old = this.before.object(number);
    if (old?.data) this.#forbidden.push(`stream ${number} is replaced`);
    else this.#explained.add(number);
  }

  /** A value and all new objects that it refers to. */
  #explain(raw: Raw | undefined, visited = new Set<number>()): void {
    const number = asReference(raw)?.number;
    if (number !== undefined) {
      if (visited.has(number)) return;
      visited.add(number);
      if (this.before.object(number)) return;
      this.#explained.add(number);
    }
    const value = number === undefined ? raw : this.after.object(number)?.value;
    for (const part of listParts(value)) this.#explain(part, visited);
  }

  #changed(): number[] {
    return [...this.after.xref.entries].flatMap(([number, entry]) => {
      if (entry.kind === "free") return [];
      const [one, other] = [this.before.object(number), this.after.object(number)];
      const isSame =
        one &&
        other &&
        canonical(one.value) === canonical(other.value) &&
        formatData(one) === formatData(other);
      return isSame ? [] : [number];
    });
  }

  #isContainer(number: number): boolean {
    const type = asName(asDict(this.after.object(number)?.value)?.get("Type"));
    return !this.before.object(number) && (type === "ObjStm" || type === "XRef");
  }

  #reachable(): Set<number> {
    const seen = new Set<number>();
    const open: Raw[] = [...this.after.xref.trailer.values()];
    for (let raw = open.pop(); raw; raw = open.pop()) {
      const number = asReference(raw)?.number;
      if (number !== undefined && seen.has(number)) continue;
      if (number !== undefined) seen.add(number);
      open.push(...listParts(number === undefined ? raw : this.after.object(number)?.value));
    }
    return seen;
  }
}

const listParts = (raw: Raw | undefined): Raw[] => [...(asDict(raw)?.values() ?? asArray(raw) ?? [])];

const formatData = ({ data }: { data?: { start: number; end: number } | undefined }): string =>
  data ? `${data.start} ${data.end}` : "";

/** The canonical text of a value. */
function canonical(raw: Raw): string {
  const dict = asDict(raw);
  if (dict) {
    const entries = [...dict].map(([key, value]) => `/${key} ${canonical(value)}`);
    return `<< ${entries.toSorted().join(" ")} >>`;
  }
  const items = asArray(raw);
  return items ? `[${items.map(canonical).join(" ")}]` : getText(raw).replace(/\s+/g, " ");
}
