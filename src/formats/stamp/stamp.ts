import type { Message } from "../../errors.ts";

/** Where the stamp stands on a page, as a person sees the page. */
export const stampPositions = [
  "top-right",
  "top-left",
  "bottom-right",
  "bottom-left",
  "vertical-right",
] as const;
export type StampPosition = (typeof stampPositions)[number];
export const defaultStampPosition: StampPosition = "vertical-right";

/** A document of more pages is refused, with a sentence. */
export const maxPages = 5000;

/** The product's home time zone: stamps print date and time in it, with its offset, and in UTC. */
export const productTimeZone = "America/Chicago";

/** The stamp is a tinted strip with dark text; red, green and blue. The pages have the same colors. */
export const stampColors = { tint: [226, 236, 234], ink: [15, 70, 80] } as const;

/** Everything that is printed on a page. The same values draw the same stamp. */
export type Stamp = {
  productName: string;
  serialNumber: string;
  clientName: string;
  /** Milliseconds since 1970 UTC; whole seconds are printed. */
  time: number;
  /** IANA zone in which date and time are printed beside their offset, e.g. America/Chicago. */
  timeZone: string;
  position: StampPosition;
};

/**
 * What a stamping run produced. `notes` are sentences for the user and the certificate (e.g. "Scripts were
 * removed.").
 */
export type StampOutcome = {
  contentType: "application/pdf" | "image/png" | "image/jpeg";
  pages: number;
  /** True when the original stands byte for byte at the beginning of the stamped file. */
  originalKept: boolean;
  notes: Message[];
  /** Where room was kept in a picture for content credentials, when it was asked for: offsets in the file. */
  placeholder?: { start: number; end: number };
};
