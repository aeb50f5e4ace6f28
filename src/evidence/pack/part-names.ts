/** The names of a pack's files; the stamped copy has its own beside these. */
export const partNames = {
  certificate: "certificate.pdf",
  attestation: "attestation.json",
  signedAttestation: "attestation.jws",
  originalToken: "original.tst",
  stampedToken: "stamped.tst",
  receipt: "entry.tlog-proof",
  checkpointToken: "checkpoint.tst",
  secondCheckpointToken: "checkpoint.2.tst",
  thirdCheckpointToken: "checkpoint.3.tst",
  checkpointProof: "checkpoint.ots",
  container: "original.asics",
  root: "ca.pem",
  crl: "ca.crl",
  readme: "README.txt",
  declaration: "declaration.pdf",
  checker: "verify.html",
  manifest: "pack.jws",
} as const;

/** Of outside authorities over the checkpoint in the receipt; more than three are left to the service's own list. */
export const checkpointTokenNames = [
  partNames.checkpointToken,
  partNames.secondCheckpointToken,
  partNames.thirdCheckpointToken,
] as const;

const taken: ReadonlySet<string> = new Set(Object.values(partNames).map((name) => name.toLowerCase()));

/** True when the pack itself has a file of this name, however it is written. */
export const isPartName = (name: string) => taken.has(name.toLowerCase());
