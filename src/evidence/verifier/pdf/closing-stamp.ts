import { wellFormed } from "../../../formats/der/malformed.ts";
import { withoutPadding } from "../../../formats/der/read.ts";
import { hasOnlySignedParts } from "../../cms/unsigned-parts.ts";
import { latin1 } from "../../pades/byte-ranges.ts";
import type { FoundSignature } from "../../pades/find-signatures.ts";
import { tokenIn } from "../../seal/tokens-in-signatures.ts";
import { claimedInfo } from "../../tsp/is-over.ts";
import type { Certificate } from "../../x509/certificate.ts";

/**
 * The server prepares a file, seals it and gets the time-stamp in one go; a job that is interrupted begins again. A day
 * allows for clocks that disagree.
 */
const maxSealingMs = 24 * 3_600_000;

/**
 * True if a time-stamp in the form of ours can be the one that was issued with the seal: made when the file was sealed.
 * Anyone can cut ours off and get another one later.
 */
export function isFromSealing(bytes: Uint8Array, seal: FoundSignature, stamp: FoundSignature): boolean {
  const before = latin1(bytes.subarray(Math.max(0, seal.placeholder.start - 256), seal.placeholder.start));
  const [, ...digits] = /\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(before) ?? [];
  const [year = Number.NaN, month = 1, ...rest] = digits.map(Number);
  const sealedAt = Date.UTC(year, month - 1, ...rest);
  const token = wellFormed(() => withoutPadding(stamp.contents));
  const time = token && claimedInfo(token)?.time.getTime();
  return time !== undefined && Math.abs(time - sealedAt) <= maxSealingMs;
}

/**
 * True if no byte of the time-stamp's value can have changed: it is written as we write values, and what its signature
 * does not cover is vouched for, or the same in the seal's own token, which the time-stamp covers.
 */
export function isAsWritten(
  bytes: Uint8Array,
  seal: FoundSignature,
  { placeholder, contents }: FoundSignature,
  roots: Certificate[],
): boolean {
  if (/[A-F]/.test(latin1(bytes.subarray(placeholder.start, placeholder.end)))) return false;
  const token = wellFormed(() => withoutPadding(contents));
  return token !== undefined && hasOnlySignedParts(token, roots, tokenIn(seal));
}
