/** Character classes of ISO 32000-2, 7.2.3. Anything except white space and delimiters is a regular character. */
const REGULAR = 0;
const WHITE = 1;
const DELIMITER = 2;

const classes = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) classes[code] = WHITE;
for (const sign of "()<>[]{}/%") classes[sign.charCodeAt(0)] = DELIMITER;

export const isWhite = (code: number | undefined): boolean => code !== undefined && classes[code] === WHITE;
export const isRegular = (code: number | undefined): boolean =>
  code !== undefined && classes[code] === REGULAR;
export const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;

/** Value of a hexadecimal digit, or −1. */
export function hexValue(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** What `hexPair` returns if the two characters are not hexadecimal digits. */
export const notHexadecimal = 256;

const hexPairs = new Uint16Array(65_536).fill(notHexadecimal);
const hexDigits = [..."0123456789abcdefABCDEF"].map((digit) => digit.charCodeAt(0));
for (const high of hexDigits)
  for (const low of hexDigits) hexPairs[high | (low << 8)] = hexValue(high) * 16 + hexValue(low);

/** The byte that two hexadecimal digits stand for, or `notHexadecimal`. */
export const hexPair = (bytes: Buffer, at: number): number =>
  hexPairs[(bytes[at] as number) | ((bytes[at + 1] as number) << 8)] as number;

/** The bytes with a syntactic meaning, by name. */
export const sign = {
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  hash: 35,
  percent: 37,
  openString: 40,
  closeString: 41,
  slash: 47,
  less: 60,
  greater: 62,
  openArray: 91,
  backslash: 92,
  closeArray: 93,
} as const;
