import { decodeBase64, encodeBase64 } from "./base64.ts";
import { hashSize } from "./merkle.ts";

/** What a witness is asked: to cosign a checkpoint that goes on from the one of `oldSize` (c2sp.org/tlog-witness). */
export type AddCheckpoint = { oldSize: number; hashes: Uint8Array[]; checkpoint: string };

const maxHashes = 63;

/** The request as text: the old size, the consistency proof, an empty line, the signed checkpoint. */
export function printAddCheckpoint({ oldSize, hashes, checkpoint }: AddCheckpoint): string {
  return `${[`old ${oldSize}`, ...hashes.map(encodeBase64)].join("\n")}\n\n${checkpoint}`;
}

/** Reads such a text, nothing of it verified yet; undefined when it is none. */
export function parseAddCheckpoint(text: string): AddCheckpoint | undefined {
  const end = text.indexOf("\n\n");
  const [first = "", ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  const oldSize = parseSize(first.startsWith("old ") ? first.slice("old ".length) : "");
  if (oldSize === undefined || lines.length > maxHashes) return undefined;
  const hashes = lines.map(decodeBase64).filter((hash) => hash?.length === hashSize);
  if (hashes.length !== lines.length) return undefined;
  return { oldSize, hashes: hashes.filter((hash) => hash !== undefined), checkpoint: text.slice(end + 2) };
}

/** A size in decimal, without leading zeroes; undefined for anything else. */
export function parseSize(text: string): number | undefined {
  const size = Number(text);
  return /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(size) ? size : undefined;
}
