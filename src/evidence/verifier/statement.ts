import { type Attestation, type AttestationIssue, attestationIn, checkAttestation } from "../attestation.ts";
import {
  type CollectionStatement,
  checkCollectionStatement,
  collectionStatementIn,
} from "../collection-statement.ts";
import type { PublicJwk } from "../jwk.ts";
import type { Trust } from "./trust.ts";

/**
 * An attestation after the check of its signature; `unchecked` if no keys are known; `ended-key` or `stolen-key` if its
 * key is no longer in use and no receipt shows that it was when it signed (ended-key.ts). For a collection,
 * `attestation` has the root in the place of the files.
 */
export type Statement =
  | { text: string; attestation: Attestation; key: PublicJwk; collection?: CollectionStatement }
  | { text: string; error: AttestationIssue | "unchecked" | "ended-key" | "stolen-key" };

/** Checks the signature of an attestation; the result depends on nothing else. */
export function readStatement(text: string, { jwks }: Pick<Trust, "jwks">): Statement {
  if (jwks.keys.length === 0 && isAttestation(text)) return { text, error: "unchecked" };
  const ofCollection = checkCollectionStatement(text, jwks);
  if ("error" in ofCollection) return { text, ...checkAttestation(text, jwks) };
  const { statement: collection, key } = ofCollection;
  const { v, serial, time, name, client, root } = collection;
  return {
    text,
    attestation: { v, serial, time, name, ...(client && { client }), original: root, stamped: root },
    key,
    collection,
  };
}

/** True for a text with the structure of an attestation, no matter who signed it. */
export function isAttestation(text: string): boolean {
  if (collectionStatementIn(text)) return true;
  try {
    attestationIn(text);
    return true;
  } catch {
    return false;
  }
}
