/** What the seal states. Plain values, so that they can be sent to another process. */
export type SealOptions = {
  /**
   * The signature format: PAdES baseline (EN 319 142-1), or the older one of ISO 32000-1 that more viewers can check.
   */
  subFilter: "ETSI.CAdES.detached" | "adbe.pkcs7.detached";
  /** The signer's name. */
  name: string;
  /** Must be omitted if the signature has a commitment type or a signature policy (EN 319 142-1, 6.3). */
  reason?: string;
  /** The signing time in milliseconds since 1970 UTC; written in whole seconds. */
  time: number;
  /** Validation data that is not inside the signatures: certificates and revocation lists, DER as base64. */
  certificates: string[];
  crls: string[];
  /** Bytes to reserve for the values of both signatures; each byte takes two digits in the file. */
  reserved: SignatureSizes;
  /**
   * Random numbers of blank bytes before the first object of the seal's revision, 0 to `maxPadding` each. The first
   * number for which no other text in the file matches the signatures is used.
   *
   * A signature's digest covers a sequence of bytes, but not the position of its value among them. An attacker who can
   * predict the file's length could put a matching range into the original and move the value there. The length of the
   * value is no obstacle, since zeros may follow it.
   */
  paddings: number[];
};

export const maxPadding = 8190;

/**
 * A signature that is not filled in yet. It covers the file's first `covered` bytes except those from
 * `placeholder.start` to before `placeholder.end`, which are "<", hexadecimal zeros and ">". Offsets count from the
 * first byte of the file.
 */
export type OpenSignature = { placeholder: { start: number; end: number }; covered: number };

/** The seal, then the document time-stamp, which covers the seal. Both are appended to a file of `before` bytes. */
export type OpenSeal = { before: number; seal: OpenSignature; timeStamp: OpenSignature };

/** Sizes of both signature values in bytes. A seal also contains a time-stamp token. */
export type SignatureSizes = { seal: number; timeStamp: number };

/** Maximum size of a time-stamp token from any authority. */
export const maxTokenBytes = 12 * 1024;
/** Maximum size of each signature. */
export const maxReserved: SignatureSizes = { seal: maxTokenBytes + 4 * 1024, timeStamp: maxTokenBytes };

/** "0" and three numbers of at most ten digits. */
const rangeWidth = 34;
/** The text of a signature dictionary from its range to the value. */
export const rangeText = (numbers: string) => `/ByteRange [${numbers.padEnd(rangeWidth)}] /Contents `;
/** The range of a signature: the two parts around its placeholder. */
export const rangeNumbers = ({ placeholder, covered }: OpenSignature) =>
  `0 ${placeholder.start} ${placeholder.end} ${covered - placeholder.end}`;
/** The end of a signature dictionary after its value. */
export const dictionaryEnd = " >>\nendobj\n";
