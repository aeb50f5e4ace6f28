export const certificateLanguages = ["en", "es"] as const;
export type CertificateLanguage = (typeof certificateLanguages)[number];

/** Everything a certificate says, as raw values. The same facts always give the same bytes. */
export type CertificateFacts = {
  productName: string;
  /** Public base address of the service, e.g. https://attestamp.example. */
  origin: string;
  serialNumber: string;
  /** Null once the account was deleted. */
  clientName: string | null;
  /** Name of the file as uploaded. */
  documentName: string;
  /** MIME type and bytes of the original. */
  fileType: string;
  fileSize: number;
  /** MIME type and bytes of the stamped copy. */
  stampedType: string;
  stampedSize: number;
  pages: number;
  /** The time on the stamp, milliseconds since 1970 UTC, and the IANA zone it is printed in. */
  time: number;
  timeZone: string;
  /** Lower-case hex. */
  originalSha256: string;
  stampedSha256: string;
  /** True when the stamped copy begins with the original, byte for byte. */
  originalKept: boolean;
  /** When the client confirmed to be the legal owner, milliseconds since 1970 UTC; null when not asked. */
  ownershipConfirmedAt: number | null;
  /** As the client stated them, unverified. */
  originalDate: string | null;
  otherParties: string | null;
  /** Default: English. Sentences of the stamping engine are always in English. */
  language?: CertificateLanguage | undefined;
  /** Sentences the stamping engine left, e.g. "Scripts were removed." */
  notes: string[];
  /** Who vouches for the time in the token over the stamped copy. */
  timeStamp: {
    authority: string;
    /** Hosts of external authorities that did not answer in time; a token from one is added later. */
    missing: string[];
  };
  /** Signed attestation (evidence/sign-attestation.ts). */
  attestation: string;
};
