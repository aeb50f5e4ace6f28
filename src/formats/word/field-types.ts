/** What the stamped copy shows for a field (ECMA-376 part 1, 17.16.5). */
export type FieldRule =
  /** The text that the file stores as the field's result; nothing if it stores none. */
  | "stored"
  /**
   * The same, except in headers and footers, where it differs from page to page and only layout can know it.
   * LibreOffice knows no numbers of sections.
   */
  | "laid out"
  /** The stored text with its link, which LibreOffice does not compute. */
  | "link"
  /** What LibreOffice draws from the field itself where the file stores no text, as Word does. */
  | "drawn"
  /** Nothing: Word keeps the result of such a field for other fields. */
  | "silent";

/** Every type of the standard, then those that only Word knows. */
export const fieldRules: Readonly<Record<string, FieldRule>> = {
  ADDRESSBLOCK: "stored",
  ADVANCE: "silent",
  ASK: "silent",
  AUTHOR: "stored",
  AUTONUM: "stored",
  AUTONUMLGL: "stored",
  AUTONUMOUT: "stored",
  AUTOTEXT: "stored",
  AUTOTEXTLIST: "stored",
  BARCODE: "stored",
  BIBLIOGRAPHY: "stored",
  CITATION: "stored",
  COMMENTS: "stored",
  COMPARE: "stored",
  CREATEDATE: "stored",
  DATABASE: "stored",
  DATE: "stored",
  DDE: "stored",
  DDEAUTO: "stored",
  DOCPROPERTY: "stored",
  DOCVARIABLE: "stored",
  EDITTIME: "stored",
  EQ: "stored",
  FILENAME: "stored",
  FILESIZE: "stored",
  FILLIN: "stored",
  FORMCHECKBOX: "drawn",
  FORMDROPDOWN: "drawn",
  FORMTEXT: "stored",
  GOTOBUTTON: "drawn",
  GREETINGLINE: "stored",
  HYPERLINK: "link",
  IF: "stored",
  INCLUDEPICTURE: "stored",
  INCLUDETEXT: "stored",
  INDEX: "stored",
  INFO: "stored",
  KEYWORDS: "stored",
  LASTSAVEDBY: "stored",
  LINK: "stored",
  LISTNUM: "stored",
  MACROBUTTON: "drawn",
  MERGEFIELD: "stored",
  MERGEREC: "stored",
  MERGESEQ: "stored",
  NEXT: "silent",
  NEXTIF: "silent",
  NOTEREF: "stored",
  NUMCHARS: "stored",
  NUMPAGES: "laid out",
  NUMWORDS: "stored",
  PAGE: "laid out",
  PAGEREF: "stored",
  PRINT: "silent",
  PRINTDATE: "stored",
  PRIVATE: "silent",
  QUOTE: "stored",
  RD: "silent",
  REF: "stored",
  REVNUM: "stored",
  SAVEDATE: "stored",
  SECTION: "stored",
  SECTIONPAGES: "stored",
  SEQ: "stored",
  SET: "silent",
  SKIPIF: "silent",
  STYLEREF: "stored",
  SUBJECT: "stored",
  SYMBOL: "drawn",
  TA: "silent",
  TC: "silent",
  TEMPLATE: "stored",
  TIME: "stored",
  TITLE: "stored",
  TOA: "stored",
  TOC: "stored",
  USERADDRESS: "stored",
  USERINITIALS: "stored",
  USERNAME: "stored",
  XE: "silent",
  "=": "stored",
  DISPLAYBARCODE: "stored",
  IMPORT: "stored",
  INCLUDE: "stored",
  MERGEBARCODE: "stored",
};

/** The type of a field, from its code. A code that names no type is a bookmark, as in a REF field. */
export function typeOfField(code: string): string {
  const type = /^\s*(=|[^\s"\\=]+)/.exec(code)?.[1]?.toUpperCase() ?? "";
  return Object.hasOwn(fieldRules, type) ? type : "REF";
}
