import { AppError } from "../../errors.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { PdfDocument } from "./document.ts";
import { isPlainFile, isScript, staysOnTheWeb } from "./link-address.ts";
import { asArray, asDict, asName, asString, isNull, nameText, type PdfDict, type Raw } from "./values.ts";

const scriptsRemoved = "Scripts and automatic actions were removed from the stamped copy.";
const linksRemoved =
  "Links that lead to files or programs instead of the web were removed from the stamped copy.";

const forbiddenActions = new Set([
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ImportData",
  "RichMedia",
  "RichMediaExecute",
]);
const forbiddenKeys = new Set(["JavaScript", "XFA", "OnInstantiate"]);
/** Every event that may stand in an additional-actions dictionary (ISO 32000-2, 12.6.3). */
const events = new Set("E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP".split(" "));
const deepest = 64;

/**
 * Rewrites, in the revision to come, every object among `suspects` that can run a script, start a program, send
 * the document's data away, do anything by itself when opened or lead to the reader's own files and network. Links
 * to the web and jumps inside the document stay. Returns the numbers of the objects that changed, and what to tell
 * the user.
 */
export function disarm(document: PdfDocument, suspects: number[]): Disarmed {
  const catalog = document.catalog().number;
  const notes = new Set<string>();
  const numbers = suspects.filter((number) => {
    const object = document.object(number);
    if (!object) return false;
    const disarmer = new Disarmer(document, number === catalog, notes);
    const value = disarmer.rewrite(object.value);
    if (value) document.override(number, value);
    return value !== undefined;
  });
  return { numbers, notes: [scriptsRemoved, linksRemoved].filter((note) => notes.has(note)) };
}

export type Disarmed = { numbers: number[]; notes: string[] };

class Disarmer {
  private readonly out = new ByteWriter(1024);
  private changed = false;

  constructor(
    private readonly document: PdfDocument,
    private readonly isCatalog: boolean,
    private readonly notes: Set<string>,
  ) {}

  /** The harmless form of a value; undefined when it is harmless already. */
  rewrite(value: Raw): Raw | undefined {
    if (this.isForbidden(value) || this.runsScript(value)) this.replaceBy("null");
    else if (this.leadsAstray(value)) this.replaceBy("null", linksRemoved);
    else this.copy(value, 0);
    return this.changed ? { bytes: this.out.written(), start: 0, end: this.out.length } : undefined;
  }

  private copy(value: Raw, depth: number): void {
    if (depth > deepest) {
      throw new AppError("unsupported", "This PDF is nested too deeply to be checked for scripts.");
    }
    const dict = asDict(value);
    const items = asArray(value);
    if (dict) this.copyDict(dict, depth);
    else if (items) this.copyArray(items, depth);
    else this.out.raw(value);
  }

  private copyArray(items: Raw[], depth: number): void {
    this.out.text("[");
    for (const item of items) {
      if (this.isForbidden(item)) this.replaceBy("null ");
      else if (this.leadsAstray(item)) this.replaceBy("null ", linksRemoved);
      else this.copy(item, depth + 1);
      this.out.text(" ");
    }
    this.out.text("]");
  }

  private copyDict(dict: PdfDict, depth: number): void {
    this.out.text("<<");
    for (const [key, value] of dict) {
      if (key === "Subtype" && asName(value) === "RichMedia") this.replaceBy("/Subtype /Stamp ");
      else if (this.mustGo(key, value, dict, depth)) this.replaceBy("");
      else if (this.leadsAstray(value) || this.isBaseAstray(key, value)) this.replaceBy("", linksRemoved);
      else {
        this.out.text(`${nameText(key)} `);
        this.copy(value, depth + 1);
        this.out.text(" ");
      }
    }
    this.out.text(">>");
  }

  private mustGo(key: string, value: Raw, dict: PdfDict, depth: number): boolean {
    if (forbiddenKeys.has(key) || key.startsWith("RichMedia")) return true;
    if (key === "JS") return dict.has("S") || asName(this.document.resolve(dict.get("Type"))) === "Action";
    if (key === "AA") return this.isEvents(value);
    if (key === "OpenAction" && this.isCatalog && depth === 0) return !this.isJump(value);
    return this.isForbidden(value);
  }

  /**
   * A font, colour space or graphics state may be called AA as well; none holds an action under the name of an event.
   */
  private isEvents(value: Raw): boolean {
    const target = this.document.resolve(value);
    const dict = asDict(target);
    return dict ? [...dict].some((entry) => this.isEvent(...entry)) : target === undefined;
  }

  private isEvent(key: string, value: Raw): boolean {
    const action = this.document.resolve(value);
    return events.has(key) && (!action || isNull(action) || asDict(action) !== undefined);
  }

  /** Where the document opens; an action that follows the jump would start by itself. */
  private isJump(value: Raw): boolean {
    const target = this.document.resolve(value);
    const dict = asDict(target);
    if (!dict) return asArray(target) !== undefined;
    return asName(this.document.resolve(dict.get("S"))) === "GoTo" && !dict.has("Next");
  }

  /** An action of a forbidden kind, or the bare name of one, written in place. */
  private isForbidden(value: Raw): boolean {
    const name = asName(value);
    if (name !== undefined) return forbiddenActions.has(name);
    const dict = asDict(value);
    const kind = dict && asName(this.document.resolve(dict.get("S")));
    if (!dict || kind === undefined) return false;
    return forbiddenActions.has(kind) || (kind === "URI" && this.runsScript(dict.get("URI")));
  }

  private runsScript(raw: Raw | undefined): boolean {
    const address = asString(this.document.resolve(raw));
    return address !== undefined && isScript(address);
  }

  /** A link to something other than the web, or a jump to something other than a file beside this one. */
  private leadsAstray(value: Raw): boolean {
    const dict = asDict(value);
    const kind = dict && asName(this.document.resolve(dict.get("S")));
    if (kind === "URI") return this.strings(dict?.get("URI")).some((address) => !staysOnTheWeb(address));
    if (kind !== "GoToR" && kind !== "GoToE") return false;
    return this.strings(dict?.get("F")).some((path) => !isPlainFile(path));
  }

  /** What addresses without a scheme are completed by (ISO 32000-2, 12.6.4.8). */
  private isBaseAstray(key: string, value: Raw): boolean {
    return key === "Base" && this.strings(value).some((address) => !staysOnTheWeb(address));
  }

  /** A string, or all strings of a file specification. */
  private strings(raw: Raw | undefined): Buffer[] {
    const target = this.document.resolve(raw);
    const parts = asDict(target)?.values() ?? (target ? [target] : []);
    return [...parts]
      .map((part) => asString(this.document.resolve(part)))
      .filter((part) => part !== undefined);
  }

  private replaceBy(text: string, note = scriptsRemoved): void {
    this.out.text(text);
    this.notes.add(note);
    this.changed = true;
  }
}
