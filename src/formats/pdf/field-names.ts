import type { PdfDocument } from "./document.ts";
import { asString, type Raw } from "./values.ts";

/** `wanted`, with a number appended if a field of the form already has that name. */
export function freeFieldName(document: PdfDocument, fields: Raw[], wanted: string): string {
  const taken = new Set(fields.map((field) => fieldName(document, field)));
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
  return name;
}

/** A field's own name; the names of its children begin with it and a period (ISO 32000-2, 12.7.4.2). */
function fieldName(document: PdfDocument, field: Raw): string | undefined {
  const name = asString(document.resolve(document.dict(field)?.get("T")));
  const isWide = name?.[0] === 0xfe && name[1] === 0xff && name.length % 2 === 0;
  return isWide ? Buffer.from(name.subarray(2)).swap16().toString("utf16le") : name?.toString("latin1");
}
