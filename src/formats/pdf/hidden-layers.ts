import type { PdfDocument } from "./document.ts";
import { asArray, asName } from "./values.ts";

/**
 * True when readers hide some layer of a document at first (ISO 32000-2, 8.11.4.3). Content of a layer that is
 * never ended, also within a form, then takes what follows with it.
 */
export function hidesLayers(document: PdfDocument): boolean {
  const properties = document.catalog().dict.get("OCProperties");
  const usual = document.dict(document.dict(properties)?.get("D"));
  if (!usual) return properties !== undefined;
  if ((asName(document.resolve(usual.get("BaseState"))) ?? "ON") !== "ON") return true;
  return ["OFF", "AS"].some((key) => usual.has(key) && isFilled(document, usual.get(key)));
}

function isFilled(document: PdfDocument, raw: Parameters<PdfDocument["resolve"]>[0]): boolean {
  const items = asArray(document.resolve(raw));
  return items === undefined || items.length > 0;
}
