import type { TimestampConfig } from "../../../../src/features/documents/documents.schema.ts";
import { defaultStampPosition } from "../../../../src/formats/stamp/stamp.ts";
import type { DocumentView } from "../document.ts";

const usual: TimestampConfig = {
  position: defaultStampPosition,
  format: "document-timestamp",
  originalDate: undefined,
  otherParties: undefined,
};

/** How a document is stamped unless somebody states anything else: as it was set up before, or as the form proposes. */
export function configOf({ timestampConfig }: Pick<DocumentView, "timestampConfig">): TimestampConfig {
  return { ...usual, ...timestampConfig };
}
