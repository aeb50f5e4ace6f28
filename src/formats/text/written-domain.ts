/// <reference path="./punycode.d.ts" />
import { toUnicode } from "punycode.js";

/** Letters, marks and digits of any script: nothing that is invisible or turns the text around. */
const visible = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** A domain in its own script; the same as `name`, which is in punycode, if that cannot be read. */
export function toUnicodeDomain(name: string): string {
  try {
    const unicode = toUnicode(name);
    return visible.test(unicode) ? unicode : name;
  } catch {
    return name;
  }
}

/** A domain for readers: in ASCII, which no other domain looks like, and if it differs, in its own script beside it. */
export function writeDomain(name: string): string {
  const unicode = toUnicodeDomain(name);
  return unicode === name ? name : `${name} (${unicode})`;
}
