/**
 * The signed statement in the QR code: compact JWS (RFC 7515, EdDSA over Ed25519, RFC 8037) whose payload is
 * canonical JSON (RFC 8785). Short keys keep the QR code coarse enough to be scanned from paper.
 */
export type Attestation = {
  /** Version of this payload. */
  v: 1;
  /** Serial number with hyphens. */
  serial: string;
  /** ISO 8601 UTC, whole seconds: 2026-11-20T19:11:00Z. */
  time: string;
  /** Document name as uploaded, cut to 80 characters. */
  name: string;
  /** Lower-case hex SHA-256 of the original and of the stamped copy. */
  original: string;
  stamped: string;
};
