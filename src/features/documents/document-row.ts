import type { TimestampConfig } from "../../../db/columns/documents.ts";
import type { documents } from "../../../db/schema.ts";

export type DocumentRow = typeof documents.$inferSelect;

/** A row whose serial number, time and client name are fixed, as they are once processing has started. */
export type StartedDocument = DocumentRow & {
  serialNumber: string;
  processedAt: Date;
  timestampConfig: TimestampConfig;
};

export function isStarted(row: DocumentRow): row is StartedDocument {
  return row.serialNumber !== null && row.processedAt !== null && row.timestampConfig !== null;
}
