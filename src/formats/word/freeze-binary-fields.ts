import type { FrozenFields } from "./field-notes.ts";
import { type FieldRule, fieldRules } from "./field-types.ts";

/** The numbers of the fields in a DOC ([MS-DOC] 2.9.90). */
const types: Readonly<Record<number, string>> = {
  2: "REF",
  3: "REF",
  4: "XE",
  5: "NOTEREF",
  6: "SET",
  7: "IF",
  8: "INDEX",
  9: "TC",
  10: "STYLEREF",
  11: "RD",
  12: "SEQ",
  13: "TOC",
  14: "INFO",
  15: "TITLE",
  16: "SUBJECT",
  17: "AUTHOR",
  18: "KEYWORDS",
  19: "COMMENTS",
  20: "LASTSAVEDBY",
  21: "CREATEDATE",
  22: "SAVEDATE",
  23: "PRINTDATE",
  24: "REVNUM",
  25: "EDITTIME",
  26: "NUMPAGES",
  27: "NUMWORDS",
  28: "NUMCHARS",
  29: "FILENAME",
  30: "TEMPLATE",
  31: "DATE",
  32: "TIME",
  33: "PAGE",
  34: "=",
  35: "QUOTE",
  36: "INCLUDE",
  37: "PAGEREF",
  38: "ASK",
  39: "FILLIN",
  41: "NEXT",
  42: "NEXTIF",
  43: "SKIPIF",
  44: "MERGEREC",
  45: "DDE",
  46: "DDEAUTO",
  47: "AUTOTEXT",
  48: "PRINT",
  49: "EQ",
  50: "GOTOBUTTON",
  51: "MACROBUTTON",
  52: "AUTONUMOUT",
  53: "AUTONUMLGL",
  54: "AUTONUM",
  55: "IMPORT",
  56: "LINK",
  57: "SYMBOL",
  59: "MERGEFIELD",
  60: "USERNAME",
  61: "USERINITIALS",
  62: "USERADDRESS",
  63: "BARCODE",
  64: "DOCVARIABLE",
  65: "SECTION",
  66: "SECTIONPAGES",
  67: "INCLUDEPICTURE",
  68: "INCLUDETEXT",
  69: "FILESIZE",
  70: "FORMTEXT",
  71: "FORMCHECKBOX",
  72: "NOTEREF",
  73: "TOA",
  74: "TA",
  75: "MERGESEQ",
  77: "PRIVATE",
  78: "DATABASE",
  79: "AUTOTEXT",
  80: "COMPARE",
  83: "FORMDROPDOWN",
  84: "ADVANCE",
  85: "DOCPROPERTY",
  88: "HYPERLINK",
  89: "AUTOTEXTLIST",
  90: "LISTNUM",
  93: "ADDRESSBLOCK",
  94: "GREETINGLINE",
};
/** EMBED, CONTROL, HTMLCONTROL and SHAPE: their results are objects and drawings, not text. */
const objects = new Set([58, 87, 91, 95]);
const formFields = new Set([71, 83]);
/** NOTEREF without arguments: LibreOffice shows its stored result. */
const showsResult = 5;
/** A type without a meaning: LibreOffice shows neither code nor result. */
const showsNothing = 1;

const marks = { begin: 0x13, separator: 0x14, end: 0x15 } as const;

type Field = {
  begin: number;
  type: number;
  separator?: number;
  end?: number;
  isInCode: boolean;
  isComposed: boolean;
};

/**
 * The marks of the fields of one part of a DOC (PlcFld, [MS-DOC] 2.8.25), changed so that LibreOffice shows what the
 * file stores. Fields inside the codes of others are left out, because they hide the results around them. The result
 * is never longer than `table`.
 */
export function freezeBinaryFields(table: Buffer, isMargin: boolean, frozen: FrozenFields): Buffer {
  const count = Math.max(0, Math.floor((table.length - 4) / 6));
  const flags = (index: number) => (count + 1) * 4 + index * 2;
  const places = Array.from({ length: count + 1 }, (_, index) => table.readUInt32LE(index * 4));
  const fields = findFields(table, places, flags);
  const left = Buffer.from(table);
  const dropped = new Set<number>();
  for (const field of fields) {
    if (field.isInCode) {
      for (const index of [field.begin, field.separator, field.end])
        if (index !== undefined) dropped.add(index);
      continue;
    }
    const name = types[field.type] ?? "REF";
    const rule = fieldRules[name] ?? "stored";
    const hasText = hasResult(field, places);
    if (isKept(field, rule, isMargin, hasText)) continue;
    left[flags(field.begin) + 1] = rule === "silent" ? showsNothing : showsResult;
    if (rule !== "silent") (hasText ? frozen.stored : frozen.missing).add(name);
  }
  const kept = Array.from({ length: count }, (_, index) => index).filter((index) => !dropped.has(index));
  return Buffer.concat([
    ...[...kept, count].map((index) => left.subarray(index * 4, index * 4 + 4)),
    ...kept.map((index) => left.subarray(flags(index), flags(index) + 2)),
  ]);
}

function findFields(table: Buffer, places: number[], flags: (index: number) => number): Field[] {
  const fields: Field[] = [];
  const open: Field[] = [];
  /** How many of the open fields are still in their codes. */
  let codes = 0;
  for (let index = 0; index < places.length - 1; index += 1) {
    const mark = (table[flags(index)] ?? 0) & 0x1f;
    const innermost = open.at(-1);
    if (mark === marks.begin) {
      if (innermost !== undefined && innermost.separator === undefined) innermost.isComposed = true;
      const type = table[flags(index) + 1] ?? 0;
      const field: Field = { begin: index, type, isInCode: codes > 0, isComposed: false };
      fields.push(field);
      open.push(field);
      codes += 1;
    } else if (innermost !== undefined && mark === marks.separator && innermost.separator === undefined) {
      innermost.separator = index;
      codes -= 1;
    } else if (innermost !== undefined && mark === marks.end) {
      innermost.end = index;
      if (innermost.separator === undefined) codes -= 1;
      open.pop();
    }
  }
  return fields;
}

function hasResult({ separator, end }: Field, places: number[]): boolean {
  if (separator === undefined || end === undefined) return false;
  return (places[end] ?? 0) > (places[separator] ?? 0) + 1;
}

function isKept(field: Field, rule: FieldRule, isMargin: boolean, hasText: boolean): boolean {
  if (objects.has(field.type) || formFields.has(field.type)) return true;
  if (field.end === undefined || field.isComposed) return false;
  return rule === "link" || (rule === "laid out" && isMargin) || (rule === "drawn" && !hasText);
}
