/**
 * What the attestation of a collection says, and what its evidence records are made from. Fixed when the collection is
 * created, so that every attempt of its job signs the same statement.
 */
export type CollectionFacts = {
  /** The number of files, and their total size in bytes. */
  files: number;
  bytes: number;
  /** Lower-case hex: the root of the hash tree over the files (evidence/ers/hash-tree.ts). */
  root: string;
  /** Lower-case hex: the commitment to SHA256SUMS (evidence/collection-statement.ts). */
  list: string;
  /**
   * Lower-case hex, 32 random bytes: hides the files of the collection from one another. Never shown to anyone but its
   * owner, and only inside the evidence pack.
   */
  secret: string;
  /** Base64: the roots of the tree's blocks, so that building a record needs the fingerprints of only one block. */
  blockRoots: string;
  /** False if the owner kept the names private. */
  hasNames: boolean;
  /** False if the certificate shows only the root. */
  listsFiles: boolean;
};
