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
  const chain = readHeaderChain(height, headers, known.easiestTarget);
  const [first] = chain ?? [];
  if (!chain || first?.merkleRoot !== merkleRoot) return undefined;
  const { time } = first;
  const met = chain.flatMap(({ hash }, at) => {
    const expected = known.checkpoints.get(height + at);
    return expected === undefined ? [] : [expected === hash];
  });
  if (met.includes(false)) return undefined;
  if (met.length > 0) return { time };
  const following = chain.slice(1);
  const needed = known.work === undefined ? undefined : known.work * BigInt(followingBlocks);
  const done = following.reduce((sum, { target }) => sum + workOf(target), 0n);
  const isEnough = needed !== undefined && following.length >= followingBlocks && done >= needed;
  return isEnough ? { time, following: following.length } : undefined;
}

/** Linked headers from this height on, with their proof of work; undefined if they are not. */
export function readHeaderChain(
  height: number,
  headers: Uint8Array,
  easiestTarget: bigint,
): BlockHeader[] | undefined {
  const count = headers.length / headerBytes;
  if (!Number.isInteger(count) || count === 0 || count > maxHeaders) return undefined;
  const chain: BlockHeader[] = [];
  for (let at = 0; at < count; at++) {
    const header = readBlockHeader(headers.subarray(at * headerBytes, (at + 1) * headerBytes));
    const before = chain.at(-1);
    if (!hasProofOfWork(header, easiestTarget) || (before && !mayFollow(before, header, height + at)))
      return undefined;
    chain.push(header);
  }
  return chain;
}

function mayFollow(before: BlockHeader, next: BlockHeader, height: number): boolean {
  if (next.previous !== before.hash) return false;
  if (height % periodBlocks !== 0) return next.bits === before.bits;
  // The compact form rounds targets down.
  const rounding = next.target >> 15n;
  return next.target <= before.target * 4n && next.target + rounding >= before.target / 4n;
}
