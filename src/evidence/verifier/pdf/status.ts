import { earliest } from "../../earliest.ts";
import { type FoundSignature, findSignatures } from "../../pades/find-signatures.ts";
import { type CheckedSignature, checkSignature, type SignatureTrust } from "./check-signatures.ts";
import { isAsWritten, isFromSealing } from "./closing-stamp.ts";
import { isCertificateSeal } from "./own-certificate.ts";
import { isOnlyTimeStamp } from "./time-stamp-update.ts";

/**
 * `whole`: sealed by us, and only our time-stamp follows the seal; `added`: sealed by us, and something was appended;
 * `cut`: the time-stamp that was issued with the seal does not follow it; `altered`: one does, but its authority is
 * unknown, or parts of it that no signature covers may have changed; `changed`: one of our seals no longer matches;
 * `undecided`: one of ours could not be checked; `stamped`: not sealed, but one of our time-stamps covers the whole
 * file; `none`: no signature of ours.
 */
export type SignatureStatus = {
  state: "whole" | "added" | "cut" | "altered" | "changed" | "undecided" | "stamped" | "none";
  /** The relevant seal: the one that covers the most bytes. */
  seal?: CheckedSignature;
  /** True if that seal is the one of a certificate. */
  isCertificate?: boolean;
  /** All checked signatures; those that cover the most bytes come first. */
  signatures: CheckedSignature[];
  /** The number of objects that only look like a signature. */
  unsound: number;
  isCutShort: boolean;
};

/** Each takes a pass over the file. */
const maxChecked = 8;

export const isPdf = (bytes: Uint8Array) =>
  new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");

/** The status of the signatures in a PDF. Terminates quickly, whatever the bytes are. Runs in browsers. */
export function findSignatureStatus(bytes: Uint8Array, trust: SignatureTrust): SignatureStatus {
  const search = findSignatures(bytes);
  const signatures = checkFromOutside(bytes, search.signatures.slice(0, maxChecked), trust);
  const isCutShort = search.isCutShort || search.signatures.length > maxChecked;
  const rest = { signatures, unsound: search.unsound, isCutShort };
  const own = signatures.filter(({ isOurs }) => isOurs);
  const seal = own.find(({ kind, validity }) => kind === "seal" && validity === "valid");
  if (!seal) return { state: stateWithoutSeal(own, bytes.length), ...rest };
  const isCertificate = isCertificateSeal(bytes, seal.found);
  return { state: stateBehind(bytes, seal, signatures, trust), seal, isCertificate, ...rest };
}

/** The outermost signature comes first: a valid time-stamp shows by when the signatures that it covers existed. */
function checkFromOutside(
  bytes: Uint8Array,
  signatures: FoundSignature[],
  trust: SignatureTrust,
): CheckedSignature[] {
  const checked: CheckedSignature[] = [];
  for (const found of signatures) {
    const around = checked.filter(
      (one) => one.kind === "time-stamp" && found.end <= one.found.placeholder.start,
    );
    const existedBy = earliest([trust.existedBy, ...around.map(({ timeStamp }) => timeStamp?.time)]);
    checked.push(checkSignature(bytes, found, { ...trust, existedBy }));
  }
  return checked;
}

function stateWithoutSeal(own: CheckedSignature[], length: number): SignatureStatus["state"] {
  const [outermost] = own;
  if (!outermost) return "none";
  if (
    outermost.validity === "invalid" ||
    own.some(({ kind, validity }) => kind === "seal" && validity === "invalid")
  ) {
    return "changed";
  }
  const isWhole = outermost.validity === "valid" && outermost.found.end === length;
  return isWhole && own.every(({ kind }) => kind === "time-stamp") ? "stamped" : "undecided";
}

/**
 * Every file that we have sealed has a time-stamp right after the seal, from any authority: the sealed part has its
 * empty field. Nothing else may follow the seal.
 */
function stateBehind(
  bytes: Uint8Array,
  seal: CheckedSignature,
  all: CheckedSignature[],
  { roots, stampRoots }: SignatureTrust,
): SignatureStatus["state"] {
  const { end } = seal.found;
  if (end === bytes.length) return "cut";
  const later = all.filter(({ found }) => found.end > end);
  if (later.some(({ isOurs, validity }) => isOurs && validity === "invalid")) return "changed";
  const closing = later.find(({ kind, found }) => kind === "time-stamp" && found.end === bytes.length);
  if (!closing || !isOnlyTimeStamp(bytes, end, closing.found)) return "added";
  // A revoked one matches what it covers, as every time-stamp whose authority is unknown; only its time proves nothing.
  if (closing.validity !== "valid" && closing.error !== "revoked")
    return closing.validity === "invalid" ? "changed" : "undecided";
  if (!isFromSealing(bytes, seal.found, closing.found)) return "cut";
  // Anyone can be an unknown authority, also for another time-stamp in the place of ours.
  const isKnown = closing.timeStamp !== undefined || closing.error === "revoked";
  const isWhole = isKnown && isAsWritten(bytes, seal.found, closing.found, [...roots, ...stampRoots]);
  return isWhole ? "whole" : "altered";
}
