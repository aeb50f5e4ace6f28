import { sha256 } from "@noble/hashes/sha2.js";

/**
 * The hash tree of a collection (RFC 4998, section 4), in SHA-256. Each file is a data group of two hashes: that of the
 * file, and a nonce that only its own record contains. So a record reveals nothing about other files that a guess could
 * be compared with. Two nodes are always joined in binary ascending order. A node without a partner is joined with a
 * padding value, so that every record of a collection has the same length. Nonces and padding follow from a secret of
 * the collection, which is all that has to be stored besides the hashes. Runs in browsers.
 */
export type HashTree = {
  fileCount: number;
  root: Uint8Array;
  /** The roots of the blocks, 32 bytes each; with them, a record needs the hashes of only one block. */
  blockRoots: Uint8Array;
};

/** The archive time-stamp's lists of hashes for one file: the data group first, then one sibling for each level. */
export type ReducedHashTree = Uint8Array[][];

export const maxFiles = 1_048_576;
export const secretSize = 32;
const hashSize = 32;
const blockLevels = 7;
/** Files in a block. */
const blockSize = 2 ** blockLevels;

/** Values derived from the secret: the first byte of the message states their purpose. */
const purposes = { nonce: 0, padding: 1, listSalt: 2 } as const;

/** SHA-256 of bytes that change after the call. A server may pass a faster one than the default. */
export type HashFunction = (bytes: Uint8Array) => Uint8Array;

/** How one tree hashes: two hashes, concatenated in binary ascending order, and values derived from its secret. */
type Hashing = {
  join: (one: Uint8Array, other: Uint8Array) => Uint8Array;
  derive: (purpose: keyof typeof purposes, number?: number) => Uint8Array;
};

/** The values are HMAC-SHA-256 (RFC 2104) with the secret as key; the padded keys are made once. */
function hashingWith(secret: Uint8Array, hash: HashFunction): Hashing {
  if (secret.length !== secretSize) throw new RangeError(`The secret has ${secret.length} bytes.`);
  const inner = new Uint8Array(hmacBlock + 5);
  const outer = new Uint8Array(hmacBlock + hashSize);
  for (let at = 0; at < hmacBlock; at++) {
    inner[at] = (secret[at] ?? 0) ^ 0x36;
    outer[at] = (secret[at] ?? 0) ^ 0x5c;
  }
  const number = new DataView(inner.buffer, hmacBlock + 1);
  const pair = new Uint8Array(2 * hashSize);
  return {
    join(one, other) {
      const isInOrder = compareHashes(one, other) <= 0;
      pair.set(isInOrder ? one : other);
      pair.set(isInOrder ? other : one, hashSize);
      return hash(pair);
    },
    derive(purpose, value = 0) {
      inner[hmacBlock] = purposes[purpose];
      number.setUint32(0, value);
      outer.set(hash(inner), hmacBlock);
      return hash(outer);
    },
  };
}

const hmacBlock = 64;

/**
 * True for the bytes whose hash is a nonce: the padded secret, then a hash. Anyone with the secret, which is in the
 * evidence pack, could present them as a record's file.
 */
export const isNonceSource = (file: Uint8Array) =>
  file.length === hmacBlock + hashSize && file.subarray(secretSize, hmacBlock).every((byte) => byte === 0x5c);

/** The salt in the signed commitment to a collection's list of files. */
export const deriveListSalt = (secret: Uint8Array) => hashingWith(secret, sha256).derive("listSalt");

/** The levels above the data groups. All records of a collection have this many hashes after the data group. */
export const treeDepth = (fileCount: number) => Math.ceil(Math.log2(fileCount));

/**
 * Builds the tree over the SHA-256 of the files, 32 bytes each and in the order of the collection. Throws `RangeError`
 * for no files or more than `maxFiles`.
 */
export function buildHashTree(secret: Uint8Array, hashes: Uint8Array, hash: HashFunction = sha256): HashTree {
  const fileCount = hashes.length / hashSize;
  checkCount(fileCount);
  const hashing = hashingWith(secret, hash);
  const blocks: Uint8Array[] = [];
  for (let start = 0; start < fileCount; start += blockSize) {
    const block = hashes.subarray(start * hashSize, (start + blockSize) * hashSize);
    const groups = groupHashes(hashing, start, block);
    blocks.push(climb(hashing, groups, 0, blockTop(fileCount)));
  }
  return {
    fileCount,
    root: climb(hashing, blocks, blockTop(fileCount), treeDepth(fileCount)),
    blockRoots: join(blocks),
  };
}

/** The files whose hashes the record of this file needs: from `start` to before `end`. */
export function findBlock(index: number, fileCount: number): { start: number; end: number } {
  const start = index - (index % blockSize);
  return { start, end: Math.min(start + blockSize, fileCount) };
}

/**
 * The hashes that lead from one file to the root. `block` contains the hashes of the files in its block. Throws
 * `RangeError` for an index or block that is not of this tree.
 */
export function reduceHashTree(
  secret: Uint8Array,
  { fileCount, blockRoots }: Pick<HashTree, "fileCount" | "blockRoots">,
  index: number,
  block: Uint8Array,
): ReducedHashTree {
  checkCount(fileCount);
  const { start, end } = findBlock(index, fileCount);
  const isOfTree = Number.isInteger(index) && index >= 0 && index < fileCount;
  const blockCount = Math.ceil(fileCount / blockSize);
  if (!isOfTree || block.length !== (end - start) * hashSize || blockRoots.length !== blockCount * hashSize)
    throw new RangeError("The file is not in this tree.");
  const top = blockTop(fileCount);
  const hashing = hashingWith(secret, sha256);
  const groups = groupHashes(hashing, start, block);
  const fileHash = block.subarray((index - start) * hashSize, (index - start + 1) * hashSize);
  return [
    [fileHash, hashing.derive("nonce", index)].toSorted(compareHashes),
    ...siblings(hashing, groups, index - start, 0, top),
    ...siblings(hashing, split(blockRoots), Math.floor(index / blockSize), top, treeDepth(fileCount)),
  ];
}

/** The same for every file, in order, from the hashes of all of them: far faster than one by one. */
export function reduceForEach(
  secret: Uint8Array,
  hashes: Uint8Array,
  hash: HashFunction = sha256,
): ReducedHashTree[] {
  const fileHashes = split(hashes);
  checkCount(hashes.length / hashSize);
  const hashing = hashingWith(secret, hash);
  const levels = [groupHashes(hashing, 0, hashes)];
  for (let level = 0; level < treeDepth(fileHashes.length); level++)
    levels.push(parents(hashing, levels[level] ?? [], level));
  const beside = levels.slice(0, -1).map((nodes, level) => [...nodes, hashing.derive("padding", level)]);
  return fileHashes.map((fileHash, index) => [
    [fileHash, hashing.derive("nonce", index)].toSorted(compareHashes),
    ...beside.map((nodes, level) => [nodes[(index >> level) ^ 1] ?? new Uint8Array()]),
  ]);
}

/**
 * The root above a reduced tree (RFC 4998, 4.3). Undefined for every other shape than that of our records: two hashes,
 * the file's and its nonce, then one for each level. In a longer first list, 96 bytes that lead to a padding value
 * would make their hashes those of files; implementations of the RFC read a single hash there, or several in a later
 * list, in different ways.
 */
export function computeRoot(reduced: ReducedHashTree): Uint8Array | undefined {
  const [group = [], ...above] = reduced;
  if (group.length !== 2) return undefined;
  let node = hashSorted(group);
  for (const [sibling, ...more] of above) {
    if (!sibling || more.length > 0) return undefined;
    node = hashSorted([node, sibling]);
  }
  return node;
}

/** The level of the block roots: that of the root if there is only one block. */
const blockTop = (fileCount: number) => Math.min(blockLevels, treeDepth(fileCount));

function checkCount(fileCount: number): void {
  if (!Number.isInteger(fileCount) || fileCount < 1 || fileCount > maxFiles)
    throw new RangeError(`A tree of ${fileCount} files.`);
}

function groupHashes({ join, derive }: Hashing, start: number, hashes: Uint8Array): Uint8Array[] {
  return split(hashes).map((hash, at) => join(hash, derive("nonce", start + at)));
}

function split(hashes: Uint8Array): Uint8Array[] {
  return Array.from({ length: hashes.length / hashSize }, (_, at) =>
    hashes.subarray(at * hashSize, (at + 1) * hashSize),
  );
}

function join(hashes: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * hashSize);
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * hashSize);
  return bytes;
}

/** The single node at `top` above the nodes of `level`. */
function climb(hashing: Hashing, nodes: Uint8Array[], level: number, top: number): Uint8Array {
  const [first, ...more] = nodesAt(hashing, nodes, level, top);
  if (!first || more.length > 0) throw new RangeError("More nodes than fit below.");
  return first;
}

function nodesAt(hashing: Hashing, nodes: Uint8Array[], level: number, top: number): Uint8Array[] {
  let current = nodes;
  for (let at = level; at < top; at++) current = parents(hashing, current, at);
  return current;
}

function parents(hashing: Hashing, nodes: Uint8Array[], level: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(nodes.length / 2) }, (_, at) =>
    hashing.join(nodeAt(hashing, nodes, 2 * at, level), nodeAt(hashing, nodes, 2 * at + 1, level)),
  );
}

const nodeAt = ({ derive }: Hashing, nodes: Uint8Array[], at: number, level: number) =>
  nodes[at] ?? derive("padding", level);

function siblings(
  hashing: Hashing,
  nodes: Uint8Array[],
  index: number,
  level: number,
  top: number,
): Uint8Array[][] {
  const found: Uint8Array[][] = [];
  let current = nodes;
  let at = index;
  for (let height = level; height < top; height++) {
    found.push([nodeAt(hashing, current, at ^ 1, height)]);
    current = parents(hashing, current, height);
    at >>= 1;
  }
  return found;
}

/** Binary order. */
export function compareHashes(one: Uint8Array, other: Uint8Array): number {
  for (const [at, byte] of one.entries()) {
    const difference = byte - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** The hash of hashes, concatenated in binary ascending order. */
function hashSorted(hashes: Uint8Array[]): Uint8Array {
  const hash = sha256.create();
  for (const one of hashes.toSorted(compareHashes)) hash.update(one);
  return hash.digest();
}
