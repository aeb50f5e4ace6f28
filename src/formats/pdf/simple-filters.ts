import { hexValue, isWhite, sign } from "./characters.ts";
import type { NotUnpacked } from "./inflate.ts";

const tilde = 126;

/** Decodes ASCIIHex (ISO 32000-2, 7.4.2). Only digits, white space and one end marker are accepted. */
export function decodeAsciiHex(data: Buffer): Buffer | NotUnpacked {
  const plain = Buffer.alloc((data.length + 1) >> 1);
  let digits = 0;
  for (let at = 0; at < data.length; at++) {
    const value = hexValue(data[at]);
    if (value >= 0) {
      const shift = digits % 2 === 0 ? 4 : 0;
      plain[digits >> 1] = (plain[digits >> 1] ?? 0) | (value << shift);
      digits++;
    } else if (data[at] === sign.greater)
      return onlyWhiteFrom(data, at + 1, plain.subarray(0, (digits + 1) >> 1));
    else if (!isWhite(data[at])) return "unreadable";
  }
  return "unreadable";
}

/**
 * Decodes ASCII85 (ISO 32000-2, 7.4.3). Only digits, "z" between groups, white space and one end marker are accepted.
 */
export function decodeAscii85(data: Buffer): Buffer | NotUnpacked {
  const plain = Buffer.alloc(data.length * 4);
  let length = 0;
  let group = 0;
  let count = 0;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0;
    if (isWhite(byte)) continue;
    if (byte === 122 && count === 0) length += 4;
    else if (byte >= 33 && byte <= 117) {
      group = group * 85 + byte - 33;
      if (++count < 5) continue;
      if (group > 0xffffffff) return "unreadable";
      length = plain.writeUInt32BE(group, length);
      group = 0;
      count = 0;
    } else if (byte === tilde && data[at + 1] === sign.greater && count !== 1) {
      const rest = count === 0 ? 0 : count - 1;
      for (let fill = count; count > 0 && fill < 5; fill++) group = group * 85 + 84;
      if (group > 0xffffffff) return "unreadable";
      plain.writeUInt32BE(group, length);
      return onlyWhiteFrom(data, at + 2, plain.subarray(0, length + rest));
    } else return "unreadable";
  }
  return "unreadable";
}

/** Decodes RunLength (ISO 32000-2, 7.4.5). Data without an end marker is rejected. */
export function decodeRunLength(data: Buffer, limit: number): Buffer | NotUnpacked {
  const parts: Buffer[] = [];
  let length = 0;
  let at = 0;
  while (at < data.length) {
    const code = data[at] ?? 0;
    if (code === 128) return onlyWhiteFrom(data, at + 1, Buffer.concat(parts));
    const part = code < 128 ? data.subarray(at + 1, at + 2 + code) : Buffer.alloc(257 - code, data[at + 1]);
    at += code < 128 ? code + 2 : 2;
    length += part.length;
    if (at >= data.length) return "unreadable";
    if (length > limit) return "too large";
    parts.push(part);
  }
  return "unreadable";
}

/** `plain` if only white space follows in `data`. */
export function onlyWhiteFrom(data: Buffer, start: number, plain: Buffer): Buffer | NotUnpacked {
  for (let at = start; at < data.length; at++) if (!isWhite(data[at])) return "unreadable";
  return plain;
}
