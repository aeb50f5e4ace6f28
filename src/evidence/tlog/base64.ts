import { decodeBase64url, encodeBase64url } from "../base64url.ts";

/** Encodes bytes as base64 with padding (RFC 4648, section 4), as in notes and proofs. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = encodeBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** Decodes base64; undefined for anything but the canonical encoding that `encodeBase64` returns. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || /[-_]/.test(text)) return undefined;
  const unpadded = text.replace(/={1,2}$/, "");
  return decodeBase64url(unpadded.replaceAll("+", "-").replaceAll("/", "_"));
}
