import { type Attestation, checkAttestation } from "../../../evidence/attestation.ts";
import { isJwsSignedNatively } from "../../../evidence/ed25519-natively.ts";
import type { StartedDocument } from "../../../issuing/attestations/document-row.ts";
import type { Kind } from "./kind.ts";
import { statementFacts } from "./statement-facts.ts";

type Added = Pick<Attestation, "timeline" | "acknowledgement">;

/**
 * The parts of a kind whose statement names the original and the stamped copy. `addFacts` adds what this kind also
 * states; of a statement to check, it gets what was signed.
 */
export function stampedFile(
  addFacts: (document: StartedDocument, signed?: Attestation) => Added,
): Pick<Kind, "holds" | "state" | "check"> {
  const build = (document: StartedDocument, stamped: string, signed?: Attestation): Attestation => ({
    ...statementFacts(document),
    original: document.sha256,
    stamped,
    ...addFacts(document, signed),
  });
  return {
    holds: "file",
    state: (document, stampedSha256) => build(document, stampedSha256),
    check(document, signed, keys) {
      const checked = checkAttestation(signed, keys, isJwsSignedNatively);
      if ("error" in checked) return checked;
      const { attestation } = checked;
      return { signed: attestation, row: build(document, document.stampedSha256, attestation) };
    },
  };
}
