import { createHash } from "node:crypto";
import { AppError, type Message } from "../../errors.ts";
import type { Stamp } from "../stamp/stamp.ts";
import { StampBlocks } from "../stamp/stamp-block.ts";
import { stampLines } from "../stamp/stamp-text.ts";
import { verifyPage } from "../verify-url.ts";
import { disarm, signedStaysActive } from "./active-content.ts";
import type { DoubtfulSpace } from "./ambiguous-colors.ts";
import {
  type AmbiguousContent,
  contentDiffers,
  contentUnexamined,
  findAmbiguousContent,
} from "./ambiguous-content.ts";
import { AnnotationStamper } from "./annotation-stamper.ts";
import { findClaims } from "./archival-claim.ts";
import type { PdfDocument } from "./document.ts";
import { getFileEnd } from "./file-end.ts";
import { FixedFields, findFormNote } from "./fixed-fields.ts";
import { FlatPageTree } from "./flat-page-tree.ts";
import { Layers } from "./layers.ts";
import { type Bounds, combine, type Matrix, transformBounds } from "./matrix.ts";
import { openPdf } from "./open-pdf.ts";
import { PageContents } from "./page-content.ts";
import { PageGroups } from "./page-groups.ts";
import { PageInspector } from "./page-inspector.ts";
import { PageStamper } from "./page-stamper.ts";
import { listPages, type PageNode } from "./page-tree.ts";
import { type PageView, PageViews, pagesUnclear, withView } from "./page-view.ts";
import { StampPlacer } from "./placement.ts";
import { PlacementNotes } from "./placement-notes.ts";
import { requirePlainTree } from "./plain-page-tree.ts";
import { resolveContradictions } from "./resolve-contradictions.ts";
import { Revision } from "./revision.ts";
import { inspectSignatures } from "./signatures.ts";
import { unitsPerEm } from "./stamp-form.ts";
import { StampForms } from "./stamp-forms.ts";
import { asArray, asString } from "./values.ts";
import { writeEntries } from "./write-entries.ts";

/**
 * The trailer entry of a stamped file: length and SHA-256 of the original that the file begins with, so that the
 * original can be extracted. Older stamped files have it in their catalog, where strict signature validators report any
 * new entry as tampering.
 */
const originalEntry = "AttestampOriginal";

export type StampedPdf = {
  /** The beginning of the stamped file: the original's bytes, or a rewritten file if they could not be kept. */
  beginning: Buffer;
  /** The bytes after it. */
  appended: Buffer;
  pages: number;
  /** Whether the first page is an A4 page in either direction. */
  isA4: boolean;
  originalKept: boolean;
  notes: Message[];
  /** What only a picture of the file can show. */
  doubts: Doubts;
};

export type Doubts = {
  /** Pages whose group has its own color space: their stamps may be invisible in some programs. */
  pages: DoubtfulPage[];
  /** If one of them looks unlike its name, `contentDiffers` is a note for the user. */
  spaces: DoubtfulSpace[];
};

export type DoubtfulPage = {
  index: number;
  /** The color space of its group: "odd" if groups must not have it. */
  space: DoubtfulSpace | "odd" | undefined;
  /** Maps the stamp, of this size in em, to the page's coordinates. */
  stamp: Matrix;
  width: number;
  height: number;
};

/** `plainGroups`: leave the color spaces of page groups out of the copy, unless that would break a signature. */
export type StampOptions = { plainGroups?: boolean };

const formUnits: Matrix = [1 / unitsPerEm, 0, 0, 1 / unitsPerEm, 0, 0];

/**
 * Stamps every page of a PDF with an appended revision. `sha256` is that of `original`, lower-case hex. Throws AppError
 * `unsupported` with a message for the user if it cannot be stamped.
 */
export function stampPdf(
  original: Buffer,
  sha256: string,
  stamp: Stamp,
  options: StampOptions = {},
): StampedPdf {
  const {
    document,
    marks,
    pages: found,
    rewritings,
    notes: openingNotes,
    annotationsOnly,
  } = openPdf(original);
  const originalKept = rewritings.length === 0;
  const signatures = inspectSignatures(document, marks.signatures, rewritings);
  if (signatures.signed) requirePlainTree(document);
  const ambiguous = findAmbiguousContent(document, marks.drawing);
  const settled = resolveContradictions(document, marks.contradicting, signatures.signed);
  const disarmed = disarm(document, marks.active, signatures.signed);
  const revision = new Revision(getFileEnd(document));
  const layers = new Layers(document);
  if (!signatures.signed) layers.settle(revision, marks.layers);
  const isChanged = settled.numbers.length > 0 || disarmed.numbers.length > 0 || layers.numbers.length > 0;
  const pages = isChanged ? listPages(document) : found;
  const keepsPages = signatures.signed || annotationsOnly;
  const shown = keepsPages ? undefined : settleWhatIsShown(document, revision, layers, pages);
  const groups = new PageGroups(document, options.plainGroups === true && !keepsPages);
  const stamping = { document, revision, stamp, shown, groups, ambiguous, signed: signatures.signed };
  const placed = stampPages(stamping, pages);
  writeCatalog(document, revision, shown?.tree);
  const shownNumbers = shown?.numbers() ?? layers.numbers;
  writeChanged(document, revision, [...settled.numbers, ...disarmed.numbers, ...shownNumbers]);
  const notes = [
    ...openingNotes,
    ...signatures.notes,
    ...settled.notes,
    ...disarmed.notes,
    ...(shown?.notes() ??
      (signatures.signed
        ? findSignedNotes(document, layers, pages)
        : [...layers.notes, findFormNote(document, pages, "restricted")])),
    ...ambiguous.notes,
    ...placed.notes,
  ];
  const { appended } = revision.finish(fileIdentifiers(document, sha256, stamp), {
    [originalEntry]: originalKept ? `<< /Length ${original.length} /SHA256 <${sha256}> >>` : undefined,
  });
  return {
    ...(originalKept
      ? splitBehind(original, document.bytes, appended)
      : { beginning: document.bytes, appended }),
    pages: pages.length,
    isA4: placed.isA4,
    originalKept,
    notes: [...new Set(notes.filter((note) => note !== undefined))],
    doubts: { pages: placed.doubtful, spaces: ambiguous.doubtful },
  };
}

/** The document is the original, possibly followed by a new list of its objects. */
function splitBehind(
  original: Buffer,
  document: Buffer,
  appended: Buffer,
): Pick<StampedPdf, "beginning" | "appended"> {
  if (document.length === original.length) return { beginning: original, appended };
  return { beginning: original, appended: Buffer.concat([document.subarray(original.length), appended]) };
}

/** The parts of an unsigned document that determine how its pages look. */
type Shown = {
  tree: FlatPageTree;
  fields: FixedFields;
  /** The numbers of the objects that were changed so far. */
  numbers: () => number[];
  notes: () => Message[];
};

function settleWhatIsShown(
  document: PdfDocument,
  revision: Revision,
  layers: Layers,
  pages: PageNode[],
): Shown {
  const fields = new FixedFields(document, revision, layers, pages);
  return {
    tree: new FlatPageTree(document, revision),
    fields,
    numbers: () => [...layers.numbers, ...fields.numbers],
    notes: () => [...layers.notes, ...fields.notes],
  };
}

/** Notes about content of a signed document that programs may show differently. */
function findSignedNotes(document: PdfDocument, layers: Layers, pages: PageNode[]): (Message | undefined)[] {
  const canChange = layers.looksDifferent();
  return [findFormNote(document, pages, "signed"), canChange ? signedStaysActive : undefined];
}

type Stamping = {
  document: PdfDocument;
  revision: Revision;
  stamp: Stamp;
  /** Undefined if pages and fields have to stay as they are: the stamp is an annotation beside the fields. */
  shown: Shown | undefined;
  signed: boolean;
  groups: PageGroups;
  ambiguous: AmbiguousContent;
};

const notAccessible: Message = {
  code: "note-accessibility-claim",
  text: "The original says that it is an accessible PDF (PDF/UA). The stamped copy is none by the rules of that standard, because the stamp is an annotation or the values of fields became part of a page.",
};

/** Returns the notes for the user about the content of the pages and the position of the stamp. */
function stampPages(
  { document, revision, stamp, shown, signed, groups, ambiguous }: Stamping,
  pages: PageNode[],
): { notes: Message[]; doubtful: DoubtfulPage[]; isA4: boolean } {
  const blocks = new StampBlocks(signed && stamp.qrCode === "auto" ? { ...stamp, qrCode: "off" } : stamp);
  const prefix = `Stamp${stamp.serialNumber.replace(/[^A-Za-z0-9]/g, "")}x`;
  const claims = findClaims(document);
  const forms = new StampForms(revision, prefix, claims, stamp.language ?? "en");
  const placer = new StampPlacer(blocks, stamp.position);
  const views = new PageViews(document);
  const contents = new PageContents(document);
  const inspector = new PageInspector(document, contents, ambiguous.overprints);
  const onContent = new PageStamper(document, revision, forms, contents);
  // A link belongs to the structure of an accessible document, which the stamp must not change.
  const isLinked = shown !== undefined && !claims.isAccessible;
  const address = stamp.origin && isLinked ? verifyPage(stamp.origin, stamp.serialNumber) : undefined;
  const onTop = new AnnotationStamper(document, revision, () => stampLines(stamp), address);
  const notes = new PlacementNotes(stamp.position);
  const doubtful: DoubtfulPage[] = [];
  let [isUnclear, leavesStructure, startsWithA4] = [false, false, false];
  for (const [index, found] of pages.entries()) {
    const page = groups.settled(found);
    const view = views.of(page);
    if (index === 0) startsWithA4 = isA4(view);
    const isUncertain = shown !== undefined && contents.isUncertain(page);
    const fields = shown ? [] : inspector.fields(page, view);
    const findInk = (near?: Bounds) => inspector.findInk(page, view, near);
    const placement =
      placer.place(view, findInk, fields) ?? (signed ? undefined : placer.place(view, findInk, []));
    if (!placement) throw noPlaceBesideFields();
    notes.add(index + 1, placement);
    const { block, toPage } = placement;
    const form = forms.of(block);
    const formToPage = combine(formUnits, toPage);
    if (page.dict.has("Group")) forms.isolate();
    const doubt = groups.findDoubt(page);
    if (doubt) doubtful.push({ ...doubt, index, stamp: toPage, width: block.width, height: block.height });
    if (!shown) {
      leavesStructure = true;
      onTop.stamp(page, block, form, formToPage);
      continue;
    }
    isUnclear ||= view.isUnclear;
    const stampBox = transformBounds([0, 0, block.width, block.height], toPage);
    const { page: settled, picture } = shown.fields.onPage(shown.tree.add(withView(page, view)), stampBox);
    const below = isUncertain && picture ? onTop.withPicture(settled, picture, view) : settled;
    const covered = onTop.above(below, block, form, formToPage, isUncertain);
    leavesStructure ||= picture !== undefined || covered !== below;
    const placed = onTop.linked(covered, stampBox);
    const inContent = isUncertain || !picture ? undefined : forms.named(picture);
    onContent.stamp(placed, form, formToPage, view, inContent);
  }
  shown?.fields.finish();
  shown?.tree.finish();
  onContent.finish();
  forms.finish();
  inspector.readAsides(ambiguous.asides);
  const unclear = [
    ...(claims.isAccessible && leavesStructure ? [notAccessible] : []),
    ...(inspector.isAmbiguous ? [contentDiffers] : []),
    ...(inspector.isIncomplete ? [contentUnexamined] : []),
    ...(isUnclear ? [pagesUnclear] : []),
  ];
  return { notes: [...unclear, ...notes.list()], doubtful, isA4: startsWithA4 };
}

/** In points; printers and scanners round the size differently. */
const sizeTolerance = 6;

function isA4({ width, height }: PageView): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return Math.abs(short - 595.28) < sizeTolerance && Math.abs(long - 841.89) < sizeTolerance;
}

function noPlaceBesideFields(): AppError {
  return new AppError(
    "unsupported",
    "pdf-signed-no-room",
    "The form fields of this signed PDF leave no room for the stamp on one of its pages. Please print it to PDF and upload the new file.",
  );
}

/** The catalog of a signed document is unchanged, unless something has to be removed from it. */
function writeCatalog(document: PdfDocument, revision: Revision, tree: FlatPageTree | undefined): void {
  const { number, dict } = document.catalog();
  const permissions = document.dict(dict.get("Perms"));
  const hasRights = [...(permissions?.keys() ?? [])].some(isUsageRight);
  const replaced = new Set([...(tree ? ["Pages", originalEntry] : []), ...(hasRights ? ["Perms"] : [])]);
  if (replaced.size === 0) return;
  revision.write(number, document.object(number)?.generation ?? 0, (out) => {
    out.text("<< ");
    writeEntries(out, dict, (key) => replaced.has(key));
    if (tree) out.text(`/Pages ${tree.number} 0 R `);
    if (permissions && hasRights) {
      out.text("/Perms << ");
      writeEntries(out, permissions, isUsageRight);
      out.text(">> ");
    }
    out.text(">>");
  });
}

/** Usage rights of Adobe Reader. */
const isUsageRight = (key: string): boolean => key.startsWith("UR");

/** Pages and the catalog are already written with their changes. */
function writeChanged(document: PdfDocument, revision: Revision, numbers: number[]): void {
  for (const number of numbers) {
    const object = document.object(number);
    if (!object || revision.has(number)) continue;
    const { generation, value, data } = object;
    if (!data) revision.write(number, generation, (out) => out.raw(value));
    else revision.writeRewritten(object, document.bytes.subarray(data.start, data.end));
  }
}

/** The first half identifies the document through all its versions, the second this version (ISO 32000-2, 14.4). */
function fileIdentifiers(document: PdfDocument, sha256: string, stamp: Stamp): [string, string] {
  const hash = createHash("sha256").update(`${sha256} ${stamp.serialNumber} ${stamp.time} ${stamp.position}`);
  const version = hash.digest("hex").slice(0, 32);
  const first = asString((asArray(document.resolve(document.xref.trailer.get("ID"))) ?? [])[0]);
  return [first && first.length > 0 ? first.toString("hex") : version, version];
}
