import type { Message } from "../../errors.ts";
import type { PdfDocument } from "./document.ts";
import { dictText } from "./layers.ts";
import { hasRegularStart, type PdfObject } from "./object-syntax.ts";
import {
  asArray,
  asDict,
  asName,
  asReference,
  getRaw,
  getText,
  isNull,
  type PdfDict,
  type Raw,
} from "./values.ts";

export const contradictionsResolved: Message = {
  code: "note-contradictions-settled",
  text: "Parts of this PDF contradict each other or are incomplete, so programs would show different content; the stamped copy looks the same in every program.",
};
export const signedContradicts: Message = {
  code: "note-signed-pdf-contradicts",
  text: "Parts of this signed PDF contradict each other or are incomplete, so programs may show different content; fixing this would break the signature.",
};

/** Large enough for every page, so that nothing is clipped. */
const unlimitedBox = "[-100000 -100000 100000 100000]";
const maxNesting = 500;

/**
 * Rewrites, in the new revision, every object among `candidates` that programs read differently: the last entry of a
 * repeated key stays, a reference with a wrong generation is corrected, and a form gets its type and its box. Signed
 * documents stay unchanged. Returns the numbers of the objects that changed, and the notes for the user.
 */
export function resolveContradictions(
  document: PdfDocument,
  candidates: number[],
  signed: boolean,
): { numbers: number[]; notes: Message[] } {
  const untyped = findUntypedForms(document, candidates);
  const numbers = candidates.filter((number) => {
    const object = document.object(number);
    if (!object) return false;
    const value = settledValue(document, object, untyped);
    if (value && !signed) document.override(number, value);
    return value !== undefined;
  });
  if (numbers.length === 0) return { numbers, notes: [] };
  return signed ? { numbers: [], notes: [signedContradicts] } : { numbers, notes: [contradictionsResolved] };
}

/** The value that every program reads alike; undefined if they already do. */
function settledValue(document: PdfDocument, object: PdfObject, untyped: Set<number>): Raw | undefined {
  const { number, generation, value, data } = object;
  const settled = settledText(document, value, 0);
  const text = settled ?? getText(value);
  const dict = data && asDict(settled === undefined ? value : getRaw(settled));
  if (dict && isUnlimitedForm(document, dict))
    return getRaw(dictText(dict.set("BBox", getRaw(unlimitedBox))));
  if (dict && untyped.has(number)) return getRaw(dictText(dict.set("Subtype", getRaw("/Form"))));
  const entry = document.xref.entries.get(number);
  const isMislabeled = entry?.kind === "at" && entry.generation !== generation;
  const isDisplaced = data !== undefined && !hasRegularStart(document.bytes, value, data.start);
  return settled !== undefined || isMislabeled || isDisplaced ? getRaw(text) : undefined;
}

function settledText(document: PdfDocument, value: Raw, depth: number): string | undefined {
  const reference = asReference(value);
  if (reference) {
    const target = document.object(reference.number);
    if (!target || target.generation === reference.generation) return undefined;
    return `${target.number} ${target.generation} R`;
  }
  let isChanged = false;
  const dict = asDict(value, (first, second) => {
    isChanged ||= getText(first) !== getText(second);
  });
  const items = dict ? [...dict.values()] : asArray(value);
  if (!items || depth > maxNesting) return undefined;
  const texts = items.map((item) => {
    const text = settledText(document, item, depth + 1);
    isChanged ||= text !== undefined;
    return text ?? getText(item);
  });
  if (!isChanged) return undefined;
  if (!dict) return `[${texts.join(" ")}]`;
  return dictText(new Map([...dict.keys()].map((key, index) => [key, getRaw(texts[index] ?? "null")])));
}

/** MuPDF draws a form without a box; Poppler and Ghostscript do not. */
export function isUnlimitedForm(document: PdfDocument, dict: PdfDict): boolean {
  if (asName(document.resolve(dict.get("Subtype"))) !== "Form") return false;
  const box = document.resolve(dict.get("BBox"));
  return box === undefined || isNull(box);
}

/** Ghostscript does not draw a form without its type; Poppler and MuPDF do. */
export function isUntypedForm(document: PdfDocument, dict: PdfDict): boolean {
  const subtype = document.resolve(dict.get("Subtype"));
  if (subtype !== undefined && !isNull(subtype)) return false;
  return dict.has("BBox") && !dict.has("PatternType");
}

/** Forms drawn by pages or forms; every program draws an annotation's appearance without /Subtype. */
function findUntypedForms(document: PdfDocument, candidates: number[]): Set<number> {
  const untyped = new Set(
    candidates.filter((number) => {
      const object = document.object(number);
      const dict = object?.data && asDict(object.value);
      return dict !== undefined && isUntypedForm(document, dict);
    }),
  );
  const drawn = new Set<number>();
  if (untyped.size === 0) return drawn;
  for (const number of document.xref.entries.keys()) {
    const value = document.object(number)?.value;
    if (value && getText(value).includes("XObject")) addDrawnForms(document, value, drawn, 0);
  }
  return drawn.intersection(untyped);
}

function addDrawnForms(document: PdfDocument, value: Raw, drawn: Set<number>, depth: number): void {
  const dict = asDict(value);
  if (depth > maxNesting) return;
  for (const form of document.dict(dict?.get("XObject"))?.values() ?? []) {
    const reference = asReference(form);
    if (reference) drawn.add(reference.number);
  }
  for (const item of dict?.values() ?? asArray(value) ?? []) addDrawnForms(document, item, drawn, depth + 1);
}
