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
  /** Lengths drawn by chance; the first will be taken with which no other text in the file fits the signatures. */
  lengths: SealLengths[];
};

/**
 * What makes the length of a sealed file, and where its signature stands, impossible to foresee: who could foresee
 * them could write a range of bytes into the original that fits the finished file, and move the seal's value there.
 */
export type SealLengths = {
  /** Bytes more than the seal's value needs room for, 0 to `mostSpareRoom`; each is two digits in the file. */
  spareRoom: number;
  /** Blank bytes before the first object of the seal's revision, 0 to `mostPadding`. */
  padding: number;
};

export const mostSpareRoom = 4095;
export const mostPadding = 8190;

/**
 * A signature that is still to be made. It covers the file's first `covered` bytes but those from `gap.start` to
 * before `gap.end`, which are "<", hexadecimal zeros and ">". Offsets count from the first byte of the file.
 */
export type OpenSignature = { gap: { start: number; end: number }; covered: number };

/** The seal first; then the document time-stamp, which covers the seal. */
export type OpenSeal = { seal: OpenSignature; timeStamp: OpenSignature };

/** Bytes that a time-stamp token may have; a seal holds one as well. */
export const timeStampRoom = 12 * 1024;
/** Bytes that a signature may have at least. A seal holds its certificates and a time-stamp token with its own. */
export const room = { seal: timeStampRoom + 4 * 1024, timeStamp: timeStampRoom };

/** "0" and three numbers of at most ten digits. */
const rangeRoom = 34;
/** The text of a signature dictionary from its range to the value. */
export const rangeText = (numbers: string) => `/ByteRange [${numbers.padEnd(rangeRoom)}] /Contents `;
/** What the range of a signature says: the two parts around its gap. */
export const rangeNumbers = ({ gap, covered }: OpenSignature) =>
  `0 ${gap.start} ${gap.end} ${covered - gap.end}`;
/** What closes a signature dictionary behind its value. */
export const dictionaryEnd = " >>\nendobj\n";
