import { attestedClient, attestedName } from "../../../evidence/attestation.ts";
import type { StartedDocument } from "../../../issuing/attestations/document-row.ts";

/** What every signed statement says. */
export function statementFacts(document: StartedDocument) {
  return {
    v: 1 as const,
    serial: document.serialNumber,
    time: document.processedAt.toISOString().replace(".000Z", "Z"),
    name: attestedName(document.originalName),
    ...(document.clientName ? { client: attestedClient(document.clientName) } : {}),
    ...document.identity,
  };
}
