/** Test support: block headers of Bitcoin, and headers that a test mines itself. */
import { createHash } from "node:crypto";
import { hasProofOfWork, readBlockHeader } from "./block-header.ts";
import type { KnownBitcoin } from "./header-chain.ts";

/** The headers of blocks 824,540 to 824,551 of Bitcoin; the difficulty changed at block 824,544. */
const realHeaders = [
  "0000003a72f7ccf9f32c80a57cb9e6f8de03bcf98f23cf18a65802000000000000000000d371373cea35cdf240419d46542a3f8fcc069c2c66e59e1583eec22a96bbfafffd9c9865b3e80317afa05bb2",
  "00408b308ecfbb701d94ccb9e0d1912dbaee27c1b1084b52dcae0200000000000000000039a48c791ce1d6e35e8d7217e691a1f5244bfcd90ed58142b2f07e5d375985ea949d9865b3e80317271a97eb",
  "00e0f9261c2d2a29e0a4ea29a56c537dec54ea3e7ed40139cf2002000000000000000000a589703702c41837d3d7bf2d78ed8a4612afd9f4d77231b61d3c2ee2ba5806c2139e9865b3e8031778b9c0ce",
  "0040642e90437de99a620f56604f8ea245ea0bf6544468e9171602000000000000000000b70e850e3435f55c44c6e7a2ebbdf49a125281a703f616d04c68260baee54cec82a09865b3e8031737acde62",
  "00e0542fc94eab887e6c0d7dcc8c77ac897d99f8989798165b59010000000000000000001aa535e9a4bf7dcc317f1465c67ab9d732a4115d043268897fc2b1b9544cb6dfbca1986569d8031701c64ac1",
  "00004020feb1f9d87dcfaf55b99498a5c9a6e5156e9c28d0f8b701000000000000000000ff4397fadcc71ba9e97358b16ba06b57f7ed3271c333ddbbdb8e023c7259bd1a5ba2986569d8031762412d70",
  "0000ff3ff7783ccd2e503cb4078cee5d974817d129793da0911f03000000000000000000d6fc601211cabdabba735f109e8135309e8f8bafc74c02ba821d758f548ef74747ac986569d803176e10266f",
  "00000026a1c0a0d430391a426aa39306cfdda12c92b04923d1ea020000000000000000002cc91876f958f817bc7c6024a91f4c450509e14cd6125813b51e8eacee91d0f89caf986569d80317aedbe2da",
  "000000349042c7f8bcc71b50fb12a971556c49cdee8a9bd9ee1b00000000000000000000b1df47844f71907828581528959c814521abbf560aa517c925e5a8d9f1dfdb6d82b2986569d80317262e964b",
  "0060012082187acff70c03b32c375af93c4028fd1b8506a8fe4d00000000000000000000f99f284611864e6677fbd8478f3322283c66b5edada2c1241cdd627e5cf578e606b3986569d803171b512f33",
  "002000202b38b58df7182bd074efb25020f2f1711d7a433e9d0502000000000000000000718a0b09ec3e034a7f15544ee7133996d3e131705c53315a18c93aa7bdfa0d0ae7b3986569d8031753b5ba03",
  "0060b924df1137b706a3c67b4e1a8a4fed06757714d4aa0b362303000000000000000000bc6aa0fc851ab07179400d1f6dc2ae45e8be9c587bb5cd88019dbecbb33f479ad4b7986569d8031727259ea9",
];
const firstReal = 824_540;

/** Some of them, serialized, by height. */
export const realFrom = (from: number, to: number): Uint8Array =>
  Uint8Array.from(Buffer.from(realHeaders.slice(from - firstReal, to - firstReal + 1).join(""), "hex"));

/** Mining with this target takes two hashes on average. */
const minedBits = 0x207fffff;

/** What a reader knows of a blockchain that tests mine: one block in the last known period has the work of `work`. */
export const minedBitcoin = (
  checkpoints: [height: number, hash: string][] = [],
  work = 2n,
): KnownBitcoin => ({
  checkpoints: new Map(checkpoints),
  work,
  easiestTarget: 0x7fffffn << 232n,
});

/** Headers that a test mines, the first one with this Merkle root as block explorers show it. */
export function mineHeaders(
  merkleRoot: string,
  count: number,
  { previous = "00".repeat(32), bits = minedBits, time = new Date("2026-11-20T20:00:00Z") } = {},
): { headers: Uint8Array; hashes: string[] } {
  const headers = Buffer.alloc(80 * count);
  const hashes: string[] = [];
  for (let at = 0; at < count; at++) {
    const header = headers.subarray(80 * at, 80 * (at + 1));
    header.writeUInt32LE(0x20000000, 0);
    Buffer.from(hashes.at(-1) ?? previous, "hex")
      .reverse()
      .copy(header, 4);
    (at === 0 ? Buffer.from(merkleRoot, "hex").reverse() : doubleHash(Buffer.of(at))).copy(header, 36);
    header.writeUInt32LE(time.getTime() / 1000 + 600 * at, 68);
    header.writeUInt32LE(bits, 72);
    hashes.push(mine(header));
  }
  return { headers: new Uint8Array(headers), hashes };
}

/** Finds the nonce of a proof of work; returns the hash. */
function mine(header: Buffer): string {
  for (let nonce = 0; ; nonce++) {
    header.writeUInt32LE(nonce, 76);
    const read = readBlockHeader(header);
    if (hasProofOfWork(read, read.target)) return read.hash;
  }
}

const doubleHash = (bytes: Uint8Array) =>
  createHash("sha256").update(createHash("sha256").update(bytes).digest()).digest();
