import { latin1 } from "../../../pades/byte-ranges.ts";
import type { FoundSignature } from "../../../pades/find-signatures.ts";
import { offsetBases, readLastUpdate, readPack } from "../own-update.ts";
import {
  findObject,
  isNamed,
  isReferredTo,
  type OldObjects,
  type PdfObject,
  type Revision,
  readRevisions,
  unfilter,
} from "./revisions.ts";
import {
  NotPlain,
  type PdfDictionary,
  type PdfValue,
  sameEntries,
  sameValue,
  ValueReader,
} from "./values.ts";
import { propertiesIn } from "./xmp.ts";

/**
 * What an archive added behind an issued file to preserve it: document time-stamps, in the order of the file, and
 * whether validation data came with them.
 */
export type PdfExtension = { stamps: FoundSignature[]; hasData: boolean };

/**
 * The additions behind the first `issuedEnd` bytes, a seal that ends at `sealedEnd` and its time-stamp; undefined
 * unless they are extensions (EN 319 142-1, 5.4 and 5.5): revisions with nothing but a document security store and
 * document time-stamps in invisible fields. Besides these, only the dates and the program in the document information
 * and metadata, and the PDF version, may change. Never throws. Runs in browsers.
 *
 * The rules are those that pyHanko has for time-stamps and validation data (`CatalogModificationRule`,
 * `DSSCompareRule`, `SigFieldCreationRule`, `DocInfoRule`, `MetadataUpdateRule`), with no object left over.
 */
export function readExtensions(
  bytes: Uint8Array,
  { sealedEnd, issuedEnd }: { sealedEnd: number; issuedEnd: number },
  signatures: FoundSignature[],
): PdfExtension | undefined {
  for (const base of offsetBases(bytes)) {
    try {
      return readWithBase(bytes, { sealedEnd, issuedEnd, base }, signatures);
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
    }
  }
  return undefined;
}

function readWithBase(
  bytes: Uint8Array,
  { sealedEnd, issuedEnd, base }: { sealedEnd: number; issuedEnd: number; base: number },
  signatures: FoundSignature[],
): PdfExtension {
  const file = new IssuedFile(bytes, sealedEnd, issuedEnd, base);
  const revisions = readRevisions(bytes, issuedEnd, base);
  const stamps: FoundSignature[] = [];
  let hasData = false;
  for (const revision of revisions) {
    const added = new Addition(file, revision).check();
    hasData ||= added.hasData;
    for (const value of added.stamps) stamps.push(stampAt(bytes, revision, value, signatures));
    file.extend(revision);
  }
  return { stamps, hasData };
}

/** The signature whose dictionary this is: it covers the file up to the end of its revision. */
function stampAt(
  bytes: Uint8Array,
  { start, end }: Revision,
  dictionary: PdfDictionary,
  signatures: FoundSignature[],
): FoundSignature {
  const range = dictionary.get("ByteRange");
  const numbers = range?.kind === "array" ? range.items : [];
  const found = signatures.find(({ placeholder, end: coveredEnd }) => {
    const wanted = [0, placeholder.start, placeholder.end, coveredEnd - placeholder.end];
    const isRange =
      numbers.length === 4 &&
      numbers.every((item, at) => item.kind === "number" && item.value === wanted[at]);
    return isRange && placeholder.start > start && coveredEnd === end;
  });
  if (found?.subFilter !== "ETSI.RFC3161" || end > bytes.length)
    throw new NotPlain("no time-stamp of its revision");
  return found;
}

/** An issued file, extended so far: its trailer, and the objects that an extension may write again. */
class IssuedFile {
  readonly #old: OldObjects;
  readonly #objects = new Map<number, PdfObject>();
  trailer: PdfDictionary;
  size: number;
  section: number;
  /** The page of the invisible fields. */
  readonly page: number;

  constructor(bytes: Uint8Array, sealedEnd: number, issuedEnd: number, base: number) {
    const [sealed, stamped] = [
      readLastUpdate(bytes, sealedEnd, base),
      readLastUpdate(bytes, issuedEnd, base),
    ];
    if (!sealed || !stamped) throw new NotPlain("not our revisions");
    for (const { objects } of [sealed, stamped])
      for (const [number, place] of objects) {
        const text =
          "offset" in place
            ? textAt(bytes, base + place.offset, number)
            : packed(bytes, base, objects, place, number);
        if (text !== undefined)
          this.#objects.set(number, { generation: 0, value: new ValueReader(text).read() });
      }
    this.trailer = dictionary(new ValueReader(`<< ${stamped.entries} >>`).read());
    this.size = stamped.size;
    this.section = stamped.start;
    this.#old = { bytes, base, section: stamped.start };
    const fields = asItems(dictionary(this.get(this.catalog.get("AcroForm"))?.value).get("Fields"));
    const own = fields.flatMap((field) => {
      const value = this.get(field)?.value;
      return value?.kind === "dictionary" && isNamed(value.entries.get("FT"), "Sig") ? [value.entries] : [];
    });
    this.page = referenceTo(own.at(-1)?.get("P"));
  }

  get root(): number {
    return referenceTo(this.trailer.get("Root"));
  }

  get catalog(): PdfDictionary {
    return dictionary(this.#objects.get(this.root)?.value);
  }

  /** An object that our revisions or earlier extensions wrote. */
  get(value: PdfValue | undefined): PdfObject | undefined {
    return value?.kind === "reference" ? this.#objects.get(value.number) : undefined;
  }

  /** Any object, also of the original. */
  find(number: number): PdfObject | undefined {
    return this.#objects.get(number) ?? findObject(this.#old, number);
  }

  /** True if an object other than the catalog refers to this one, in any revision of the issued file. */
  isReferredTo(number: number): boolean {
    return isReferredTo(this.#old, number, this.root);
  }

  extend({ objects, trailer, section }: Revision): void {
    for (const [number, object] of objects) this.#objects.set(number, object);
    this.trailer = trailer;
    this.section = section;
    const size = trailer.get("Size");
    this.size = size?.kind === "number" ? size.value : this.size;
  }
}

/** The text of an object that is no stream, in one of our revisions. */
function textAt(bytes: Uint8Array, at: number, number: number): string | undefined {
  const text = latin1(bytes.subarray(at, at + 1024 * 1024));
  const head = /^(\d{1,10}) \d{1,5} obj\n/.exec(text);
  const end = text.indexOf("\nendobj\n");
  if (!head || Number(head[1]) !== number || end < 0) return undefined;
  const body = text.slice(head[0].length, end);
  return /\nstream\r?\n/.test(body) ? undefined : body;
}

function packed(
  bytes: Uint8Array,
  base: number,
  objects: ReadonlyMap<number, { offset: number } | { stream: number; index: number }>,
  { stream, index }: { stream: number; index: number },
  number: number,
): string | undefined {
  const place = objects.get(stream);
  const pack = place && "offset" in place ? readPack(bytes, base + place.offset) : undefined;
  return pack?.numbers[index] === number ? pack.texts[index] : undefined;
}

/** The entries of the document information that saving a file changes. */
const ofSaving: ReadonlySet<string> = new Set(["ModDate", "Producer"]);

/** Checks one revision: each of its objects has a part that an extension may have. */
class Addition {
  readonly #file: IssuedFile;
  readonly #revision: Revision;
  /** The objects whose part is known. */
  readonly #known = new Set<number>();
  readonly #stamps: PdfDictionary[] = [];
  #hasData = false;

  constructor(file: IssuedFile, revision: Revision) {
    this.#file = file;
    this.#revision = revision;
  }

  check(): { stamps: PdfDictionary[]; hasData: boolean } {
    this.#checkTrailer();
    this.#checkCatalog();
    this.#checkInformation();
    const { objects } = this.#revision;
    for (const [number, { generation }] of objects)
      if (!this.#known.has(number) || generation !== 0)
        throw new NotPlain(`object ${number} has no part here`);
    return { stamps: this.#stamps, hasData: this.#hasData };
  }

  #checkTrailer(): void {
    const { trailer, objects } = this.#revision;
    const { trailer: before, section, size } = this.#file;
    const [previous, id, idBefore] = [
      trailer.get("Prev"),
      asItems(trailer.get("ID")),
      asItems(before.get("ID")),
    ];
    const newSize = trailer.get("Size");
    const isContinued = previous?.kind === "number" && previous.value === section;
    const isLarger = newSize?.kind === "number" && newSize.value >= size;
    const areBelow = [...objects.keys()].every((number) => isLarger && number < newSize.value);
    const isSameId = idBefore.length === 0 || sameValue(id[0], idBefore[0]);
    const own = new Set([
      "Size",
      "Prev",
      "ID",
      "Info",
      "Type",
      "W",
      "Index",
      "Filter",
      "DecodeParms",
      "Length",
    ]);
    const isKept = [...trailer].every(([key, value]) => own.has(key) || sameValue(value, before.get(key)));
    if (!isContinued || !areBelow || !isSameId || !isKept || trailer.has("Encrypt") || before.has("Encrypt"))
      throw new NotPlain("another trailer");
    if (!sameValue(trailer.get("Root"), before.get("Root"))) throw new NotPlain("another catalog");
  }

  /** The object as it is after this revision, and as it was before. */
  #both(number: number): { now: PdfObject | undefined; before: PdfObject | undefined } {
    return {
      now: this.#revision.objects.get(number),
      before: this.#file.get({ kind: "reference", number, generation: 0 }),
    };
  }

  #isNew = (value: PdfValue | undefined): boolean =>
    value?.kind === "reference" &&
    value.number >= this.#file.size &&
    this.#revision.objects.has(value.number);

  /** A value, or the new object that it refers to, whose part is then known. */
  #resolveNew(value: PdfValue | undefined): PdfValue | undefined {
    if (value?.kind !== "reference" || !this.#isNew(value)) return value;
    this.#known.add(value.number);
    const object = this.#revision.objects.get(value.number);
    if (object?.stream) throw new NotPlain("a stream in the place of a value");
    return object?.value;
  }

  #checkCatalog(): void {
    const { root, catalog } = this.#file;
    const { now } = this.#both(root);
    if (now) this.#known.add(root);
    const entries = now ? dictionary(now.value) : catalog;
    if (!sameEntries(entries, catalog, new Set(["DSS", "AcroForm", "Version", "Extensions"])))
      throw new NotPlain("another catalog");
    const version = entries.get("Version");
    if (version && !/^(?:1\.[4-7]|2\.0)$/.test(version.kind === "name" ? version.value : ""))
      throw new NotPlain("another version");
    const [extensions, extensionsBefore] = [entries, catalog].map((one) => one.get("Extensions"));
    if (!sameValue(extensions, extensionsBefore)) checkDeveloperExtensions(extensions, extensionsBefore);
    this.#checkForm(entries.get("AcroForm"), catalog.get("AcroForm"));
    this.#checkStore(entries.get("DSS"), catalog.get("DSS"));
  }

  /** SigFieldCreationRule: only invisible fields with document time-stamps are new. */
  #checkForm(form: PdfValue | undefined, formBefore: PdfValue | undefined): void {
    if (!sameValue(form, formBefore)) throw new NotPlain("another form");
    const number = referenceTo(form);
    const { now, before } = this.#both(number);
    const fields = now ? this.#appended(dictionary(now.value), dictionary(before?.value), "Fields") : [];
    if (now) this.#known.add(number);
    for (const field of fields) this.#checkField(field);
    const { now: pageNow, before: pageBefore } = this.#both(this.#file.page);
    const widgets = pageNow
      ? this.#appended(dictionary(pageNow.value), dictionary(pageBefore?.value), "Annots")
      : [];
    if (pageNow) this.#known.add(this.#file.page);
    const areFields = widgets.every((widget) => fields.some((field) => sameValue(field, widget)));
    if (!areFields || widgets.length !== new Set(widgets.map(referenceTo)).size)
      throw new NotPlain("an annotation");
  }

  /** What was appended to the list under `key`; all else is the same. */
  #appended(now: PdfDictionary, before: PdfDictionary, key: string): PdfValue[] {
    const flags = now.get("SigFlags");
    const isSame = sameEntries(now, before, new Set([key, ...(key === "Fields" ? ["SigFlags"] : [])]));
    const areFlags =
      key !== "Fields" ||
      sameValue(flags, before.get("SigFlags")) ||
      (flags?.kind === "number" && flags.value === 3);
    if (!isSame || !areFlags) throw new NotPlain("another page or form");
    const [items, itemsBefore] = [now, before].map((entries) => asItems(this.#resolveNew(entries.get(key))));
    if (!itemsBefore?.every((item, at) => sameValue(item, items?.[at]))) throw new NotPlain("another list");
    return items?.slice(itemsBefore.length) ?? [];
  }

  #checkField(reference: PdfValue): void {
    if (!this.#isNew(reference)) throw new NotPlain("a field that existed");
    const field = dictionary(this.#resolveNew(reference));
    allow(field, ["FT", "T", "Type", "Subtype", "F", "Ff", "Rect", "P", "V", "TU", "AP", "DA"]);
    const [left, bottom, right, top] = asItems(field.get("Rect")).map(asNumber);
    const isInvisible = left !== undefined && left === right && bottom === top;
    const isSignature = isNamed(field.get("FT"), "Sig") && isNamed(field.get("Subtype"), "Widget");
    const page = field.get("P");
    const isOnPage = page === undefined || referenceTo(page) === this.#file.page;
    if (!isInvisible || !isSignature || !isOnPage || field.get("T")?.kind !== "string")
      throw new NotPlain("a field");
    this.#checkAppearance(field.get("AP"));
    const value = field.get("V");
    if (!this.#isNew(value)) throw new NotPlain("a field without a new value");
    const stamp = dictionary(this.#resolveNew(value));
    allow(stamp, [
      "Type",
      "Filter",
      "SubFilter",
      "Contents",
      "ByteRange",
      "V",
      "M",
      "Name",
      "Reason",
      "Location",
    ]);
    const isStamp =
      isNamed(stamp.get("Type"), "DocTimeStamp") && isNamed(stamp.get("SubFilter"), "ETSI.RFC3161");
    if (!isStamp || this.#stamps.includes(stamp)) throw new NotPlain("a signature that is no time-stamp");
    this.#stamps.push(stamp);
  }

  /** Nothing is drawn. */
  #checkAppearance(value: PdfValue | undefined): void {
    if (value === undefined) return;
    const appearance = dictionary(this.#resolveNew(value));
    allow(appearance, ["N"]);
    const normal = appearance.get("N");
    if (normal?.kind === "reference" && !this.#isNew(normal)) {
      const before = this.#file.find(normal.number);
      if (before?.stream?.length === 0) return;
    }
    const object = normal?.kind === "reference" ? this.#revision.objects.get(normal.number) : undefined;
    if (normal?.kind !== "reference" || !this.#isNew(normal) || !object?.stream)
      throw new NotPlain("an appearance");
    this.#known.add(normal.number);
    const form = dictionary(object.value);
    allow(form, ["Type", "Subtype", "FormType", "BBox", "Matrix", "Resources", "Length", "Filter"]);
    const resources = form.get("Resources");
    const isEmpty = latin1(unfilter(form, object.stream)).trim() === "";
    const hasResources = resources && (resources.kind !== "dictionary" || resources.entries.size > 0);
    if (!isEmpty || hasResources) throw new NotPlain("something is drawn");
  }

  /** DSSCompareRule: the store only grows, by certificates, revocation lists and OCSP answers. */
  #checkStore(value: PdfValue | undefined, valueBefore: PdfValue | undefined): void {
    const number = value?.kind === "reference" ? value.number : undefined;
    const now = number === undefined ? undefined : this.#revision.objects.get(number);
    if (sameValue(value, valueBefore) && !now) return;
    this.#hasData = true;
    if (now && number !== undefined) this.#known.add(number);
    const entries = dictionary(now?.value ?? value);
    const before =
      valueBefore === undefined ? new Map() : dictionary(this.#file.get(valueBefore)?.value ?? valueBefore);
    allow(entries, ["Type", "Certs", "CRLs", "OCSPs", "VRI"]);
    for (const key of ["Certs", "CRLs", "OCSPs"]) this.#checkData(entries.get(key), before.get(key));
    const [related, relatedBefore] = [entries, before].map((store) => this.#valueNow(store.get("VRI")));
    if (!related) {
      if (relatedBefore) throw new NotPlain("less validation data");
      return;
    }
    const relatedEntries = relatedBefore ? dictionary(relatedBefore) : new Map<string, PdfValue>();
    for (const [key, one] of dictionary(related)) this.#checkRelated(key, one, relatedEntries.get(key));
    for (const key of relatedEntries.keys())
      if (!dictionary(related).has(key)) throw new NotPlain("less validation data");
  }

  /** A value, or the object that it refers to as it is now. An object that was written again has a part here. */
  #valueNow(value: PdfValue | undefined): PdfValue | undefined {
    if (value?.kind !== "reference") return value;
    const now = this.#revision.objects.get(value.number);
    if (now) this.#known.add(value.number);
    return (now ?? this.#file.get(value))?.value;
  }

  #checkRelated(key: string, value: PdfValue, valueBefore: PdfValue | undefined): void {
    if (!/^[0-9A-F]{40}$/.test(key)) throw new NotPlain("validation data under another name");
    const entries = dictionary(this.#valueNow(value));
    allow(entries, ["Type", "Cert", "CRL", "OCSP", "TU", "TS"]);
    const before = valueBefore ? dictionary(this.#file.get(valueBefore)?.value ?? valueBefore) : new Map();
    for (const list of ["Cert", "CRL", "OCSP"]) this.#checkData(entries.get(list), before.get(list));
    if (entries.has("TS")) this.#checkDatum(entries.get("TS"));
  }

  /** A list of streams that keeps what it had. */
  #checkData(value: PdfValue | undefined, valueBefore: PdfValue | undefined): void {
    const items = asItems(this.#valueNow(value));
    const itemsBefore = asItems(this.#file.get(valueBefore)?.value ?? valueBefore);
    if (!itemsBefore.every((item) => items.some((other) => sameValue(item, other))))
      throw new NotPlain("less validation data");
    for (const item of items) this.#checkDatum(item);
  }

  /** A stream with one DER value; an earlier one was not written again. */
  #checkDatum(value: PdfValue | undefined): void {
    const number = referenceTo(value);
    const object = this.#revision.objects.get(number);
    if (!object) return;
    const isFirst = number >= this.#file.size;
    if (!isFirst || !object.stream) throw new NotPlain("validation data that is no stream");
    const entries = dictionary(object.value);
    allow(entries, ["Length", "Filter"]);
    if (!isDerSequence(unfilter(entries, object.stream)))
      throw new NotPlain("validation data that is no DER");
    this.#known.add(number);
  }

  /** DocInfoRule and MetadataUpdateRule, but only what every program changes when it saves a file. */
  #checkInformation(): void {
    const { trailer } = this.#revision;
    const [info, infoBefore] = [trailer.get("Info"), this.#file.trailer.get("Info")];
    if (infoBefore ? !sameValue(info, infoBefore) : info !== undefined && !this.#isNew(info))
      throw new NotPlain("other document information");
    const number = info?.kind === "reference" ? info.number : undefined;
    const now = number === undefined ? undefined : this.#revision.objects.get(number);
    if (now && number !== undefined) {
      const before = infoBefore ? dictionary(this.#file.find(number)?.value) : new Map<string, PdfValue>();
      const entries = dictionary(now.value);
      // A dictionary with values of other kinds may serve for something else as well, such as resources of a page.
      const areTexts = [...ofSaving].every((key) => isText(entries.get(key)) && isText(before.get(key)));
      if (now.stream || !areTexts || !sameEntries(entries, before, ofSaving))
        throw new NotPlain("other document information");
      this.#known.add(number);
    }
    const metadata = this.#file.catalog.get("Metadata");
    const packet = metadata?.kind === "reference" ? this.#revision.objects.get(metadata.number) : undefined;
    if (metadata?.kind !== "reference" || !packet) return;
    const before = this.#file.find(metadata.number);
    const [properties, propertiesBefore] = [packet, before].map((one) =>
      propertiesIn(metadataText(one)).join("\n"),
    );
    // Its free text could be operators of a page, if a page had it as its content.
    const isOnlyMetadata = !this.#file.isReferredTo(metadata.number);
    if (properties !== propertiesBefore || !isOnlyMetadata) throw new NotPlain("other metadata");
    this.#known.add(metadata.number);
  }
}

function metadataText(object: PdfObject | undefined): string {
  if (!object?.stream) throw new NotPlain("metadata that is no stream");
  const entries = dictionary(object.value);
  allow(entries, ["Type", "Subtype", "Length", "Filter", "DecodeParms"]);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(unfilter(entries, object.stream));
  } catch {
    throw new NotPlain("metadata that is not UTF-8");
  }
}

/** One SEQUENCE with a definite length, and nothing behind it. */
function isDerSequence(bytes: Uint8Array): boolean {
  const [tag, first = 0] = bytes;
  const octets = first < 0x80 ? 0 : first & 0x7f;
  const length =
    octets === 0 ? first : bytes.subarray(2, 2 + octets).reduce((sum, octet) => sum * 256 + octet, 0);
  return tag === 0x30 && first !== 0x80 && octets <= 4 && 2 + octets + length === bytes.length;
}

function allow(entries: PdfDictionary, keys: string[]): void {
  for (const key of entries.keys()) if (!keys.includes(key)) throw new NotPlain(`an entry ${key}`);
}

function dictionary(value: PdfValue | undefined): PdfDictionary {
  if (value?.kind !== "dictionary") throw new NotPlain("no dictionary");
  return value.entries;
}

function asItems(value: PdfValue | undefined): PdfValue[] {
  if (value !== undefined && value.kind !== "array") throw new NotPlain("no list");
  return value?.items ?? [];
}

const asNumber = (value: PdfValue) => (value.kind === "number" ? value.value : undefined);

function referenceTo(value: PdfValue | undefined): number {
  if (value?.kind !== "reference" || value.generation !== 0) throw new NotPlain("no reference");
  return value.number;
}

/** ISO 32000-2, 7.12: what was there stays, and what is new names a version. */
function checkDeveloperExtensions(value: PdfValue | undefined, valueBefore: PdfValue | undefined): void {
  const entries = dictionary(value);
  const before = valueBefore ? dictionary(valueBefore) : new Map<string, PdfValue>();
  for (const [key, one] of before)
    if (!sameValue(entries.get(key), one)) throw new NotPlain("other extensions");
  for (const [key, one] of entries) {
    const isVersion = one.kind === "dictionary" && [...one.entries.values()].every(isPlain);
    if (!before.has(key) && !isVersion) throw new NotPlain("other extensions");
  }
}

const isPlain = ({ kind }: PdfValue) => kind === "name" || kind === "number" || kind === "string";

const isText = (value: PdfValue | undefined) => value === undefined || value.kind === "string";
