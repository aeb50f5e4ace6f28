import { createHash, randomBytes } from "node:crypto";

/** Base32 as Crockford defines it: no letter that looks like a digit. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 16;
const codesAtOnce = 10;

/** Ten codes of 80 random bits, each in four groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesAtOnce }, () =>
    Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length])
      .join("")
      .replace(/(.{4})(?!$)/g, "$1-"),
  );
}

/** A hash suffices, since no one can try 80 random bits. Spaces, hyphens and capitals do not matter. */
export function hashRecoveryCode(code: string): string {
  const typed = code.toLowerCase().replace(/[^0-9a-z]/g, "");
  return createHash("sha256").update(typed.replace(/[il]/g, "1").replaceAll("o", "0")).digest("hex");
}
