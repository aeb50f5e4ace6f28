import type { Piece } from "../../formats/zip/pieces.ts";
import type { CollectionStatement } from "../collection-statement.ts";
import type { PackParts } from "./pack-parts.ts";

/** Everything that goes into the evidence pack of a collection. The README says which optional parts are missing. */
export type CollectionPackParts = Pick<
  PackParts,
  | "productName"
  | "origin"
  | "signedStatement"
  | "timeZone"
  | "key"
  | "renewal"
  | "receipt"
  | "coseReceipt"
  | "scitt"
  | "second"
  | "witnessed"
  | "trust"
  | "madeAt"
  | "lists"
  | "hasWitnesses"
  | "log"
  | "roots"
  | "crl"
  | "checker"
  | "signer"
> & {
  statement: CollectionStatement;
  /** The collection's secret (ers/hash-tree.ts). Anyone with the pack knows all fingerprints anyway. */
  secret: Uint8Array;
  certificate: Piece;
  /** SHA256SUMS. */
  sums: Piece;
  /**
   * The fingerprints in the order of the collection, 64 lower-case hex digits each; none if the pack has no records.
   */
  files: readonly { sha256: string }[];
  /** The bare time-stamp token over the root. */
  token: Uint8Array;
};

/** Larger collections have no records in their pack: it would be large, and slow to build. */
export const maxRecordsInPack = 2000;
