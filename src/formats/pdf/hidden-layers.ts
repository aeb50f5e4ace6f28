import type { PdfDocument } from "./document.ts";
import { asArray, asName } from "./values.ts";

/**
 * True if readers initially hide some layer of a document (ISO 32000-2, 8.11.4.3). A hidden layer that is never ended,
 * even inside a form, then hides what follows.
 */
export function hidesLayers(document: PdfDocument): boolean {
  const properties = document.catalog().dict.get("OCProperties");
  const config = document.dict(document.dict(properties)?.get("D"));
  if (!config) return properties !== undefined;
  if ((asName(document.resolve(config.get("BaseState"))) ?? "ON") !== "ON") return true;
  return ["OFF", "AS"].some((key) => config.has(key) && isFilled(document, config.get(key)));
}

function isFilled(document: PdfDocument, raw: Parameters<PdfDocument["resolve"]>[0]): boolean {
  const items = asArray(document.resolve(raw));
  return items === undefined || items.length > 0;
}
