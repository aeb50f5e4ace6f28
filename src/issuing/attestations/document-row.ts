import type { TimestampConfig } from "../../../db/columns/documents.ts";
import type { documents } from "../../../db/schema.ts";
import { productTimeZone } from "../../formats/stamp/stamp.ts";

export type DocumentRow = typeof documents.$inferSelect;

/** What is attested: a file, of which a stamped copy is made, or a list of files that stay with their owner. */
export type Holding = "file" | "list";

/** A row whose serial number, time and client name are fixed, as they are once processing has started. */
export type StartedDocument = DocumentRow & {
  serialNumber: string;
  processedAt: Date;
  timestampConfig: TimestampConfig;
};

export function isStarted(row: DocumentRow): row is StartedDocument {
  return row.serialNumber !== null && row.processedAt !== null && row.timestampConfig !== null;
}

/** The IANA zone in which the stamp and the certificate of this document write times. */
export function stampTimeZone({ timeZone }: Pick<DocumentRow, "timeZone">): string {
  return timeZone ?? productTimeZone;
}
