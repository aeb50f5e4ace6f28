/** The names of a pack's files; the stamped copy has its own beside these. */
export const partNames = {
  certificate: "certificate.pdf",
  attestation: "attestation.json",
  signedAttestation: "attestation.jws",
  originalToken: "original.tst",
  stampedToken: "stamped.tst",
  receipt: "entry.tlog-proof",
  container: "original.asics",
  root: "ca.pem",
  crl: "ca.crl",
  readme: "README.txt",
  declaration: "declaration.pdf",
  checker: "verify.html",
  manifest: "pack.jws",
} as const;

const taken: ReadonlySet<string> = new Set(Object.values(partNames).map((name) => name.toLowerCase()));

/** True when the pack itself has a file of this name, however it is written. */
export const isPartName = (name: string) => taken.has(name.toLowerCase());
