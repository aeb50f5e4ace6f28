import { decodeBase64, encodeBase64 } from "./base64.ts";
import { hashSize } from "./merkle.ts";

/** A request to a witness: cosign a checkpoint that extends the one of `oldSize` (c2sp.org/tlog-witness). */
export type AddCheckpoint = { oldSize: number; hashes: Uint8Array[]; checkpoint: string };

const maxHashes = 63;

/** Serializes the request: the old size, the consistency proof, an empty line, the signed checkpoint. */
export function printAddCheckpoint({ oldSize, hashes, checkpoint }: AddCheckpoint): string {
  return `${[`old ${oldSize}`, ...hashes.map(encodeBase64)].join("\n")}\n\n${checkpoint}`;
}

/** Parses a request without verifying it; undefined if it is malformed. */
export function parseAddCheckpoint(text: string): AddCheckpoint | undefined {
  const end = text.indexOf("\n\n");
  const [first = "", ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  const oldSize = parseSize(first.startsWith("old ") ? first.slice("old ".length) : "");
  if (oldSize === undefined || lines.length > maxHashes) return undefined;
  const hashes = lines.map(decodeBase64).filter((hash) => hash?.length === hashSize);
  if (hashes.length !== lines.length) return undefined;
  return { oldSize, hashes: hashes.filter((hash) => hash !== undefined), checkpoint: text.slice(end + 2) };
}

/** Parses a decimal size without leading zeros; undefined for anything else. */
export function parseSize(text: string): number | undefined {
  const size = Number(text);
  return /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(size) ? size : undefined;
}
