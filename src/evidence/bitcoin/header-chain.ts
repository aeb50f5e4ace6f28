import { type BlockHeader, hasProofOfWork, headerBytes, readBlockHeader, workOf } from "./block-header.ts";

/** What the reader knows of Bitcoin's blockchain, from elsewhere than the service. */
export type KnownBitcoin = {
  /** The hash of some blocks by height, in the notation of block explorers. */
  checkpoints: ReadonlyMap<number, string>;
  /** The work of one block in the last known period; undefined if only checkpoints count. */
  work: bigint | undefined;
  /** The easiest target of the network. */
  easiestTarget: bigint;
};

/** The difficulty changes every so many blocks. */
export const periodBlocks = 2_016;

/** How much work must follow a block that no checkpoint confirms, in blocks of the last known period. */
export const followingBlocks = 6;

/** Two periods: more than any block needs until its next checkpoint. */
export const maxHeaders = 2 * periodBlocks;

/** A block of Bitcoin's blockchain; `following` counts the headers after it, if it is known only by their work. */
export type ConfirmedBlock = { time: Date; following?: number };

/**
 * Confirms that the block at this height has this Merkle root. `headers` are serialized headers: the block's own, then
 * those of the blocks after it. Each must name the one before and have its proof of work under a target that changes
 * only between periods, by a factor of at most four. They must reach a checkpoint, or at least six headers with the
 * work of six blocks of the last known period must follow the block's own. No checkpoint may contradict them.
 * Undefined otherwise. Never throws. Runs in browsers.
 */
export function confirmBlock(
  height: number,
  merkleRoot: string,
  headers: Uint8Array,
  known: KnownBitcoin,
): ConfirmedBlock | undefined {
  const linked = linkHeaders(headers, known.easiestTarget);
  return linked && confirmBlockIn(linked, height, merkleRoot, known);
}

/** The same by headers that were read before. */
export function confirmBlockIn(
  linked: LinkedHeaders,
  height: number,
  merkleRoot: string,
  known: KnownBitcoin,
): ConfirmedBlock | undefined {
  const { chain, work } = linked;
  const [first] = chain;
  const following = chain.length - 1;
  if (first?.merkleRoot !== merkleRoot || !mayBeginAt(linked, height)) return undefined;
  const { time } = first;
  const met = [...known.checkpoints].flatMap(([at, expected]) => {
    const block = chain[at - height];
    return block === undefined ? [] : [expected === block.hash];
  });
  if (met.includes(false)) return undefined;
  if (met.length > 0) return { time };
  const needed = known.work === undefined ? undefined : known.work * BigInt(followingBlocks);
  const isEnough = needed !== undefined && following >= followingBlocks && work >= needed;
  return isEnough ? { time, following } : undefined;
}

/** Linked headers from this height on, with their proof of work; undefined if they are not. */
export function readHeaderChain(
  height: number,
  headers: Uint8Array,
  easiestTarget: bigint,
): BlockHeader[] | undefined {
  const linked = linkHeaders(headers, easiestTarget);
  return linked && mayBeginAt(linked, height) ? linked.chain : undefined;
}

/**
 * Headers that follow each other and have their proof of work. What they prove at one height or another is then found
 * without hashing them again, since a proof may name any number of blocks.
 */
export type LinkedHeaders = {
  chain: BlockHeader[];
  /** Where the difficulty changes. */
  changes: number[];
  /** The work of all but the first. */
  work: bigint;
};

/** Undefined for headers that are not linked, or whose difficulty changes too much. */
export function linkHeaders(headers: Uint8Array, easiestTarget: bigint): LinkedHeaders | undefined {
  const count = headers.length / headerBytes;
  if (!Number.isInteger(count) || count === 0 || count > maxHeaders) return undefined;
  const linked: LinkedHeaders = { chain: [], changes: [], work: 0n };
  for (let at = 0; at < count; at++) {
    const header = readBlockHeader(headers.subarray(at * headerBytes, (at + 1) * headerBytes));
    const before = linked.chain.at(-1);
    if (!hasProofOfWork(header, easiestTarget) || (before && header.previous !== before.hash))
      return undefined;
    if (before && header.bits !== before.bits) {
      if (!mayChange(before, header)) return undefined;
      linked.changes.push(at);
    }
    if (before) linked.work += workOf(header.target);
    linked.chain.push(header);
  }
  return linked;
}

/** The difficulty changes only between periods. */
const mayBeginAt = ({ changes }: LinkedHeaders, height: number): boolean =>
  changes.every((at) => (height + at) % periodBlocks === 0);

function mayChange(before: BlockHeader, next: BlockHeader): boolean {
  // The compact form rounds targets down.
  const rounding = next.target >> 15n;
  return next.target <= before.target * 4n && next.target + rounding >= before.target / 4n;
}
