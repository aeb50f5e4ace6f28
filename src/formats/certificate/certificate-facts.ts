import type { Language } from "../languages.ts";
import type { PaperName } from "./paper.ts";

/** The days are in UTC: 2026-11-29. */
type ClientIdentity = {
  /** The office for which the client acts, as stated. */
  office?: string | undefined;
  /** The office's domain in punycode, and when its DNS record was last seen. */
  domain?: { name: string; on: string } | undefined;
  /** The client's address, and when it was confirmed. */
  email?: { address: string; on: string } | undefined;
};

/** Everything a certificate says, as raw values. The same facts always give the same bytes. */
export type CertificateFacts = {
  productName: string;
  /** Public base address of the service, e.g. https://attestamp.example. */
  origin: string;
  serialNumber: string;
  /** Null once the account was deleted. */
  clientName: string | null;
  /** What else the statement says of the client; missing members are not said. */
  identity?: ClientIdentity | null | undefined;
  /** The name of the uploaded file. */
  documentName: string;
  /** MIME type and size in bytes of the original. */
  fileType: string;
  fileSize: number;
  /** MIME type and size in bytes of the stamped copy. */
  stampedType: string;
  stampedSize: number;
  pages: number;
  /** That of the document; default: US Letter. */
  paper?: PaperName | undefined;
  /** The time on the stamp, in milliseconds since 1970 UTC, and the IANA zone in which it is printed. */
  time: number;
  timeZone: string;
  /** Lower-case hex. */
  originalSha256: string;
  stampedSha256: string;
  /** True when the stamped copy begins with the original, byte for byte. */
  originalKept: boolean;
  /** When the client confirmed being the legal owner, in milliseconds since 1970 UTC; null if this was not asked. */
  ownershipConfirmedAt: number | null;
  /** As stated by the client, not checked. */
  originalDate: string | null;
  otherParties: string | null;
  /** Default: English. */
  language?: Language | undefined;
  /** The stamping engine's notes in this language, e.g. "Scripts were removed." */
  notes: string[];
  /** The authority whose token covers the stamped copy. */
  timeStamp: {
    authority: string;
    /** What its clock said, in milliseconds since 1970 UTC: up to an hour after the time on the stamp. */
    time: number;
    /** Whom it belongs to: the service, an authority that only the service calls independent, or a public one. */
    vouchedBy: "service" | "named" | "public";
    /** The version of a state's trusted list that says that it is a qualified one. */
    qualifiedBy?: { territory: string; sequence: number } | undefined;
    /** Hosts of external authorities that did not answer in time; a token from one is added later. */
    missing: string[];
  };
  /** Signed attestation (evidence/sign-attestation.ts). */
  attestation: string;
};
