import { z } from "zod";

export const serialNumberInput = z.object({ serialNumber: z.string().min(1).max(200) });

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
  /** Compact JWS over the attestation (see evidence/attestation.ts). */
  attestation: string;
};
