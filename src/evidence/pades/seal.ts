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
  /**
   * What is needed to check both signatures without a network, and is not within them: certificates and revocation
   * lists, DER as base64.
   */
  certificates: string[];
  crls: string[];
  /** Bytes to reserve for the values of both signatures; each takes two digits in the file. */
  reserved: SignatureSizes;
  /**
   * Random numbers of blank bytes before the first object of the seal's revision, 0 to `maxPadding` each. The first one
   * is taken with which no other text in the file fits the signatures.
   *
   * A signature's digest covers a sequence of bytes and says nothing about where its value stands in it. Who foresees
   * how many bytes there are can write a range that fits the finished file into the original, and move the value
   * there. How long the value is does not matter for that, since zeros may follow it.
   */
  paddings: number[];
};

export const maxPadding = 8190;

/**
 * A signature that is still to be made. It covers the file's first `covered` bytes but those from `gap.start` to
 * before `gap.end`, which are "<", hexadecimal zeros and ">". Offsets count from the first byte of the file.
 */
export type OpenSignature = { gap: { start: number; end: number }; covered: number };

/**
 * The seal first; then the document time-stamp, which covers the seal. Both are appended to a file of `before` bytes.
 */
export type OpenSeal = { before: number; seal: OpenSignature; timeStamp: OpenSignature };

/** Bytes of the values of both signatures. A seal holds a time-stamp token as well. */
export type SignatureSizes = { seal: number; timeStamp: number };

/** The largest time-stamp token we accept from any authority. */
export const maxTokenBytes = 12 * 1024;
/** No signature is larger. */
export const maxReserved: SignatureSizes = { seal: maxTokenBytes + 4 * 1024, timeStamp: maxTokenBytes };

/** "0" and three numbers of at most ten digits. */
const rangeRoom = 34;
/** The text of a signature dictionary from its range to the value. */
export const rangeText = (numbers: string) => `/ByteRange [${numbers.padEnd(rangeRoom)}] /Contents `;
/** What the range of a signature says: the two parts around its gap. */
export const rangeNumbers = ({ gap, covered }: OpenSignature) =>
  `0 ${gap.start} ${gap.end} ${covered - gap.end}`;
/** What closes a signature dictionary behind its value. */
export const dictionaryEnd = " >>\nendobj\n";
