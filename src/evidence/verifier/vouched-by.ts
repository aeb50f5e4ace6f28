import { sameBytes } from "../hash.ts";
import { type NoteVerifier, printVerifierKey } from "../tlog/signed-note.ts";
import type { TimeStamp } from "../tsp/token.ts";
import type { Trust } from "./trust.ts";

/**
 * Who vouches for a time. `service`: the service itself; `named`: someone whom only the service calls independent;
 * `public`: someone on a list that does not come from the service.
 */
export type Voucher = "service" | "named" | "public";

/** What states a time: a time-stamp, a Bitcoin block with its Merkle root, or the key of a cosigner of the log. */
export type Vouching =
  | { stamp: Pick<TimeStamp, "chain"> }
  | { block: number; merkleRoot: string }
  | { cosigner: NoteVerifier };

/** Who vouches for a valid time-stamp, or for a witness that confirms a head of the log. */
export function vouchedBy(vouching: Vouching, trust: Trust): Voucher {
  if ("stamp" in vouching) {
    const root = vouching.stamp.chain.at(-1)?.bytes;
    const isRoot = (one: { bytes: Uint8Array }) => root !== undefined && sameBytes(one.bytes, root);
    if (trust.publicRoots.some(isRoot)) return "public";
    return trust.stampRoots.some(isRoot) ? "named" : "service";
  }
  if ("block" in vouching)
    return trust.publicBlocks.get(vouching.block)?.merkleRoot === vouching.merkleRoot ? "public" : "named";
  const key = printVerifierKey(vouching.cosigner);
  return trust.publicWitnesses.some((one) => printVerifierKey(one) === key) ? "public" : "named";
}
