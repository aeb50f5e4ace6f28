import type { AttestationIssue } from "../../../evidence/attestation.ts";
import type { Jwks } from "../../../evidence/jwk.ts";
import type { SignedFacts } from "../../../evidence/sign-attestation.ts";
import type { StatedIdentity } from "../../../evidence/stated-identity.ts";
import type { Holding, StartedDocument } from "../../../issuing/attestations/document-row.ts";
import type { Generated } from "../documents.output.schema.ts";

/** What one kind of attestation does differently from the others; the list of all is in kinds.ts. */
export type Kind = {
  holds: Holding;
  /** What its stamp is taken from: what its owner pays for, or an allowance that costs nothing. */
  charge: "plan" | "allowance";
  /** Whether its original counts toward its owner's limit of stored originals. */
  countsOriginal: boolean;
  /** How views call a document that the service wrote itself; null for what its owner sent. */
  generated: Generated;
  /** Whether it is an entry of its project, and listed in its timelines. */
  isEntry: boolean;
  /** Whether entries with its name are versions of one another. */
  hasVersions: boolean;
  /** What webhooks are told when it is completed, besides `document.completed`. */
  completion: "collection.attested" | "timeline.sealed" | null;
  /** What its signed statement says: this is the only place that builds it from a row. */
  state: (document: StartedDocument, stampedSha256: string) => SignedFacts;
  /** Reads a signed statement, and builds again what it must say. */
  check: (
    document: StartedDocument & { stampedSha256: string },
    signed: string,
    keys: Jwks,
  ) => CheckedStatement;
};

export type Statement = { name: string; client?: string | undefined } & StatedIdentity;

/** `signed`: the statement as its signature proves it. `row`: the same, built from the row. */
type CheckedStatement = { signed: Statement; row: Statement } | { error: AttestationIssue };

/** The part of a row that its kind always has. */
export function factsOf<Facts>(facts: Facts | null): Facts {
  if (facts === null) throw new Error("The document has no facts of its kind.");
  return facts;
}
