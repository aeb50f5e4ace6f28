import type { Attestation } from "../attestation.ts";
import type { PublicJwk } from "../jwk.ts";
import type { NoteVerifier } from "../log/signed-note.ts";

/** A file under its name. */
export type NamedFile = { name: string; bytes: Uint8Array };

/** Everything an evidence pack is made of. */
export type PackParts = {
  productName: string;
  /** Public base address of the service. */
  origin: string;
  /** What was signed, and as compact JWS. */
  statement: Attestation;
  signedStatement: string;
  /** The key that signed it. */
  key: PublicJwk;
  /** The stamped copy under its own name, and the certificate. */
  stamped: NamedFile;
  certificate: Uint8Array;
  /** While the original is still there. */
  original?: NamedFile;
  /** Bare time-stamp tokens. */
  originalToken: Uint8Array;
  stampedToken: Uint8Array;
  /** Receipt of the log, .tlog-proof, and the log's key. */
  receipt: string;
  log: NoteVerifier;
  /** PEM: our root first, then those of other authorities whose tokens are in the pack. */
  roots: string;
  /** Our revocation list, DER. */
  crl: Uint8Array;
  /** The declaration to fill in, PDF. */
  declaration: Uint8Array;
  /** The page that checks all this without a network, HTML. */
  checker: Uint8Array;
};
