import { z } from "zod";
import type { RecordFacts } from "../../evidence/verifier/evidence.ts";

/** Any text: a malformed serial number gets the same answer as an unknown one. */
export const serialNumberInput = z.object({ serialNumber: z.string() });

/** A time-stamp over one of the files of a document. */
type TimeStampView = {
  about: "original" | "stamped";
  /** Whether an external authority issued it, not this service. */
  isOutside: boolean;
  /** The bare token (RFC 3161), DER in base64. */
  token: string;
};

/** All of it is also published under /evidence/log/witnesses. */
type WitnessedView = {
  /** Bare tokens (RFC 3161) over the checkpoint as the log signed it, DER in base64. */
  tokens: string[];
  /** An OpenTimestamps proof about it, base64. */
  proof?: string;
  /** The Bitcoin block the proof leads to: height, a space and the Merkle root. Empty while unconfirmed. */
  blocks: string;
};

/** What anyone may learn about a completed document from its serial number. */
export type VerificationView = RecordFacts & {
  originalKept: boolean;
  /** Empty for documents older than the time-stamping feature. */
  timeStamps: TimeStampView[];
  /**
   * Compact JWS of the attestation (see evidence/attestation.ts); hidden after the client's account is deleted.
   */
  attestation?: string;
  /** Receipt of the log (.tlog-proof) for the attestation; shown only together with it. */
  receipt?: string;
  /** What external witnesses say about the checkpoint in the receipt; missing if none have signed it yet. */
  witnessed?: WitnessedView;
};
