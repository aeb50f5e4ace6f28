import { foldText } from "../../formats/text/search-text.ts";
import type { DocumentRow } from "./documents.ts";

type Searched = Pick<DocumentRow, "originalName" | "displayName" | "note" | "timestampConfig">;

/**
 * The text that the owner's search uses: the name on screen first, so that this text also sorts by name, then the
 * attested name, the note and the other parties, on one line each. The serial number has a column of its own.
 */
export function buildSearchText({ originalName, displayName, note, timestampConfig }: Searched): string {
  const lines = [displayName ?? originalName, originalName, note, timestampConfig?.otherParties];
  return lines.map((line) => foldText((line ?? "").replace(/\s+/g, " "))).join("\n");
}
