/** The names of a pack's files; the stamped copy has its own name. */
export const partNames = {
  certificate: "certificate.pdf",
  attestation: "attestation.json",
  signedAttestation: "attestation.jws",
  /** Second, post-quantum signatures (post-quantum.ts) over the statement and over the checkpoint in the receipt. */
  secondStatement: "attestation.ml-dsa.jws",
  secondCheckpoint: "checkpoint.ml-dsa.jws",
  /** Of a collection: its list, the time-stamp over its root, and the evidence records. */
  sums: "SHA256SUMS",
  rootToken: "root.tst",
  records: "records.zip",
  originalToken: "original.tst",
  stampedToken: "stamped.tst",
  /** The evidence record that preserves the statement and the time-stamps, once it was renewed. */
  renewal: "attestation.ers",
  receipt: "entry.tlog-proof",
  coseReceipt: "entry.cose",
  /** A transparent statement (RFC 9943) with the COSE receipt inside. */
  signedStatement: "attestation.scitt",
  checkpointToken: "checkpoint.tst",
  secondCheckpointToken: "checkpoint.2.tst",
  thirdCheckpointToken: "checkpoint.3.tst",
  checkpointProof: "checkpoint.ots",
  checkpointHeaders: "checkpoint.headers",
  container: "original.asics",
  root: "ca.pem",
  crl: "ca.crl",
  readme: "README.txt",
  declaration: "declaration.pdf",
  checker: "verify.html",
  manifest: "pack.jws",
} as const;

/** Tokens of external authorities over the checkpoint in the receipt; only the first three are included. */
export const checkpointTokenNames = [
  partNames.checkpointToken,
  partNames.secondCheckpointToken,
  partNames.thirdCheckpointToken,
] as const;

const taken: ReadonlySet<string> = new Set(Object.values(partNames).map((name) => name.toLowerCase()));

/** True if the pack itself has a file of this name in any spelling. */
export const isPartName = (name: string) => taken.has(name.toLowerCase());
