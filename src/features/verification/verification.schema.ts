import { z } from "zod";
import type { RecordFacts } from "../../evidence/verifier/evidence.ts";

/** Any text: what is no serial number is answered like one that is unknown. */
export const serialNumberInput = z.object({ serialNumber: z.string() });

/** A time-stamp over one of the files of a document. */
type TimeStampView = {
  about: "original" | "stamped";
  /** Whether somebody else than this service vouches for the time. */
  isOutside: boolean;
  /** The bare token (RFC 3161), DER in base64. */
  token: string;
};

/** Each is published below /evidence/log/witnesses as well. */
type WitnessedView = {
  /** Bare tokens (RFC 3161) over the checkpoint as the log signed it, DER in base64. */
  tokens: string[];
  /** An OpenTimestamps proof about it, base64. */
  proof?: string;
  /** The Bitcoin block that this server saw the proof lead to: height, a blank and merkle root; empty before. */
  blocks: string;
};

/** What the public may learn of a completed document from its serial number. */
export type VerificationView = RecordFacts & {
  originalKept: boolean;
  /** None for documents of before time-stamps. */
  timeStamps: TimeStampView[];
  /**
   * Compact JWS over the attestation (see evidence/attestation.ts); not shown after the client's account was deleted.
   */
  attestation?: string;
  /** Receipt of the log (.tlog-proof) for the attestation, shown as long as that is: it says nothing without it. */
  receipt?: string;
  /** What outside witnesses gave about the checkpoint in the receipt; not there when none did. */
  witnessed?: WitnessedView;
};
