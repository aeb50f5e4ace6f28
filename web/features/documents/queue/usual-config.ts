import type { TimestampConfig } from "../../../../src/features/documents/documents.schema.ts";
import { defaultStampPosition } from "../../../../src/formats/stamp/stamp.ts";
import type { DocumentView } from "../document.ts";

const usual: TimestampConfig = {
  position: defaultStampPosition,
  format: "document-timestamp",
  originalDate: undefined,
  otherParties: undefined,
};

/** The default stamp settings of a document: its previous settings, or the form's defaults. */
export function configOf({ timestampConfig }: Pick<DocumentView, "timestampConfig">): TimestampConfig {
  return { ...usual, ...timestampConfig };
}
