import { sameBytes } from "../hash.ts";
import { type NoteVerifier, printVerifierKey } from "../tlog/signed-note.ts";
import { isGrantedAt } from "../trust-lists/listed-services.ts";
import type { TimeStamp } from "../tsp/token.ts";
import type { Trust } from "./trust.ts";

/**
 * Who vouches for a time. `service`: the service itself; `named`: someone whom only the service calls independent;
 * `public`: someone on a list that does not come from the service.
 */
export type Voucher = "service" | "named" | "public";

/** What states a time: a time-stamp, a Bitcoin block with its Merkle root, or the key of a cosigner of the log. */
export type Vouching =
  | { stamp: Pick<TimeStamp, "chain" | "time" | "distrustedSince"> }
  | { block: number; merkleRoot: string }
  | { cosigner: NoteVerifier };

/**
 * Who vouches for a valid time-stamp, or for a witness that confirms a head of the log. Once an authority's key was
 * stolen, its thief can sign any time: what then shows that a time-stamp is older may be the service's own word. An
 * authority that is only on a trusted list counts while the list says that it is granted.
 */
export function vouchedBy(vouching: Vouching, trust: Trust): Voucher {
  if ("stamp" in vouching) {
    const { stamp } = vouching;
    const counting = trust.publicRoots.filter(
      ({ statuses }) => statuses === undefined || isGrantedAt({ statuses }, stamp.time),
    );
    if (findRoot(stamp, counting)) return stamp.distrustedSince === undefined ? "public" : "named";
    return findRoot(stamp, trust.stampRoots) ? "named" : "service";
  }
  if ("block" in vouching)
    return trust.publicBlocks.get(vouching.block)?.merkleRoot === vouching.merkleRoot ? "public" : "named";
  const key = printVerifierKey(vouching.cosigner);
  return trust.publicWitnesses.some((one) => printVerifierKey(one) === key) ? "public" : "named";
}

/** The one among these roots that a time-stamp's chain ends with. */
export function findRoot<Root extends { bytes: Uint8Array }>(
  { chain }: Pick<TimeStamp, "chain">,
  roots: Root[],
): Root | undefined {
  const bytes = chain.at(-1)?.bytes;
  return bytes && roots.find((one) => sameBytes(one.bytes, bytes));
}
