import type { Message } from "../../errors.ts";
import type { PdfDocument } from "./document.ts";
import type { PdfObject } from "./object-syntax.ts";
import type { Revision } from "./revision.ts";
import {
  asArray,
  asDict,
  asName,
  asNumber,
  asReference,
  getRaw,
  getText,
  nameText,
  type PdfDict,
  type Raw,
} from "./values.ts";
import { writeEntries } from "./write-entries.ts";

export const layersFixed: Message = {
  code: "note-layers-fixed",
  text: "Layers in this PDF would look different on screen, in print or in other programs; the stamped copy always shows them as on screen.",
};

/** Usages that hide or show a layer automatically (ISO 32000-2, table 100); the others only describe it. */
const switchingUsages = ["View", "Print", "Export", "Zoom", "User", "Language"];
const maxNesting = 32;
/** A layer that is always off, and a rule that every program shows. */
const hiddenGroup = "<< /Type /OCG /Name (Hidden) >>";
const shownRule = "<< /Type /OCMD >>";

/** Optional content (ISO 32000-2, 8.11): the layers that a document shows when it is opened on a screen. */
export class Layers {
  readonly notes: Message[] = [];
  /** The numbers of the objects that `settle` has changed. */
  readonly numbers: number[] = [];
  readonly #shown = new Map<number, boolean>();
  /** Layers that replace rules that hide something. */
  readonly #added: number[] = [];
  readonly #properties: PdfDict | undefined;
  readonly #config: PdfDict;
  readonly #on: Set<number>;
  readonly #off: Set<number>;
  /** The usages that switch a layer automatically when the document is shown on a screen. */
  readonly #automatic = new Map<number, string[]>();

  constructor(private readonly document: PdfDocument) {
    this.#properties = document.dict(document.catalog().dict.get("OCProperties"));
    this.#config = document.dict(this.#properties?.get("D")) ?? new Map();
    this.#on = this.#listed("ON");
    this.#off = this.#listed("OFF");
    this.#readAutomaticStates();
    for (const number of this.#groupNumbers()) this.#shown.set(number, this.#stateAtOpening(number));
  }

  /** True if the content of `group`, a layer or a membership rule, is shown. */
  isShown(group: Raw | undefined, depth = 0): boolean {
    const reference = asReference(group);
    const state = reference && this.#shown.get(reference.number);
    const dict = this.document.dict(group);
    if (state !== undefined || !dict || depth > maxNesting) return state ?? true;
    if (asName(this.document.resolve(dict.get("Type"))) !== "OCMD") return true;
    const expression = asArray(this.document.resolve(dict.get("VE")));
    if (expression) return this.#evaluate(expression, depth);
    const list = dict.get("OCGs");
    const groups = asArray(this.document.resolve(list)) ?? (list ? [list] : []);
    const states = groups.filter((raw) => asReference(raw)).map((raw) => this.isShown(raw, depth + 1));
    if (states.length === 0) return true;
    const policy = asName(this.document.resolve(dict.get("P"))) ?? "AnyOn";
    if (policy === "AllOn") return states.every((state) => state);
    if (policy === "AnyOff") return states.some((state) => !state);
    if (policy === "AllOff") return states.every((state) => !state);
    return states.some((state) => state);
  }

  #evaluate([operator, ...operands]: Raw[], depth: number): boolean {
    const states = operands.map((operand) => {
      const expression = asArray(this.document.resolve(operand));
      if (!expression || depth > maxNesting) return this.isShown(operand, depth + 1);
      return this.#evaluate(expression, depth + 1);
    });
    const name = asName(operator);
    if (name === "Not") return states[0] !== true;
    return name === "Or" ? states.some((state) => state) : states.every((state) => state);
  }

  /**
   * Removes, in the new revision, everything that shows a layer in one program, on one device or at one zoom and hides
   * it elsewhere: automatic states, usages, intents, alternate configurations and rules that some programs ignore.
   * `candidates` are the objects that may contain such a rule.
   */
  settle(revision: Revision, candidates: number[]): void {
    const properties = this.#properties;
    const config = this.#config;
    const { document } = this;
    if (!properties) return;
    const groups = [...this.#shown.keys()].filter((number) => this.#switchesItself(number));
    const isAutomatic = config.has("AS") || config.has("Intent") || properties.has("Configs");
    const looksDifferent = this.looksDifferent();
    const hasRules = this.#resolveRules(revision, candidates);
    if (groups.length === 0 && !isAutomatic && !hasRules && !this.#isListedTwice()) return;
    if (looksDifferent || hasRules) this.notes.push(layersFixed);
    for (const number of groups) this.#rewriteGroup(number);
    const entries = [...properties].filter(([key]) => key !== "D" && key !== "Configs");
    const settled = new Map(entries).set("D", getRaw(this.#resolvedConfig()));
    const known = (asArray(document.resolve(properties.get("OCGs"))) ?? []).map(getText);
    const added = this.#added.map((number) => this.#referenceTo(number));
    if (added.length > 0) settled.set("OCGs", getRaw(`[${[...known, ...added].join(" ")}]`));
    const catalog = document.catalog();
    const dict = new Map(catalog.dict).set("OCProperties", getRaw(dictText(settled)));
    document.override(catalog.number, getRaw(dictText(dict)));
  }

  /** True if some layer is shown in one program, on one device or at one zoom and hidden elsewhere. */
  looksDifferent(): boolean {
    return this.#isListedTwice() || [...this.#shown].some((entry) => this.#isAmbiguous(...entry));
  }

  /** True if the configuration lists a layer both as on and as off. */
  #isListedTwice(): boolean {
    return [...this.#shown.keys()].some((number) => this.#on.has(number) && this.#off.has(number));
  }

  /**
   * Replaces rules about layers (optional content membership dictionaries) by their result: some programs ignore
   * expressions, and some do not let a rule or a layer hide a form. Rules without an expression that show their content
   * stay. Returns whether any was replaced.
   */
  #resolveRules(revision: Revision, candidates: number[]): boolean {
    const { document } = this;
    let hiddenLayer: number | undefined;
    const addHiddenLayer = () => {
      hiddenLayer ??= revision.add(hiddenGroup);
      return `${hiddenLayer} 0 R`;
    };
    const hiddenInPlace: number[] = [];
    let enclosed = 0;
    const settled = candidates.flatMap((number) => {
      const object = document.object(number);
      if (!object) return [];
      if (this.#isHiddenForm(object)) {
        this.#enclose(object, revision, addHiddenLayer);
        enclosed++;
        return [];
      }
      const isRule = !object.data && this.#isAmbiguousRule(asDict(object.value));
      const isHidden = isRule && !this.isShown(object.value);
      if (isHidden) hiddenInPlace.push(number);
      const text = isHidden ? hiddenGroup : this.#withoutRules(object.value, addHiddenLayer, 0);
      return text === undefined ? [] : [{ number, value: getRaw(text) }];
    });
    for (const { number, value } of settled) document.override(number, value);
    this.numbers.push(...settled.map(({ number }) => number));
    this.#added.push(...hiddenInPlace, ...(hiddenLayer === undefined ? [] : [hiddenLayer]));
    for (const number of this.#added) this.#shown.set(number, false);
    return settled.length + enclosed > 0;
  }

  #isHiddenForm({ value, data }: PdfObject): boolean {
    const dict = data ? asDict(value) : undefined;
    if (asName(this.document.resolve(dict?.get("Subtype"))) !== "Form") return false;
    return !this.isShown(dict?.get("OC"));
  }

  /**
   * Wraps a form in another one whose content names the layer: every program supports that, but some ignore the entry
   * /OC of a form.
   */
  #enclose(form: PdfObject, revision: Revision, addHiddenLayer: () => string): void {
    const { number, generation, value, data } = form;
    const dict = asDict(value) ?? new Map<string, Raw>();
    const group = dict.get("OC") ?? getRaw("null");
    const layer = this.#withoutRules(group, addHiddenLayer, 0) ?? getText(group);
    const inner = revision.reserve();
    const bytes = this.document.bytes.subarray(data?.start, data?.end);
    const outside = new Set(["OC", "Matrix", "Length"]);
    revision.writeStream(inner, 0, (out) => writeEntries(out, dict, (key) => outside.has(key)), bytes);
    const placement = new Set(["Type", "Subtype", "BBox", "Matrix", "Group"]);
    revision.writeStream(
      number,
      generation,
      (out) => {
        writeEntries(out, dict, (key) => !placement.has(key));
        out.text(`/Resources << /Properties << /Layer ${layer} >> /XObject << /Content ${inner} 0 R >> >>`);
      },
      Buffer.from("/OC /Layer BDC /Content Do EMC\n", "latin1"),
    );
  }

  /** The text of a value with its rules replaced; undefined if it has none. */
  #withoutRules(value: Raw, addHiddenLayer: () => string, depth: number): string | undefined {
    if (depth > maxNesting) return undefined;
    const dict = asDict(value);
    if (this.#isAmbiguousRule(dict)) return this.isShown(value) ? shownRule : addHiddenLayer();
    const items = dict ? [...dict.values()] : (asArray(value) ?? []);
    const texts = items.map((item) => this.#withoutRules(item, addHiddenLayer, depth + 1));
    if (texts.every((text) => text === undefined)) return undefined;
    const written = items.map((item, index) => texts[index] ?? getText(item));
    if (!dict) return `[${written.join(" ")}]`;
    return dictText(new Map([...dict.keys()].map((key, index) => [key, getRaw(written[index] ?? "null")])));
  }

  #isAmbiguousRule(dict: PdfDict | undefined): boolean {
    if (!dict || asName(this.document.resolve(dict.get("Type"))) !== "OCMD") return false;
    return dict.has("VE") || !this.isShown(getRaw(dictText(dict)));
  }

  #referenceTo(number: number): string {
    return `${number} ${this.document.object(number)?.generation ?? 0} R`;
  }

  #groupNumbers(): number[] {
    const groups = asArray(this.document.resolve(this.#properties?.get("OCGs"))) ?? [];
    return groups.flatMap((raw) => asReference(raw)?.number ?? []);
  }

  #listed(key: "ON" | "OFF"): Set<number> {
    const groups = asArray(this.document.resolve(this.#config.get(key))) ?? [];
    return new Set(groups.flatMap((raw) => asReference(raw)?.number ?? []));
  }

  #stateByConfig(number: number): boolean {
    if (this.#off.has(number)) return false;
    return this.#on.has(number) || !this.#isOffByDefault();
  }

  #isOffByDefault(): boolean {
    return asName(this.document.resolve(this.#config.get("BaseState"))) === "OFF";
  }

  /** A layer with a different intent than the configuration has no effect: its content is shown. */
  #stateAtOpening(number: number): boolean {
    const intents = this.#names(this.#config.get("Intent"), "View");
    const own = this.#names(this.#groupDict(number)?.get("Intent"), "View");
    if (!intents.includes("All") && !own.some((intent) => intents.includes(intent))) return true;
    const categories = this.#automatic.get(number) ?? [];
    const states = categories.flatMap((category) => this.#usageState(number, category) ?? []);
    return states.length > 0 ? states.every((state) => state) : this.#stateByConfig(number);
  }

  #readAutomaticStates(): void {
    const applications = asArray(this.document.resolve(this.#config.get("AS"))) ?? [];
    for (const raw of applications) {
      const application = this.document.dict(raw);
      if (asName(this.document.resolve(application?.get("Event"))) !== "View") continue;
      const categories = this.#names(application?.get("Category"), "View");
      for (const group of asArray(this.document.resolve(application?.get("OCGs"))) ?? []) {
        const number = asReference(group)?.number;
        if (number === undefined) continue;
        this.#automatic.set(number, [...(this.#automatic.get(number) ?? []), ...categories]);
      }
    }
  }

  /** On or off according to a usage; undefined if it is missing or ambiguous. */
  #usageState(number: number, category: string): boolean | undefined {
    const usage = this.document.dict(this.#groupDict(number)?.get("Usage"));
    const entry = this.document.dict(usage?.get(category));
    if (category === "Zoom" && entry) {
      const [min, max] = ["min", "max"].map((key) => asNumber(this.document.resolve(entry.get(key))));
      return (min ?? 0) <= 1 && 1 < (max ?? Number.POSITIVE_INFINITY);
    }
    const state = asName(this.document.resolve(entry?.get(`${category}State`)));
    return state === undefined ? undefined : state !== "OFF";
  }

  #groupDict(number: number): PdfDict | undefined {
    return asDict(this.document.object(number)?.value);
  }

  #switchesItself(number: number): boolean {
    const dict = this.#groupDict(number);
    const usage = this.document.dict(dict?.get("Usage"));
    return this.#hasOtherIntent(dict) || switchingUsages.some((key) => usage?.has(key));
  }

  #hasOtherIntent(dict: PdfDict | undefined): boolean {
    if (!dict?.has("Intent")) return false;
    return this.#config.has("Intent") || !this.#names(dict.get("Intent"), "View").includes("View");
  }

  #isAmbiguous(number: number, shown: boolean): boolean {
    const usage = this.document.dict(this.#groupDict(number)?.get("Usage"));
    if (this.#stateByConfig(number) !== shown || usage?.has("Zoom")) return true;
    return ["View", "Print", "Export"].some((category) => this.#usageState(number, category) === !shown);
  }

  #rewriteGroup(number: number): void {
    const dict = new Map(this.#groupDict(number));
    const usage = this.document.dict(dict.get("Usage")) ?? new Map<string, Raw>();
    const described = [...usage].filter(([key]) => !switchingUsages.includes(key));
    dict.delete("Intent");
    dict.delete("Usage");
    if (described.length > 0) dict.set("Usage", getRaw(dictText(new Map(described))));
    this.document.override(number, getRaw(dictText(dict)));
    this.numbers.push(number);
  }

  #resolvedConfig(): string {
    const decided = new Set(["AS", "Intent", "BaseState", "ON", "OFF"]);
    const kept = new Map([...this.#config].filter(([key]) => !decided.has(key)));
    const isOff = this.#isOffByDefault();
    const listed = [...this.#shown].filter(([, shown]) => shown === isOff);
    const groups = listed.map(([number]) => this.#referenceTo(number));
    kept.set("BaseState", getRaw(isOff ? "/OFF" : "/ON"));
    kept.set(isOff ? "ON" : "OFF", getRaw(`[${groups.join(" ")}]`));
    return dictText(kept);
  }

  #names(raw: Raw | undefined, missing: string): string[] {
    const value = this.document.resolve(raw);
    const items = asArray(value) ?? (value ? [value] : []);
    const names = items.flatMap((item) => asName(this.document.resolve(item)) ?? []);
    return names.length > 0 ? names : [missing];
  }
}

/** A dictionary in PDF syntax. */
export function dictText(dict: PdfDict): string {
  const entries = [...dict].map(([key, value]) => `${nameText(key)} ${getText(value)}`);
  return `<< ${entries.join(" ")} >>`;
}
