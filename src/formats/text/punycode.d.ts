/** The part of https://github.com/mathiasbynens/punycode.js that we use. */
declare module "punycode.js" {
  /** Throws a RangeError for a label that is no punycode. */
  export function toUnicode(domain: string): string;
}
