import { AppError } from "../../errors.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { PdfDocument } from "./document.ts";
import { asArray, asDict, asName, asString, nameText, type PdfDict, type Raw } from "./values.ts";

export const scriptsRemoved = "Scripts and automatic actions were removed from the stamped copy.";

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
 * the document's data away or do anything by itself when opened. Links and jumps inside the document stay.
 * Returns the numbers of the objects that changed.
 */
export function disarm(document: PdfDocument, suspects: number[]): number[] {
  const catalog = document.catalog().number;
  return suspects.filter((number) => {
    const object = document.object(number);
    if (!object) return false;
    const disarmer = new Disarmer(document, number === catalog);
    const value = disarmer.rewrite(object.value);
    if (value) document.override(number, value);
    return value !== undefined;
  });
}

class Disarmer {
  private readonly out = new ByteWriter(1024);
  private changed = false;

  constructor(
    private readonly document: PdfDocument,
    private readonly isCatalog: boolean,
  ) {}

  /** The harmless form of a value; undefined when it is harmless already. */
  rewrite(value: Raw): Raw | undefined {
    if (this.isForbidden(value) || this.runsScript(value)) this.replaceBy("null");
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

  /** A font or colour space may be called AA as well. */
  private isEvents(value: Raw): boolean {
    const target = this.document.resolve(value);
    const dict = asDict(target);
    return dict ? [...dict.keys()].every((key) => events.has(key)) : target === undefined;
  }

  private isJump(value: Raw): boolean {
    const target = this.document.resolve(value);
    return (
      asArray(target) !== undefined || asName(this.document.resolve(asDict(target)?.get("S"))) === "GoTo"
    );
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
    const bytes = asString(this.document.resolve(raw));
    const address =
      bytes
        ?.toString("latin1")
        .replace(/[^!-~]/g, "")
        .toLowerCase() ?? "";
    return /^[^a-z]*(?:javascript|vbscript|data):/.test(address);
  }

  private replaceBy(text: string): void {
    this.out.text(text);
    this.changed = true;
  }
}
