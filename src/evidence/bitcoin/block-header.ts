import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** The length of a serialized block header. */
export const headerBytes = 80;

/** A block header. Hashes are in hex with their bytes reversed, as block explorers show them. */
export type BlockHeader = {
  hash: string;
  previous: string;
  merkleRoot: string;
  /** What its miner stated: later than the eleven blocks before it, at most two hours ahead of other clocks. */
  time: Date;
  /** The compact form of `target`. */
  bits: number;
  /** The hash must not be larger than this. */
  target: bigint;
};

/** The easiest target that Bitcoin allows: difficulty 1. */
export const easiestTarget: bigint = 0xffffn << 208n;

/** Parses a header of 80 bytes. Checks neither its target nor its hash. Runs in browsers. */
export function readBlockHeader(bytes: Uint8Array): BlockHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  const bits = view.getUint32(72, true);
  return {
    hash: reversedHex(sha256(sha256(bytes))),
    previous: reversedHex(bytes.subarray(4, 36)),
    merkleRoot: reversedHex(bytes.subarray(36, 68)),
    time: new Date(view.getUint32(68, true) * 1000),
    bits,
    target: expandTarget(bits),
  };
}

/** Whether the hash meets the header's own target, and that target is allowed. */
export const hasProofOfWork = ({ hash, target }: BlockHeader, easiest: bigint): boolean =>
  target > 0n && target <= easiest && BigInt(`0x${hash}`) <= target;

/** How many hashes it takes on average to find a header with this target. */
export const workOf = (target: bigint): bigint => (1n << 256n) / (target + 1n);

/** The same for a block of this difficulty, as block explorers state it. */
export const workOfDifficulty = (difficulty: number): bigint =>
  BigInt(Math.floor(difficulty)) * workOf(easiestTarget);

/** The target in compact form (nBits); 0 if it is negative or too large. */
function expandTarget(bits: number): bigint {
  const size = bits >>> 24;
  const mantissa = bits & 0xffffff;
  if (mantissa > 0x7fffff || size > 32) return 0n;
  return size < 3 ? BigInt(mantissa >>> (8 * (3 - size))) : BigInt(mantissa) << BigInt(8 * (size - 3));
}

const reversedHex = (bytes: Uint8Array) => bytesToHex(bytes.toReversed());
