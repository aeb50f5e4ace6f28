import { normalizeText } from "../text/normalize-text.ts";

/** Characters that no name in a ZIP file needs: control characters, direction controls and line separators. */
const odd = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\\]/u;

/** Windows takes "C:a.txt" for a file in the current folder of drive C. */
const startsAtDrive = /^[a-z]:/i;

/**
 * True if every file is extracted under its own name inside the target folder on any system: no `..`, no absolute name,
 * no control character, and no two names that differ only in case, in Unicode composition (NFC), or in trailing dots
 * and spaces, which Windows drops. Runs in browsers.
 */
export function arePlainNames(names: string[]): boolean {
  return new Set(names.map(namedAlike)).size === names.length && names.every(isPlain);
}

/** Maps all names that some system treats as equal to the same key. */
const namedAlike = (name: string) =>
  normalizeText(name)
    .toUpperCase()
    .toLowerCase()
    .replace(/[. /]+$/, "");

/** A folder's name ends with a slash. */
function isPlain(name: string): boolean {
  const steps = name.replace(/\/$/, "").split("/");
  return !odd.test(name) && !startsAtDrive.test(name) && !steps.some((step) => /^\.{0,2}$/.test(step));
}

/** True for names that file managers hide: a name or folder that begins with a dot. */
export const isHidden = (name: string) => /(^|\/)\./.test(name);
