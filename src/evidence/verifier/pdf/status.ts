import { type CheckedSignature, checkSignature, type SignatureTrust } from "./check-signatures.ts";
import { findSignatures } from "./find-signatures.ts";
import { isCertificateSeal } from "./own-certificate.ts";
import { isOnlyTimeStamp } from "./time-stamp-update.ts";

/**
 * `whole`: sealed by us, and nothing but our time-stamp stands behind the seal; `added`: sealed by us, and something
 * was put behind; `changed`: a seal of ours no longer fits; `undecided`: one of ours could not be judged;
 * `stamped`: not sealed, but a time-stamp of ours covers the whole file; `none`: no signature of ours.
 */
export type SignatureStatus = {
  state: "whole" | "added" | "changed" | "undecided" | "stamped" | "none";
  /** The seal that counts: the one that covers most. */
  seal?: CheckedSignature;
  /** That seal is the one of a certificate. */
  isCertificate?: boolean;
  /** All that were looked at, those that cover most first. */
  signatures: CheckedSignature[];
  /** What looks like a signature and is none. */
  unsound: number;
  isCutShort: boolean;
};

/** Each costs a pass over the file. */
const maxChecked = 8;

export const isPdf = (bytes: Uint8Array) =>
  new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");

/** How a PDF stands by the signatures in it. Ends quickly, whatever the bytes are. Runs in browsers. */
export function findSignatureStatus(bytes: Uint8Array, trust: SignatureTrust): SignatureStatus {
  const search = findSignatures(bytes);
  const signatures = search.signatures
    .slice(0, maxChecked)
    .map((found) => checkSignature(bytes, found, trust));
  const isCutShort = search.isCutShort || search.signatures.length > maxChecked;
  const rest = { signatures, unsound: search.unsound, isCutShort };
  const own = signatures.filter(({ isOurs }) => isOurs);
  const seal = own.find(({ kind, holds }) => kind === "seal" && holds === "yes");
  if (!seal) return { state: stateWithoutSeal(own, bytes.length), ...rest };
  const isCertificate = isCertificateSeal(bytes, seal.found);
  return { state: stateBehind(bytes, seal, signatures), seal, isCertificate, ...rest };
}

function stateWithoutSeal(own: CheckedSignature[], length: number): SignatureStatus["state"] {
  const [outermost] = own;
  if (!outermost) return "none";
  if (outermost.holds === "no" || own.some(({ kind, holds }) => kind === "seal" && holds === "no")) {
    return "changed";
  }
  const isWhole = outermost.holds === "yes" && outermost.found.end === length;
  return isWhole && outermost.kind === "time-stamp" ? "stamped" : "undecided";
}

/** The time-stamp behind a seal may be any authority's: that nothing else stands there is what counts. */
function stateBehind(
  bytes: Uint8Array,
  seal: CheckedSignature,
  all: CheckedSignature[],
): SignatureStatus["state"] {
  const { end } = seal.found;
  if (end === bytes.length) return "whole";
  const later = all.filter(({ found }) => found.end > end);
  if (later.some(({ isOurs, holds }) => isOurs && holds === "no")) return "changed";
  const closing = later.find(({ kind, found }) => kind === "time-stamp" && found.end === bytes.length);
  if (!closing || !isOnlyTimeStamp(bytes, end, closing.found)) return "added";
  const states = { yes: "whole", no: "changed", unknown: "undecided" } as const;
  return states[closing.holds];
}
