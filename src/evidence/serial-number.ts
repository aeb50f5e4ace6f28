/** Crockford base 32: no I, L, O or U, so people can read a serial number aloud and type it. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 20;
const punctuationAfter = /[.,;:!?…)\]>'"’”»]{1,5}$/u;

/**
 * A new serial number, AT-XXXXX-XXXXX-XXXXX-XXXXX: 95 random bits and a check character. `random` returns that many
 * bytes from the system's random source.
 */
export function createSerialNumber(random: (bytes: number) => Uint8Array): string {
  const values = [...random(length - 1)].map((byte) => byte & 31);
  return canonicalForm([...values, checkValue(values)]);
}

/**
 * The canonical form of a serial number that a person typed; undefined if it is not one. Case, hyphens, spaces and the
 * leading AT do not matter; O counts as 0, I and L as 1. Punctuation after it belongs to the sentence that it ended.
 */
export function readSerialNumber(text: string): string | undefined {
  const chars = readCharacters(text.trimEnd().replace(punctuationAfter, ""));
  const code = chars.length === length + 2 && chars.startsWith("AT") ? chars.slice(2) : chars;
  const values = [...code].map((char) => alphabet.indexOf(char));
  if (values.length !== length || values.includes(-1)) return undefined;
  return values.at(-1) === checkValue(values.slice(0, -1)) ? canonicalForm(values) : undefined;
}

/**
 * A part of a serial number that a person typed, as the canonical form has it without hyphens; undefined if no serial
 * number has such a part.
 */
export function readSerialPart(text: string): string | undefined {
  const chars = readCharacters(text);
  return [...chars].every((char) => alphabet.includes(char)) ? chars : undefined;
}

const readCharacters = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");

function canonicalForm(values: number[]): string {
  const code = values.map((value) => alphabet[value]).join("");
  return `AT-${code.replace(/.{5}(?=.)/g, "$&-")}`;
}

/**
 * Sum of the values, each times its own power of x, in GF(2^5) modulo x^5 + x^2 + 1. All weights differ and none is
 * zero, so one wrong character or two swapped characters always change the sum. The check character has weight 1; the
 * characters before it have x, x^2 … from right to left.
 */
function checkValue(values: number[]): number {
  let sum = 0;
  for (const value of values) sum = timesX(sum ^ value);
  return sum;
}

function timesX(value: number): number {
  return value & 16 ? ((value << 1) ^ 0b100101) & 31 : value << 1;
}
