/** Object identifiers by their names in the standards. */
export const oids = {
  // Hashes (RFC 5754).
  sha256: "2.16.840.1.101.3.4.2.1",
  sha384: "2.16.840.1.101.3.4.2.2",
  sha512: "2.16.840.1.101.3.4.2.3",
  sha1: "1.3.14.3.2.26",

  // Keys and signatures (RFC 5480, RFC 5758, RFC 8017).
  ecPublicKey: "1.2.840.10045.2.1",
  p256: "1.2.840.10045.3.1.7",
  p384: "1.3.132.0.34",
  p521: "1.3.132.0.35",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  ecdsaWithSha384: "1.2.840.10045.4.3.3",
  ecdsaWithSha512: "1.2.840.10045.4.3.4",
  rsaEncryption: "1.2.840.113549.1.1.1",
  sha256WithRsa: "1.2.840.113549.1.1.11",
  sha384WithRsa: "1.2.840.113549.1.1.12",
  sha512WithRsa: "1.2.840.113549.1.1.13",

  // Names (RFC 5280, appendix A).
  commonName: "2.5.4.3",
  country: "2.5.4.6",
  organization: "2.5.4.10",

  // Extensions of certificates and revocation lists (RFC 5280, 4.2 and 5.2; expiredCertsOnCRL: X.509, 9.5.2.8).
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  basicConstraints: "2.5.29.19",
  crlNumber: "2.5.29.20",
  reasonCode: "2.5.29.21",
  invalidityDate: "2.5.29.24",
  crlDistributionPoints: "2.5.29.31",
  certificatePolicies: "2.5.29.32",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  expiredCertsOnCrl: "2.5.29.60",
  anyExtendedKeyUsage: "2.5.29.37.0",
  timeStamping: "1.3.6.1.5.5.7.3.8",
  emailProtection: "1.3.6.1.5.5.7.3.4",
  // C2PA 2.2, 14.5.1.1.
  claimSigning: "1.3.6.1.4.1.62558.2.1",

  // Signed data (RFC 5652, RFC 5035, RFC 3161).
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  signatureTimeStamp: "1.2.840.113549.1.9.16.2.14",
  tstInfo: "1.2.840.113549.1.9.16.1.4",

  // Qualified certificates and time-stamps (RFC 3739, 3.2.6; ETSI EN 319 412-5, 4.2; EN 319 422, 9.1).
  qcStatements: "1.3.6.1.5.5.7.1.3",
  qcCompliance: "0.4.0.1862.1.1",
  qcLegislation: "0.4.0.1862.1.7",
  qualifiedTimeStamp: "0.4.0.19422.1.1",
} as const;
