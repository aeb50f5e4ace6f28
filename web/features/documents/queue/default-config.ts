import type { TimestampConfig } from "../../../../db/columns/documents.ts";
import { defaultStampPosition } from "../../../../src/formats/stamp/stamp.ts";
import { readersLanguage } from "../../../texts/language.ts";
import type { DocumentView } from "../document.ts";

const defaults: TimestampConfig = {
  position: defaultStampPosition,
  format: "document-timestamp",
  originalDate: undefined,
  otherParties: undefined,
};

/** A document's previous stamp settings, or the given choices, or the form's defaults and the language of the page. */
export function getConfig(
  { timestampConfig }: Pick<DocumentView, "timestampConfig">,
  choices?: TimestampConfig,
): TimestampConfig {
  return { ...defaults, language: readersLanguage(), ...(timestampConfig ?? choices) };
}
