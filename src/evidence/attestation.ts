import { hexToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import { z } from "zod";
import type { Jwks, PublicJwk } from "./jwk.ts";
import { isSignedBy, parseJson, parseJws } from "./jws.ts";
import { readSerialNumber } from "./serial-number.ts";
import { identityFields, maxOfficeLength } from "./stated-identity.ts";

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const nameLength = 80;
const clientLength = 60;

/** The fields of every signed statement. */
export const statementFields = {
  /** Version of this payload. */
  v: z.literal(1),
  /** Serial number with hyphens. */
  serial: z.string().refine((serial) => readSerialNumber(serial) === serial),
  /** ISO 8601 UTC, whole seconds: 2026-11-20T19:11:00Z. */
  time: z.iso.datetime({ precision: 0 }),
  /** Document name as uploaded, or title of a collection, cut to 80 characters (see `attestedName`). */
  name: z.string().max(nameLength),
  /** Client name, cut to 60 characters (see `attestedClient`); statements of early documents have none. */
  client: z.string().min(1).max(clientLength).optional(),
  ...identityFields,
};

/**
 * The signed statement in the QR code: compact JWS (RFC 7515, EdDSA over Ed25519, RFC 8037) whose payload is
 * canonical JSON (RFC 8785). Short keys keep the QR code coarse enough to be scanned from paper.
 */
const attestationSchema = z.strictObject({
  ...statementFields,
  /** Lower-case hex SHA-256 of the original and of the stamped copy. */
  original: sha256Hex,
  stamped: sha256Hex,
  /** Of a timeline certificate: its entries and their order (see timeline.ts). */
  timeline: z.strictObject({ entries: z.int().min(1), chain: sha256Hex }).optional(),
  /** Of an acknowledgment, which no account can upload: the list that the shared page showed. */
  acknowledgement: z.strictObject({ entries: z.int().min(1), chain: sha256Hex }).optional(),
});
export type Attestation = z.infer<typeof attestationSchema>;

/**
 * `malformed`: not an attestation; `unknown-key`: no published key has this name; `forged`: our key did not sign it.
 */
export type AttestationIssue = "malformed" | "unknown-key" | "forged";
export type AttestationCheck = { attestation: Attestation; key: PublicJwk } | { error: AttestationIssue };

/** The document name for the attestation: at most 80 UTF-16 units, never cut inside a character. */
export function attestedName(documentName: string): string {
  return cut(documentName, nameLength);
}

/** The name of an office for the attestation: at most 60 UTF-16 units, never cut inside a character. */
export function attestedOffice(officeName: string): string {
  return cut(officeName, maxOfficeLength);
}

/** The client name for the attestation: at most 60 UTF-16 units, never cut inside a character. */
export function attestedClient(clientName: string): string {
  return cut(clientName, clientLength);
}

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text.toWellFormed();
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  let kept = "";
  for (const { segment } of graphemes.segment(text.toWellFormed())) {
    if (kept.length + segment.length > maxLength) break;
    kept += segment;
  }
  return kept;
}

/** The bytes that are signed: canonical JSON. */
export function attestationPayload(attestation: Attestation): Uint8Array {
  return new TextEncoder().encode(canonicalize(attestationSchema.parse(attestation)));
}

/** A signed statement as evidence packs contain it and evidence records preserve it: a line of text. */
export const statementFile = (signed: string): Uint8Array => new TextEncoder().encode(`${signed}\n`);

/**
 * Reads the signed bytes and, from them, the SHA-256 of the original (32 bytes), and the list of a timeline or
 * an acknowledgment. Throws if the text is not an attestation. Does not check the signature.
 */
export function attestationIn(
  text: string,
): { payload: Uint8Array; original: Uint8Array } & Pick<Attestation, "timeline" | "acknowledgement"> {
  const payload = parseJws(text)?.payload ?? new Uint8Array();
  const { original, timeline, acknowledgement } = attestationSchema.parse(parseJson(payload));
  return { payload, original: hexToBytes(original), timeline, acknowledgement };
}

/**
 * Checks a signed attestation against the published keys. Also runs in browsers and over plain http. A server can pass
 * a faster signature check.
 */
export function checkAttestation(text: string, jwks: Jwks, isSigned = isSignedBy): AttestationCheck {
  const check = checkStatement(text, jwks, attestationSchema, isSigned);
  return "error" in check ? check : { attestation: check.statement, key: check.key };
}

/** The same for a statement of any kind. */
export function checkStatement<Statement>(
  text: string,
  jwks: Jwks,
  schema: z.ZodType<Statement>,
  isSigned: typeof isSignedBy,
): { statement: Statement; key: PublicJwk } | { error: AttestationIssue } {
  const jws = parseJws(text);
  const kid = jws?.header.kid;
  if (!jws || kid === undefined) return { error: "malformed" };
  const keys = jwks.keys.filter((key) => key.kid === kid);
  if (keys.length === 0) return { error: "unknown-key" };
  const key = keys.find(({ x }) => isSigned(jws, x));
  if (!key) return { error: "forged" };
  const statement = schema.safeParse(parseJson(jws.payload));
  return statement.success ? { statement: statement.data, key } : { error: "malformed" };
}
