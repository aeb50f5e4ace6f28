import type { Language } from "../../src/formats/languages.ts";
import type { QrCodeChoice, StampPosition } from "../../src/formats/stamp/stamp.ts";

/**
 * What was attested: a file, a list of files that stay with their owner, the timeline of a project, or that someone has
 * seen a shared project.
 */
export const documentKinds = ["document", "collection", "timeline", "acknowledgement"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentStatuses = ["uploaded", "processing", "completed", "error"] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** The stamp settings of a document: the specification's "timestamp config". */
export type TimestampConfig = {
  position: StampPosition;
  format: "document-timestamp";
  originalDate?: string | undefined;
  otherParties?: string | undefined;
  /** The language of the stamp, the certificate and its notes; English if missing. */
  language?: Language | undefined;
  /** Whether the stamp has a QR code; the default of `QrCodeChoice` if missing. */
  qrCode?: QrCodeChoice | undefined;
  /** Whether an office's document is issued to the member who started it, for the office. */
  showName?: boolean | undefined;
  /** Whether the statement says the address of the person who started it. */
  showEmail?: boolean | undefined;
};

/** The stamp settings as they are stored. */
export type StoredConfig = TimestampConfig & {
  /** Of an office's document that waits for a payment: the id of the member who made these choices. */
  chosenBy?: string | undefined;
};

/** Whom an acknowledgment was requested from: an address, and the salt (64 hex digits) that opens its hash. */
export type Recipient = { address: string; salt: string };
