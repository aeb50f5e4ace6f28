import type { Message } from "../../errors.ts";
import type { StampedType } from "../file-types.ts";
import type { Language } from "../languages.ts";

/** The position of the stamp on a page, as displayed. */
export const stampPositions = [
  "top-right",
  "top-left",
  "bottom-right",
  "bottom-left",
  "vertical-right",
] as const;
export type StampPosition = (typeof stampPositions)[number];
export const defaultStampPosition: StampPosition = "vertical-right";

/**
 * Whether the stamp has a QR code on every page with room for it. `auto`: not on a signed PDF, whose pages people have
 * signed without it.
 */
export const qrCodeChoices = ["auto", "on", "off"] as const;
export type QrCodeChoice = (typeof qrCodeChoices)[number];
export const defaultQrCodeChoice: QrCodeChoice = "auto";

/** Documents with more pages are refused. */
export const maxPages = 5000;

/** The zone of times on stamps where neither the operator nor the account has chosen one. */
export const productTimeZone = "America/Chicago";

/** Whether this is the name of a zone, spelled as in the IANA time zone database, that this program knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A tinted strip with dark text, in red, green and blue, as on the web pages. */
export const stampColors = { tint: [226, 236, 234], ink: [15, 70, 80] } as const;

/** Everything printed on a page. The same values draw the same stamp. */
export type Stamp = {
  productName: string;
  serialNumber: string;
  clientName: string;
  /** Milliseconds since 1970 UTC; whole seconds are printed. */
  time: number;
  /** IANA zone in which date and time are printed, with its short name, e.g. America/Chicago. */
  timeZone: string;
  position: StampPosition;
  /** Public base address of the service: the stamp names its host and, in a PDF, links to the document's record. */
  origin?: string | undefined;
  /** Default: English. */
  language?: Language | undefined;
  /** A code with the address of the document's record, if there is an `origin`. Default: `off`. */
  qrCode?: QrCodeChoice | undefined;
};

/** Stands for the serial number of a document that has none yet. No record can have it. */
export const unknownSerialNumber = "AT-•••••-•••••-•••••-•••••";

/**
 * The result of stamping a file. `notes` are sentences for the user and the certificate, e.g. "Scripts were removed."
 */
export type StampOutcome = {
  contentType: StampedType;
  pages: number;
  /** Whether the first page is an A4 page in either direction. */
  isA4?: boolean;
  /** True if the stamped file starts with the original, byte for byte. */
  originalKept: boolean;
  notes: Message[];
  /** The space reserved in a picture for content credentials, if requested, as offsets in the file. */
  placeholder?: { start: number; end: number };
};
