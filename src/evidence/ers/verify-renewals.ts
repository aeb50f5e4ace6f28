import { concatBytes } from "@noble/hashes/utils.js";
import { computeHash, type HashName, sameBytes } from "../hash.ts";
import { claimedInfo } from "../tsp/is-over.ts";
import {
  type TimeStampCheck,
  type TimeStampIssue,
  type TokenExpectation,
  verifyTimeStampToken,
} from "../tsp/token.ts";
import type { EvidenceRecord, Renewal } from "./evidence-record.ts";
import { compareHashes } from "./hash-tree.ts";

/** The renewed file, as far as it is known. */
export type RenewedFile = { sha256: Uint8Array; bytes?: Uint8Array | undefined };

/** Undefined: over a hash of the file that can't be computed here. */
export type RenewalCheck = TimeStampCheck | undefined;

/**
 * Verifies each renewal of an evidence record (RFC 4998, 5.3): it is over what it renews, and its token is valid and
 * not older; `malformed` if it is. `untrusted`: all of this is so, but the authority is unknown. Never throws. Runs in
 * browsers.
 */
export function verifyRenewals(
  { token, renewals }: EvidenceRecord,
  file: RenewedFile | undefined,
  trust: Omit<TokenExpectation, "imprint" | "nonce">,
): RenewalCheck[] {
  let last = claimedInfo(token)?.time;
  return renewals.map((renewal) => {
    const check = verifyRenewal(renewal, file, trust);
    const time = claimedInfo(renewal.token)?.time;
    const isEarlier = last !== undefined && time !== undefined && time < last;
    last = time;
    return check && isEarlier && !isBroken(check) ? { error: "malformed" } : check;
  });
}

const broken: ReadonlySet<string> = new Set(["malformed", "forged", "wrong-imprint"]);

/** True if a time-stamp is not just unknown but false. */
export const isBroken = (check: TimeStampCheck): check is { error: TimeStampIssue } =>
  "error" in check && broken.has(check.error);

function verifyRenewal(
  renewal: Renewal,
  file: RenewedFile | undefined,
  trust: Omit<TokenExpectation, "imprint" | "nonce">,
): RenewalCheck {
  const { hash, reduced, token } = renewal;
  const renewed = hashOfRenewed(renewal, file);
  if (!renewed) return undefined;
  const isListed = !reduced || reduced[0]?.some((one) => sameBytes(one, renewed));
  if (!isListed) return { error: "wrong-imprint" };
  const roots = reduced ? rootsOf(reduced, hash) : [renewed];
  if (roots.length === 0) return { error: "unsupported" };
  const imprint = claimedInfo(token)?.imprint;
  const digest = roots.find((root) => imprint && sameBytes(imprint.digest, root)) ?? renewed;
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
