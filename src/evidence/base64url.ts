const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** The value of each ASCII character; -1 for those that are not in the alphabet. */
const values = new Int8Array(128).fill(-1);
for (const [value, char] of [...alphabet].entries()) values[char.charCodeAt(0)] = value;

/** Bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64url(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const chars = Math.min(4, bytes.length - at + 1);
    for (let char = 0; char < chars; char++) text += alphabet[(group >> (18 - 6 * char)) & 63];
  }
  return text;
}

/**
 * Decodes base64url. Accepts only the one encoding that `encodeBase64url` produces (no padding, no spaces, no stray
 * bits at the end; RFC 4648, 3.5), so a signed text has exactly one form. Returns undefined for anything else.
 */
export function decodeBase64url(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? -1;
    if (value < 0) return undefined;
    pending = ((pending << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = pending >> bits;
    pending &= (1 << bits) - 1;
  }
  return bits >= 6 || pending !== 0 ? undefined : bytes;
}
