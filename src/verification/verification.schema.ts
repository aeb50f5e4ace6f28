import { z } from "zod";

/** Any text: what is no serial number is answered like one that is unknown. */
export const serialNumberInput = z.object({ serialNumber: z.string() });

/** What the public may learn of a completed document from its serial number. */
export type VerificationView = {
  serialNumber: string;
  /** ISO 8601 UTC. */
  processedDate: string;
  documentName: string;
  clientName?: string;
  originalSha256: string;
  stampedSha256: string;
  certificateSha256: string;
  originalKept: boolean;
  /** Compact JWS over the attestation (see evidence/attestation.ts); not shown after the client's account was deleted. */
  attestation?: string;
};
