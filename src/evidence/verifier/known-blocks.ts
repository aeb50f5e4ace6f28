import { confirmBlockIn, type LinkedHeaders, linkHeaders } from "../bitcoin/header-chain.ts";
import { claimedBlocks } from "../opentimestamps/state.ts";
import type { Evidence } from "./evidence.ts";
import type { PublicBlock, Trust } from "./trust.ts";

/** The Bitcoin blocks that are known already, and those of the proofs that the headers among the evidence confirm. */
export function knownBlocks(
  { proofs, headers }: Pick<Evidence, "proofs" | "headers">,
  { publicBlocks, bitcoin }: Pick<Trust, "publicBlocks" | "bitcoin">,
): Map<number, PublicBlock> {
  const known = new Map(publicBlocks);
  const read = new Map<Uint8Array, LinkedHeaders | undefined>();
  const link = (chain: Uint8Array) => {
    if (!read.has(chain)) read.set(chain, linkHeaders(chain, bitcoin.easiestTarget));
    return read.get(chain);
  };
  for (const { block, merkleRoot } of proofs.flatMap(({ bytes }) => claimedBlocks(bytes))) {
    if (known.has(block)) continue;
    const confirmed = findFirst(headers, (chain) => {
      const linked = link(chain);
      return linked && confirmBlockIn(linked, block, merkleRoot, bitcoin);
    });
    if (confirmed) known.set(block, { merkleRoot, time: confirmed.time });
  }
  return known;
}

function findFirst<Item, Found>(items: Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
