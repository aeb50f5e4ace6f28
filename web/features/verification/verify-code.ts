import {
  type Attestation,
  type AttestationIssue,
  attestedClient,
  checkAttestation,
} from "../../../src/evidence/attestation.ts";
import {
  type CollectionStatement,
  checkCollectionStatement,
  collectionStatementIn,
} from "../../../src/evidence/collection-statement.ts";
import type { Jwks, PublicJwk } from "../../../src/evidence/jwk.ts";
import { hasEnded, madeAfter } from "../../../src/evidence/key-life.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";

/** The server's answer about the serial number in the address. */
export type RecordLookup =
  | { state: "found"; record: VerificationView }
  | { state: "unknown" }
  /** `reason` is the server's message if it refused the lookup. */
  | { state: "unreachable"; reason?: string };

/** What a QR code states: about a document, or about a collection of files. */
type CodeStatement = Attestation | CollectionStatement;

/** The result for a QR code after its signature was checked and it was compared with the record. */
export type CodeVerdict =
  | { kind: "matches" | "alone" | "differs" | "notOnRecord"; attestation: CodeStatement }
  | { kind: "forged" }
  /** Dated before the key was made that signed it. */
  | { kind: "beforeKey" }
  /** Signed by someone else, or with a lost key of the service; there is no way to tell which. */
  | { kind: "unknownKey" }
  /** Signed with a key that is no longer in use, and nothing here shows that it was when it signed. */
  | { kind: "endedKey" };

type CodeCheck = { attestation: CodeStatement; key: PublicJwk } | { error: AttestationIssue };

/** Checks the signature of a code of either kind. */
export function checkCode(code: string, jwks: Jwks): CodeCheck {
  if (collectionStatementIn(code) === undefined) return checkAttestation(code, jwks);
  const checked = checkCollectionStatement(code, jwks);
  return "error" in checked ? checked : { attestation: checked.statement, key: checked.key };
}

/** A code is trusted because of its signature, never because the server knows its serial number. */
export function verifyCode(check: CodeCheck, lookup: RecordLookup): CodeVerdict {
  if ("error" in check) return { kind: check.error === "unknown-key" ? "unknownKey" : "forged" };
  const { attestation, key } = check;
  if (madeAfter(key, new Date(attestation.time))) return { kind: "beforeKey" };
  // A record has the receipt of its own statement; the code alone has none.
  if (lookup.state !== "found" && hasEnded(key)) return { kind: "endedKey" };
  switch (lookup.state) {
    case "unreachable":
      return { kind: "alone", attestation };
    case "unknown":
      return { kind: "notOnRecord", attestation };
    case "found":
      return { kind: saysTheSame(attestation, lookup.record) ? "matches" : "differs", attestation };
  }
}

function saysTheSame(attestation: CodeStatement, record: VerificationView): boolean {
  return (
    attestation.serial === record.serialNumber &&
    hasSameFiles(attestation, record) &&
    wholeSeconds(attestation.time) === wholeSeconds(record.processedDate) &&
    namesTheSame(attestation.client, record.clientName)
  );
}

function hasSameFiles(attestation: CodeStatement, record: VerificationView): boolean {
  if ("kind" in attestation || "kind" in record) {
    return "kind" in attestation && "kind" in record && attestation.root === record.root;
  }
  return attestation.original === record.originalSha256 && attestation.stamped === record.stampedSha256;
}

/**
 * A record loses the client's name when the account is deleted, and early codes have none. Neither is a contradiction.
 */
function namesTheSame(attested: string | undefined, recorded: string | undefined): boolean {
  return attested === undefined || recorded === undefined || attested === attestedClient(recorded);
}

function wholeSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
