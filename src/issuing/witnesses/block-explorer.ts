import { hexToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { headerBytes } from "../../evidence/bitcoin/block-header.ts";
import { parseJson } from "../../evidence/jws.ts";
import { exchange, type Failed } from "./exchange.ts";

/** A block explorer's API (Esplora) that has answered. */
export type Explorer = { url: string; tip: number; signal: AbortSignal };

const maxTipBytes = 100;
const maxBlocksBytes = 1_000_000;
/** How many blocks an answer has. */
export const blocksPerAnswer = 10;

/** Asks an explorer for the height of the newest block. Never rejects. */
export async function openExplorer(url: string, signal: AbortSignal): Promise<Explorer | Failed> {
  const answered = await exchange(`${url}/blocks/tip/height`, {}, maxTipBytes, signal);
  if ("error" in answered) return answered;
  if (answered.status !== 200) return { error: `HTTP status ${answered.status}` };
  const text = new TextDecoder().decode(answered.bytes).trim();
  return /^\d{1,9}$/.test(text) ? { url, tip: Number(text), signal } : { error: "its answer is no height" };
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.int().min(0).max(0xffff_ffff);
const blocksSchema = z.array(
  z.object({
    height: z.int(),
    version: z.int().min(-0x8000_0000).max(0xffff_ffff),
    previousblockhash: hash.nullish(),
    merkle_root: hash,
    timestamp: number,
    bits: number,
    nonce: number,
  }),
);

/** The serialized headers of blocks `from` to `to`, at most `blocksPerAnswer`, unchecked. Never rejects. */
export async function askForHeaders(
  { url, signal }: Explorer,
  from: number,
  to: number,
): Promise<{ headers: Uint8Array } | Failed> {
  const answered = await exchange(`${url}/blocks/${to}`, {}, maxBlocksBytes, signal);
  if ("error" in answered) return answered;
  if (answered.status !== 200) return { error: `HTTP status ${answered.status}` };
  const blocks = blocksSchema.safeParse(parseJson(answered.bytes)).data ?? [];
  const wanted = blocks
    .filter(({ height }) => height >= from && height <= to)
    .toSorted((one, other) => one.height - other.height);
  if (wanted.length !== to - from + 1) return { error: "its answer lacks blocks" };
  return { headers: Buffer.concat(wanted.map(writeHeader)) };
}

function writeHeader(block: z.infer<typeof blocksSchema>[number]): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(block.version >>> 0, 0);
  header.set(reversed(block.previousblockhash ?? "00".repeat(32)), 4);
  header.set(reversed(block.merkle_root), 36);
  header.writeUInt32LE(block.timestamp, 68);
  header.writeUInt32LE(block.bits, 72);
  header.writeUInt32LE(block.nonce, 76);
  return header;
}

const reversed = (hex: string) => hexToBytes(hex).toReversed();
