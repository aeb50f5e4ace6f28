import { type Attestation, attestationPayload } from "./attestation.ts";
import { encodeBase64url } from "./base64url.ts";
import { type CollectionStatement, collectionPayload } from "./collection-statement.ts";
import { type JwsHeader, signingInput } from "./jws.ts";
import { type SigningKey, signEd25519 } from "./signing-key.ts";

/** The attestation as compact JWS with the ID of its key. The same input gives the same text. */
export function signAttestation(attestation: Attestation, key: SigningKey): string {
  return signJws({ alg: "EdDSA", kid: key.kid }, attestationPayload(attestation), key);
}

/** The statement of a collection, likewise. */
export function signCollectionStatement(statement: CollectionStatement, key: SigningKey): string {
  return signJws({ alg: "EdDSA", kid: key.kid }, collectionPayload(statement), key);
}

/** What a signed statement says, about a document or a collection. */
export type SignedFacts = Attestation | CollectionStatement;

/** Either statement, likewise. */
export function signStatement(statement: SignedFacts, key: SigningKey): string {
  return "kind" in statement ? signCollectionStatement(statement, key) : signAttestation(statement, key);
}

/** Compact JWS of any payload (RFC 7515, 7.1; EdDSA: RFC 8037, 3.1). Server only: browsers must not import it. */
export function signJws(header: JwsHeader, payload: Uint8Array, key: SigningKey): string {
  const input = signingInput(header, payload);
  return `${input}.${encodeBase64url(signEd25519(new TextEncoder().encode(input), key))}`;
}
