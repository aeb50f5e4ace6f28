import { wellFormed } from "../../../formats/der/malformed.ts";
import { withoutPadding } from "../../../formats/der/read.ts";
import { earliest } from "../../earliest.ts";
import { type FoundSignature, findSignatures } from "../../pades/find-signatures.ts";
import { claimedInfo } from "../../tsp/is-over.ts";
import type { Certificate } from "../../x509/certificate.ts";
import type { Extension } from "../extension.ts";
import { type CheckedSignature, checkSignature, type SignatureTrust } from "./check-signatures.ts";
import { isAsWritten, isFromSealing } from "./closing-stamp.ts";
import { readExtensions } from "./extension/read-extensions.ts";
import { isCertificateSeal } from "./own-certificate.ts";
import { isOnlyTimeStamp } from "./time-stamp-update.ts";

/**
 * `whole`: sealed by us, and only our time-stamp follows the seal; `extended`: the same, with what archives add to
 * preserve it; `added`: sealed by us, and something was appended;
 * `cut`: the time-stamp that was issued with the seal does not follow it; `altered`: one does, but its authority is
 * unknown, or parts of it that no signature covers may have changed; `changed`: one of our seals no longer matches;
 * `undecided`: one of ours could not be checked; `stamped`: not sealed, but one of our time-stamps covers the whole
 * file; `none`: no signature of ours.
 */
export type SignatureStatus = {
  state: "whole" | "extended" | "added" | "cut" | "altered" | "changed" | "undecided" | "stamped" | "none";
  /** The length of the issued file, and who extended it with a time-stamp, the first one first. */
  extended?: { issuedEnd: number; by: Extension[] };
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

/** True if the issued file is unchanged according to its signatures alone. */
export const isWhole = (status: SignatureStatus | undefined) =>
  status?.state === "whole" || status?.state === "extended";

/** Each takes a pass over the file. */
const maxChecked = 12;

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
  return { ...statusBehind(bytes, seal, signatures, trust), seal, isCertificate, ...rest };
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
 * empty field. Only what archives add to preserve it may follow.
 */
function statusBehind(
  bytes: Uint8Array,
  seal: CheckedSignature,
  all: CheckedSignature[],
  { roots, stampRoots }: SignatureTrust,
): Pick<SignatureStatus, "state" | "extended"> {
  const { end } = seal.found;
  if (end === bytes.length) return { state: "cut" };
  const later = all.filter(({ found }) => found.end > end);
  if (later.some(({ isOurs, validity }) => isOurs && validity === "invalid")) return { state: "changed" };
  const closing = later.find(
    ({ kind, found }) => kind === "time-stamp" && isOnlyTimeStamp(bytes, end, found),
  );
  const extended = closing && readExtended(bytes, end, closing, later);
  if (!closing || extended === "none") return { state: "added" };
  const state = stateOfIssued(bytes, seal, closing, [...roots, ...stampRoots]);
  return extended ? { state: state === "whole" ? "extended" : state, extended } : { state };
}

/** The state of a file that ends with this time-stamp. */
function stateOfIssued(
  bytes: Uint8Array,
  seal: CheckedSignature,
  closing: CheckedSignature,
  roots: Certificate[],
): SignatureStatus["state"] {
  // A revoked one matches what it covers, as every time-stamp whose authority is unknown; only its time proves nothing.
  if (closing.validity !== "valid" && closing.error !== "revoked")
    return closing.validity === "invalid" ? "changed" : "undecided";
  if (!isFromSealing(bytes, seal.found, closing.found)) return "cut";
  // Anyone can be an unknown authority, also for another time-stamp in the place of ours.
  const isKnown = closing.timeStamp !== undefined || closing.error === "revoked";
  return isKnown && isAsWritten(bytes, seal.found, closing.found, roots) ? "whole" : "altered";
}

/** What follows the time-stamp of a seal; `none` if it is not only extensions, or one of their time-stamps is wrong. */
function readExtended(
  bytes: Uint8Array,
  sealedEnd: number,
  { found: { end: issuedEnd } }: CheckedSignature,
  later: CheckedSignature[],
): SignatureStatus["extended"] | "none" {
  if (issuedEnd === bytes.length) return undefined;
  const found = later.map((one) => one.found);
  const extension = readExtensions(bytes, { sealedEnd, issuedEnd }, found);
  const stamps = extension?.stamps.map((stamp) => later[found.indexOf(stamp)]);
  if (!stamps || stamps.some((stamp) => stamp?.validity === "invalid")) return "none";
  const by = stamps.flatMap((stamp) => (stamp ? (readExtension(stamp) ?? []) : []));
  return { issuedEnd, by };
}

/** Who made it, and when: as checked, or as it says if its authority is unknown. */
function readExtension({ timeStamp, found, signer }: CheckedSignature): Extension | undefined {
  if (timeStamp) return { time: timeStamp.time, authority: timeStamp.authority, isKnown: true };
  const token = wellFormed(() => withoutPadding(found.contents));
  const info = token && claimedInfo(token);
  return info && { time: info.time, authority: signer, isKnown: false };
}
