/** What the seal says of itself. Plain values, so that they can be sent to another process. */
export type SealOptions = {
  /**
   * How the seal's signature is built: the PAdES baseline form (EN 319 142-1), or the older one of ISO 32000-1 that
   * more viewers can check.
   */
  subFilter: "ETSI.CAdES.detached" | "adbe.pkcs7.detached";
  /** Who seals. */
  name: string;
  /** Must not be given when the signature has a commitment type or a signature policy (EN 319 142-1, 6.3). */
  reason?: string;
  /** When, milliseconds since 1970 UTC; whole seconds are written. */
  time: number;
  /** What is needed to check both signatures without a network: certificates and revocation lists, DER as base64. */
  certificates: string[];
  crls: string[];
};

/**
 * A signature that is still to be made. It covers the file's first `covered` bytes but those from `gap.start` to
 * before `gap.end`, which are "<", hexadecimal zeros and ">". Offsets count from the first byte of the file.
 */
export type OpenSignature = { gap: { start: number; end: number }; covered: number };

/** The seal first; then the document time-stamp, which covers the seal. */
export type OpenSeal = { seal: OpenSignature; timeStamp: OpenSignature };

/** Bytes that a time-stamp token may have; a seal holds one as well. */
export const timeStampRoom = 12 * 1024;
