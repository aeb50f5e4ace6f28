import { concatBytes } from "@noble/hashes/utils.js";
import { wellFormed } from "../../formats/der/malformed.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { verifySignedData } from "../cms/verify-signed-data.ts";
import { computeHash, type HashName, sameBytes } from "../hash.ts";
import { claimedInfo, isOver } from "../tsp/is-over.ts";
import {
  type TimeStampCheck,
  type TimeStampIssue,
  type TokenExpectation,
  verifyTimeStampToken,
} from "../tsp/token.ts";
import type { ArchiveTimeStamp, EvidenceRecord, Renewal } from "./evidence-record.ts";
import { compareHashes } from "./hash-tree.ts";

/** The renewed file, as far as it is known. */
export type RenewedFile = { sha256: Uint8Array; bytes?: Uint8Array | undefined };

/** Undefined: over a hash of the file that can't be computed here. */
export type RenewalCheck = TimeStampCheck | undefined;

type RenewalTrust = Omit<TokenExpectation, "imprint" | "nonce" | "existedBy">;

/**
 * Verifies each renewal of an evidence record (RFC 4998, 5.3): it is over what it renews, its token is valid, and each
 * time-stamp is checked as of the time of the next one. `malformed`: older than what it renews; `renewed-late`: made
 * after a certificate of what it renews had ended, so neither it nor a later one shows anything; `untrusted`: all else
 * is so, but the authority is unknown. Never throws. Runs in browsers.
 */
export function verifyRenewals(
  { token, renewals }: EvidenceRecord,
  file: RenewedFile | undefined,
  trust: RenewalTrust,
): RenewalCheck[] {
  const checks: RenewalCheck[] = [];
  let existedBy: Date | undefined;
  for (const renewal of renewals.toReversed()) {
    const check = verifyRenewal(renewal, file, { ...trust, existedBy });
    existedBy = check && "timeStamp" in check ? check.timeStamp.time : undefined;
    checks.unshift(check);
  }
  const tokens = [token, ...renewals.map((renewal) => renewal.token)];
  let isLate = false;
  return checks.map((check, at) => {
    const [renewed, renewing] = [tokens[at], tokens[at + 1]];
    if (!check || isBroken(check) || !renewed || !renewing) return check;
    const [before, time] = [claimedInfo(renewed)?.time, claimedInfo(renewing)?.time];
    if (before && time && time < before) return { error: "malformed" };
    isLate ||= time !== undefined && hasEndedBy(renewed, time);
    return isLate ? { error: "renewed-late" } : check;
  });
}

/** True if the certificate that signed a token had ended at this time; false without the certificate. */
export function hasEndedBy(token: Uint8Array, time: Date): boolean {
  const end = certificateEnd(token);
  return end !== undefined && end < time;
}

/** When the certificate ends that signed a token, if the token has it and is signed by it; no chain is verified. */
export const certificateEnd = (token: Uint8Array): Date | undefined =>
  wellFormed(() => {
    const signature = verifySignedData(readSignedData(token), () => undefined, []);
    return "error" in signature ? undefined : signature.signer.notAfter;
  });

/** The earliest valid renewal, if no renewal is broken or late: by then, what it renews existed. */
export function findRenewed(checks: RenewalCheck[]): Date | undefined {
  const [first] = checks;
  return first && "timeStamp" in first ? first.timeStamp.time : undefined;
}

/**
 * Verifies that this object is one of those that a record preserves, with all its time-stamps: the first is over it and
 * each later one renews the one before. Returns them, or the first issue.
 */
export function verifyPreserved(
  record: EvidenceRecord,
  object: Required<RenewedFile>,
  trust: RenewalTrust,
): { timeStamps: TimeStampCheck[] } | { error: TimeStampIssue } {
  if (!isPreserved(record, object)) return { error: "wrong-imprint" };
  const renewals = verifyRenewals(record, object, trust);
  const first = verifyOver(record, hashOfObject(record.hash, object), {
    ...trust,
    existedBy: findRenewed(renewals),
  });
  const timeStamps = [first, ...renewals.flatMap((one) => one ?? [])];
  const wrong = timeStamps.find((one) => "error" in one && one.error !== "untrusted");
  return wrong && "error" in wrong ? wrong : { timeStamps };
}

/** True if the first archive time-stamp of a record claims to be over this object; no token is verified. */
export function isPreserved({ hash, reduced, token }: EvidenceRecord, object: RenewedFile): boolean {
  const own = hash === "SHA-256" || object.bytes ? hashOfObject(hash, object) : undefined;
  if (!own) return false;
  if (reduced) return reduced[0]?.some((one) => sameBytes(one, own)) === true;
  return isOver(token, own);
}

/** True if the lists of a record's first archive time-stamp lead to what its token is over. */
export const isOverLists = ({ hash, reduced, token }: EvidenceRecord): boolean =>
  !reduced || rootsOf(reduced, hash).some((root) => isOver(token, root));

const hashOfObject = (hash: HashName, { sha256, bytes }: RenewedFile): Uint8Array =>
  hash === "SHA-256" || !bytes ? sha256 : computeHash(hash, bytes);

const broken: ReadonlySet<string> = new Set(["malformed", "forged", "wrong-imprint"]);

/** True if a time-stamp is not just unknown but false. */
const isBroken = (check: TimeStampCheck): check is { error: TimeStampIssue } =>
  "error" in check && broken.has(check.error);

/** True for a renewal that is false or came too late. */
export const isUnsound = (check: TimeStampCheck): check is { error: TimeStampIssue } =>
  isBroken(check) || ("error" in check && check.error === "renewed-late");

function verifyRenewal(
  renewal: Renewal,
  file: RenewedFile | undefined,
  trust: RenewalTrust & Pick<TokenExpectation, "existedBy">,
): RenewalCheck {
  const renewed = hashOfRenewed(renewal, file);
  return renewed && verifyOver(renewal, renewed, trust);
}

/** Verifies a token over this hash, or over the root above a first list with it. */
function verifyOver(
  { hash, reduced, token }: ArchiveTimeStamp & { hash: HashName },
  over: Uint8Array,
  trust: RenewalTrust & Pick<TokenExpectation, "existedBy">,
): TimeStampCheck {
  const isListed = !reduced || reduced[0]?.some((one) => sameBytes(one, over));
  if (!isListed) return { error: "wrong-imprint" };
  const roots = reduced ? rootsOf(reduced, hash) : [over];
  if (roots.length === 0) return { error: "unsupported" };
  const imprint = claimedInfo(token)?.imprint;
  const digest = roots.find((root) => imprint && sameBytes(imprint.digest, root)) ?? over;
  return verifyTimeStampToken(token, { ...trust, imprint: { hash, digest } });
}

/** RFC 4998, 5.2: the hash of the token, or that of the file's hash followed by the hash of the chains. */
function hashOfRenewed({ over, hash }: Renewal, file: RenewedFile | undefined): Uint8Array | undefined {
  if ("token" in over) return computeHash(hash, over.token);
  const ofFile = hash === "SHA-256" ? file?.sha256 : file?.bytes && computeHash(hash, file.bytes);
  return ofFile && computeHash(hash, concatBytes(ofFile, computeHash(hash, over.chains)));
}

/**
 * The roots above a tree (RFC 4998, 4.3) as implementations compute them: a single hash in the first list is the node
 * itself or is hashed once more. Either way, the root proves that the hash existed. Lists with several hashes above the
 * first are not supported.
 */
function rootsOf(reduced: Uint8Array[][], hash: HashName): Uint8Array[] {
  const [group = [], ...above] = reduced;
  if (above.some(({ length }) => length !== 1)) return [];
  const hashSorted = (hashes: Uint8Array[]) =>
    computeHash(hash, concatBytes(...hashes.toSorted(compareHashes)));
  const nodes = group.length === 1 ? [...group, hashSorted(group)] : [hashSorted(group)];
  return nodes.map((first) => above.flat().reduce((node, sibling) => hashSorted([node, sibling]), first));
}
