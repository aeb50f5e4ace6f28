import type { Piece } from "../../formats/zip/pieces.ts";
import type { Attestation } from "../attestation.ts";
import type { PublicJwk } from "../jwk.ts";
import type { NoteVerifier } from "../tlog/signed-note.ts";
import type { FoundSignature } from "../verifier/pdf/find-signatures.ts";

/** A file under its name. */
export type NamedFile = { name: string; content: Piece };

/** A stamped copy with the signatures in it, those that cover most first; a picture has none. */
export type StampedFile = NamedFile & { signatures: FoundSignature[] };

/** Everything an evidence pack is made of. What is optional may be missing, and then the README says so. */
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
  stamped: StampedFile;
  certificate: Uint8Array;
  original?: NamedFile;
  /** Bare time-stamp tokens. */
  originalToken?: Uint8Array;
  stampedToken?: Uint8Array;
  /** Receipt of the log, .tlog-proof. */
  receipt?: string;
  /** What outside witnesses gave about the checkpoint in the receipt: tokens, and an .ots file. */
  witnessed?: { tokens: Uint8Array[]; proof?: Uint8Array };
  /** The log's key. */
  log: NoteVerifier;
  /** PEM: our root first, then those of other authorities whose tokens are in the pack. */
  roots: string;
  /** Our revocation list, DER. */
  crl: Uint8Array;
  /** The declaration to fill in, PDF. */
  declaration: Uint8Array;
  /** The page that checks all this without a network, HTML. */
  checker?: Uint8Array;
  /** Signs the manifest, as compact JWS, with the key of today: the statement may be by an earlier one. */
  signer: { key: PublicJwk; sign: (payload: Uint8Array) => string };
};
