import { composed } from "../text/normalize-text.ts";

/** What no name in a ZIP file needs: control characters, and what turns the direction of text or breaks lines. */
const odd = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\\]/u;

/**
 * True when every file lands under its own name inside the folder it is unpacked into, on any system: no `..`, no
 * absolute name, no control character, and no two that differ only in case, in composed letters (NFC), or in dots
 * and blanks at the end, which Windows drops. Runs in browsers.
 */
export function arePlainNames(names: string[]): boolean {
  return new Set(names.map(namedAlike)).size === names.length && names.every(isPlain);
}

/** The same for all names that some system takes for one. */
const namedAlike = (name: string) =>
  composed(name)
    .toUpperCase()
    .toLowerCase()
    .replace(/[. /]+$/, "");

/** A folder's name ends with a slash. */
function isPlain(name: string): boolean {
  const steps = name.replace(/\/$/, "").split("/");
  const isDrive = /^[a-z]:$/i.test(steps[0] ?? "") && steps.length > 1;
  return !odd.test(name) && !isDrive && !steps.some((step) => /^\.{0,2}$/.test(step));
}

/** True for what file managers do not show: a name, or a folder in it, that begins with a dot. */
export const isHidden = (name: string) => /(^|\/)\./.test(name);
