import { readSerialNumber } from "../../../src/evidence/serial-number.ts";

/** Four groups of five characters after AT, in whatever way they are separated. */
const groups = /\bAT(?:[\s\p{Pd}._]*[0-9A-Z]{5}){4}\b/gu;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** A serial number has 26 characters; the page that does not find it shows what was typed. */
const maxShown = 60;

/**
 * What a person typed or pasted: a serial number, in any case, with spaces or with words around it, or the address of
 * its public page, with the signed statement behind the # if it came from a QR code. Text without a serial number is
 * returned as far as an address can contain it.
 */
export function readVerifyAddress(typed: string): { serialNumber: string; statement: string } {
  const pasted = /\/verify\/([^/?#\s]+)[^#\s]*#?([\w.-]*)/i.exec(typed);
  const text = decode(pasted?.[1] ?? typed)
    .normalize("NFKC")
    .replace(invisible, "")
    .replaceAll("\u2212", "-")
    .toUpperCase();
  const found = [...text.matchAll(groups)].map(([match]) => readSerialNumber(match.replace(/[._]/g, "")));
  return {
    serialNumber:
      found.find((number) => number !== undefined) ??
      text.replace(/[^\p{L}\p{N}\p{Pd}]/gu, "").slice(0, maxShown),
    statement: pasted?.[2]?.replace(/\.+$/, "") ?? "",
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
