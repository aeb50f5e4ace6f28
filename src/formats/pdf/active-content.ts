import { AppError, type Message } from "../../errors.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { PdfDocument } from "./document.ts";
import { isPlainFile, isScript, isWebLink } from "./link-address.ts";
import {
  asArray,
  asDict,
  asName,
  asString,
  getText,
  isNull,
  nameText,
  type PdfDict,
  type Raw,
} from "./values.ts";

const scriptsRemoved: Message = {
  code: "note-scripts-removed",
  text: "Scripts and automatic actions were removed from the stamped copy.",
};
const linksRemoved: Message = {
  code: "note-links-removed",
  text: "Links that lead to files or programs instead of the web were removed from the stamped copy.",
};

const switchesRemoved: Message = {
  code: "note-switches-removed",
  text: "Buttons and links that hide or show parts of the pages were disabled in the stamped copy.",
};
const mediaRemoved: Message = {
  code: "note-media-removed",
  text: "Movies, sounds and 3D views were removed from the stamped copy; the pictures in their place stay.",
};
const externalRemoved: Message = {
  code: "note-external-content-removed",
  text: "Parts of the pages that would be loaded from other files or servers were removed from the stamped copy.",
};
const alternatesRemoved: Message = {
  code: "note-alternate-pictures-removed",
  text: "Pictures in this PDF had other versions for printing; the stamped copy prints the ones shown on screen.",
};
const collectionOpened: Message = {
  code: "note-collection-opened",
  text: "This PDF was a portfolio that opened with its attached files; the stamped copy opens with its pages, and the files stay attached.",
};
/** Note for the user of a signed document whose appearance can change. */
export const signedStaysActive: Message = {
  code: "note-signed-pdf-can-change",
  text: "Layers, buttons, media or attached files of this signed PDF can change what programs show; removing them would break the signature.",
};

const forbiddenActions = new Set([
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ImportData",
  "RichMedia",
  "RichMediaExecute",
]);
const forbiddenKeys = new Set(["JavaScript", "XFA", "OnInstantiate"]);
/** Actions that change what is shown, with the note for the user. */
const showingActions = new Map([
  ["Hide", switchesRemoved],
  ["SetOCGState", switchesRemoved],
  ["Movie", mediaRemoved],
  ["Sound", mediaRemoved],
  ["Rendition", mediaRemoved],
  ["GoTo3DView", mediaRemoved],
]);
/**
 * The keys an action of this kind needs to have any effect; of these, a structure element has only /T, and losing it is
 * never visible.
 */
const actionKeys = ["State", "T", "H", "F", "Annotation", "AN", "OP", "JS", "Sound", "TA", "V"];
const mediaAnnotations = new Set(["Movie", "Sound", "Screen", "3D"]);
const mediaKeys = new Set(["Movie", "Sound", "3DD", "3DV", "3DA", "3DI", "3DB", "3DU"]);
/** Entries of streams that load data or pictures from elsewhere (ISO 32000-2, 7.3.8.2, 8.9.5.4, 8.10.4, 14.11.7). */
const externalKeys = new Set(["F", "FFilter", "FDecodeParms", "Ref", "OPI"]);
/** Entries of the catalog and its name dictionary, with the note for the user. */
const catalogKeys = new Map([
  ["Collection", collectionOpened],
  ["AlternatePresentations", mediaRemoved],
  ["Renditions", mediaRemoved],
]);
/** Every event of an additional-actions dictionary (ISO 32000-2, 12.6.3). */
const events = new Set("E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP".split(" "));
const deepest = 64;

/**
 * Rewrites, in the new revision, every object among `suspects` that can run a script, start a program, send the
 * document's data, act on its own when the document is opened, or reach the reader's files and network. Links to the
 * web and jumps inside the document stay. Entries that bring external content onto the pages are removed too, unless
 * the document is `signed`: in that case the user gets a note. Returns the numbers of the objects that changed, and the
 * notes for the user. Throws AppError `unsupported` if the visible content cannot be fixed.
 */
export function disarm(document: PdfDocument, suspects: number[], signed = false): Disarmed {
  const catalog = document.catalog().number;
  requirePagesHoldContent(document);
  const notes = new Set<Message>();
  const numbers = suspects.filter((number) => {
    const object = document.object(number);
    if (!object) return false;
    const disarmer = new Disarmer(document, number === catalog, signed, notes);
    const value = disarmer.rewrite(object.value, object.data !== undefined);
    if (value) document.override(number, value);
    return value !== undefined;
  });
  return { numbers, notes: allNotes.filter((note) => notes.has(note)) };
}

const allNotes = [
  scriptsRemoved,
  linksRemoved,
  switchesRemoved,
  mediaRemoved,
  externalRemoved,
  alternatesRemoved,
  collectionOpened,
  signedStaysActive,
];

/** The pages of a dynamic XFA form only say that it has to be opened in another program. */
function requirePagesHoldContent(document: PdfDocument): void {
  const { dict } = document.catalog();
  const rendering = document.resolve(dict.get("NeedsRendering"));
  const hasXfa = document.dict(dict.get("AcroForm"))?.has("XFA");
  if (!hasXfa || !rendering || getText(rendering) !== "true") return;
  throw new AppError(
    "unsupported",
    "pdf-dynamic-xfa",
    "This PDF is a dynamic XFA form: some programs show its content, others show only its placeholder pages. Please print it to PDF and upload the new file.",
  );
}

export type Disarmed = { numbers: number[]; notes: Message[] };

class Disarmer {
  readonly #out = new ByteWriter(1024);
  #changed = false;

  constructor(
    private readonly document: PdfDocument,
    private readonly isCatalog: boolean,
    private readonly signed: boolean,
    private readonly notes: Set<Message>,
  ) {}

  /** The harmless form of a value; undefined if it is harmless already. */
  rewrite(value: Raw, isStream: boolean): Raw | undefined {
    const showing = showingActions.get(asName(value) ?? "") ?? this.#showingNote(value);
    if (this.#isForbidden(value) || this.#runsScript(value)) this.#replaceBy("null");
    else if (showing !== undefined && this.#maySettle(showing)) this.#replaceBy("null", showing);
    else if (this.#leadsAstray(value)) this.#replaceBy("null", linksRemoved);
    else if (isStream) this.#copyStreamDict(value);
    else this.#copy(value, 0);
    return this.#changed ? { bytes: this.#out.written(), start: 0, end: this.#out.length } : undefined;
  }

  #copy(value: Raw, depth: number): void {
    if (depth > deepest) {
      throw new AppError(
        "unsupported",
        "pdf-nested-too-deeply",
        "This PDF is nested too deeply to be checked for scripts.",
      );
    }
    const dict = asDict(value);
    const items = asArray(value);
    if (dict) this.#copyDict(dict, depth);
    else if (items) this.#copyArray(items, depth);
    else this.#out.raw(value);
  }

  /** A stream that loads its data or its picture from elsewhere keeps only what the document contains. */
  #copyStreamDict(value: Raw): void {
    const dict = new Map(asDict(value));
    const type = asName(this.document.resolve(dict.get("Type")));
    const isFileStructure = type === "XRef" || type === "ObjStm";
    for (const key of isFileStructure ? [] : [...dict.keys()]) {
      const isExternal = externalKeys.has(key);
      if (!isExternal && key !== "Alternates") continue;
      if (isExternal && this.signed) throw signedExternalContent();
      if (!this.#maySettle(isExternal ? externalRemoved : alternatesRemoved)) continue;
      dict.delete(key);
      this.#replaceBy("", isExternal ? externalRemoved : alternatesRemoved);
    }
    this.#copyDict(dict, 0);
  }

  #copyArray(items: Raw[], depth: number): void {
    this.#out.text("[");
    for (const item of items) {
      const showing = this.#showingNote(item);
      if (this.#isForbidden(item)) this.#replaceBy("null ");
      else if (this.#leadsAstray(item)) this.#replaceBy("null ", linksRemoved);
      else if (showing !== undefined && this.#maySettle(showing)) this.#replaceBy("null ", showing);
      else this.#copy(item, depth + 1);
      this.#out.text(" ");
    }
    this.#out.text("]");
  }

  #copyDict(dict: PdfDict, depth: number): void {
    this.#out.text("<<");
    const isMedia = this.#isMedia(dict) && this.#maySettle(mediaRemoved);
    for (const [key, value] of dict) {
      const showing = this.#showingNote(value) ?? (this.isCatalog ? catalogKeys.get(key) : undefined);
      // Without an appearance, a watermark shows nothing; programs draw other annotations themselves.
      if (key === "Subtype" && asName(value) === "RichMedia") this.#replaceBy("/Subtype /Watermark ");
      else if (key === "Subtype" && isMedia) this.#replaceBy("/Subtype /Watermark ", mediaRemoved);
      else if (isMedia && mediaKeys.has(key)) this.#replaceBy("", mediaRemoved);
      else if (showing !== undefined && this.#maySettle(showing)) this.#replaceBy("", showing);
      else if (this.#mustGo(key, value, dict, depth)) this.#replaceBy("");
      else if (this.#leadsAstray(value) || this.#isBaseAstray(key, value)) this.#replaceBy("", linksRemoved);
      else {
        this.#out.text(`${nameText(key)} `);
        this.#copy(value, depth + 1);
        this.#out.text(" ");
      }
    }
    this.#out.text(">>");
  }

  #isMedia(dict: PdfDict): boolean {
    return dict.has("Rect") && mediaAnnotations.has(asName(this.document.resolve(dict.get("Subtype"))) ?? "");
  }

  /** The note for an inline action that changes what is shown; structure elements have a /S as well. */
  #showingNote(value: Raw): Message | undefined {
    const dict = asDict(value);
    const kind = dict && asName(this.document.resolve(dict.get("S")));
    if (!dict || kind === undefined) return undefined;
    const isElement = dict.has("P") || dict.has("K");
    if (isElement && !actionKeys.some((key) => dict.has(key))) return undefined;
    if (kind === "Thread" && dict.has("F")) return linksRemoved;
    return showingActions.get(kind);
  }

  /** Signed content is kept; the user is told that it can change. */
  #maySettle(note: Message): boolean {
    if (this.signed && note !== linksRemoved) this.notes.add(signedStaysActive);
    return !this.signed || note === linksRemoved;
  }

  #mustGo(key: string, value: Raw, dict: PdfDict, depth: number): boolean {
    if (forbiddenKeys.has(key) || key.startsWith("RichMedia")) return true;
    if (key === "JS") return dict.has("S") || asName(this.document.resolve(dict.get("Type"))) === "Action";
    if (key === "AA") return this.#isEvents(value);
    if (key === "OpenAction" && this.isCatalog && depth === 0) return !this.#isJump(value);
    return this.#isForbidden(value);
  }

  /**
   * A font, color space or graphics state may also be called AA; none of them has an action under the name of an event.
   */
  #isEvents(value: Raw): boolean {
    const target = this.document.resolve(value);
    const dict = asDict(target);
    return dict ? [...dict].some((entry) => this.#isEvent(...entry)) : target === undefined;
  }

  #isEvent(key: string, value: Raw): boolean {
    const action = this.document.resolve(value);
    return events.has(key) && (!action || isNull(action) || asDict(action) !== undefined);
  }

  /** The destination shown on opening; an action chained to the jump would run by itself. */
  #isJump(value: Raw): boolean {
    const target = this.document.resolve(value);
    const dict = asDict(target);
    if (!dict) return asArray(target) !== undefined;
    return asName(this.document.resolve(dict.get("S"))) === "GoTo" && !dict.has("Next");
  }

  /** An inline action of a forbidden kind, or its name alone. */
  #isForbidden(value: Raw): boolean {
    const name = asName(value);
    if (name !== undefined) return forbiddenActions.has(name);
    const dict = asDict(value);
    const kind = dict && asName(this.document.resolve(dict.get("S")));
    if (!dict || kind === undefined) return false;
    return forbiddenActions.has(kind) || (kind === "URI" && this.#runsScript(dict.get("URI")));
  }

  #runsScript(raw: Raw | undefined): boolean {
    const address = asString(this.document.resolve(raw));
    return address !== undefined && isScript(address);
  }

  /** A link that does not lead to the web, or a jump to anything but a file in the same folder. */
  #leadsAstray(value: Raw): boolean {
    const dict = asDict(value);
    const kind = dict && asName(this.document.resolve(dict.get("S")));
    if (kind === "URI") return this.#strings(dict?.get("URI")).some((address) => !isWebLink(address));
    if (kind !== "GoToR" && kind !== "GoToE") return false;
    return this.#strings(dict?.get("F")).some((path) => !isPlainFile(path));
  }

  /** The base of relative addresses (ISO 32000-2, 12.6.4.8). */
  #isBaseAstray(key: string, value: Raw): boolean {
    return key === "Base" && this.#strings(value).some((address) => !isWebLink(address));
  }

  /** A string, or all strings of a file specification. */
  #strings(raw: Raw | undefined): Buffer[] {
    const target = this.document.resolve(raw);
    const parts = asDict(target)?.values() ?? (target ? [target] : []);
    return [...parts]
      .map((part) => asString(this.document.resolve(part)))
      .filter((part) => part !== undefined);
  }

  #replaceBy(text: string, note = scriptsRemoved): void {
    this.#out.text(text);
    this.notes.add(note);
    this.#changed = true;
  }
}

function signedExternalContent(): AppError {
  return new AppError(
    "unsupported",
    "pdf-signed-takes-external-parts",
    "This signed PDF loads parts of its pages from other files, and removing them would break the signature. Please print it to PDF and upload the new file.",
  );
}
