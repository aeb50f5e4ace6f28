import type { Piece } from "../../formats/zip/pieces.ts";
import type { Attestation } from "../attestation.ts";
import type { PublicJwk } from "../jwk.ts";
import type { FoundSignature } from "../pades/find-signatures.ts";
import type { NoteVerifier } from "../tlog/signed-note.ts";
import type { TrustLists } from "../trust-lists/trust-lists.ts";
import type { TrustTexts } from "../verifier/trust.ts";

/** A file under its name. */
export type NamedFile = { name: string; content: Piece };

/** A stamped copy with its signatures, the one that covers most first; a picture has none. */
export type StampedFile = NamedFile & { signatures: FoundSignature[] };

/** Everything that goes into an evidence pack. The README says which optional parts are missing. */
export type PackParts = {
  productName: string;
  /** Public base address of the service. */
  origin: string;
  /** The attestation, and its compact JWS. */
  statement: Attestation;
  signedStatement: string;
  /** The IANA zone in which the stamp and the certificate write times. */
  timeZone: string;
  /** The key that signed the attestation. */
  key: PublicJwk;
  /** The stamped copy under its own name, and the certificate. */
  stamped: StampedFile;
  certificate: Uint8Array;
  original?: NamedFile;
  /** Bare time-stamp tokens. */
  originalToken?: Uint8Array;
  stampedToken?: Uint8Array;
  /** The evidence record that preserves the statement and the tokens, once they were renewed. */
  renewal?: Uint8Array;
  /** The receipt of the public log, .tlog-proof. */
  receipt?: string;
  /** The same as a COSE receipt. */
  coseReceipt?: Uint8Array;
  /** The attestation as a signed statement of SCITT, with its COSE receipt inside. */
  scitt?: Uint8Array;
  /** Second signatures (post-quantum.ts) over the payload of the attestation and the checkpoint in the receipt. */
  second?: { statement: string; checkpoint?: string };
  /**
   * Evidence from external witnesses about the checkpoint in the receipt: tokens, an .ots file, and the headers of its
   * Bitcoin block and of those after it.
   */
  witnessed?: { tokens: Uint8Array[]; proof?: Uint8Array; headers?: Uint8Array };
  /** What verifiers trust, and the time at which the pack is made. */
  trust: TrustTexts;
  madeAt: Date;
  /** Who counts as independent in the README; without it, those on the lists that come with the program. */
  lists?: TrustLists;
  /** Whether external witnesses look at the log. They do so every hour, so an early pack has none of their evidence. */
  hasWitnesses: boolean;
  /** The log's key. */
  log: NoteVerifier;
  /** PEM: our root first, then those of external authorities whose tokens are in the pack. */
  roots: string;
  /** Our revocation list, DER. */
  crl: Uint8Array;
  /** The declaration to fill in, PDF. */
  declaration: Uint8Array;
  /** The page that checks all this offline, HTML. */
  checker?: Uint8Array;
  /** Signs the manifest, as compact JWS, with the current key; the attestation may have an older one. */
  signer: { key: PublicJwk; sign: (payload: Uint8Array) => string };
};
