import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { parseSha256Sums } from "../../formats/sha256sums.ts";
import { writeEvidenceRecord } from "../ers/evidence-record.ts";
import { buildHashTree, findBlock, maxFiles, reduceHashTree, secretSize } from "../ers/hash-tree.ts";
import { isOver } from "../tsp/is-over.ts";
import type { GivenFile } from "./file-context.ts";
import type { KnownList } from "./membership.ts";
import { openFile } from "./open-file.ts";
import { overallVerdict, type Report, verdicts } from "./report.ts";

/**
 * The evidence record (RFC 4998) of each of these files, made from the packs of collections among them; undefined for a
 * file that is in none of them. It equals the response of a server that has the collection, so a pack can replace the
 * server. `reports`, in the order of the files, say which packs to prefer. A record that is made from a forged pack
 * proves nothing: its recipient has to verify it. Runs in browsers, offline.
 */
export function makeRecords(
  files: readonly GivenFile[],
  reports: readonly Report[],
): (Uint8Array | undefined)[] {
  // Packs that were verified come first: a forged one must not take the place of the real one.
  const rank = (report: Report | undefined) =>
    report ? verdicts.indexOf(overallVerdict(report)) : verdicts.length;
  const best = files.map((_, index) => index).toSorted((a, b) => rank(reports[a]) - rank(reports[b]));
  const makers = best.flatMap((index) => {
    const file = files[index];
    const opened = file && openFile(file);
    if (opened?.kind !== "pack") return [];
    const { lists, tokens } = opened.pack.evidence;
    return lists.flatMap((list) => recordMaker(list, tokens) ?? []);
  });
  return files.map((file) => {
    const hash = "bytes" in file ? bytesToHex(sha256(file.bytes)) : file.sha256;
    for (const make of makers) {
      const record = make(hash);
      if (record) return record;
    }
    return undefined;
  });
}

type RecordMaker = (sha256: string) => Uint8Array | undefined;

/** Undefined if the list is not one, or no time-stamp is over its root. */
function recordMaker(
  { sums, secret }: KnownList,
  tokens: readonly { bytes: Uint8Array }[],
): RecordMaker | undefined {
  const listed = parseSha256Sums(sums);
  if (!listed || listed.length === 0 || listed.length > maxFiles || secret.length !== secretSize)
    return undefined;
  const hashes = hexToBytes(listed.map((file) => file.sha256).join(""));
  const tree = buildHashTree(secret, hashes);
  const token = tokens.find(({ bytes }) => isOver(bytes, tree.root))?.bytes;
  if (!token) return undefined;
  const places = new Map(listed.map((file, index) => [file.sha256, index] as const).toReversed());
  return (wanted) => {
    const index = places.get(wanted);
    if (index === undefined) return undefined;
    const { start, end } = findBlock(index, listed.length);
    const block = hashes.subarray(start * 32, end * 32);
    return writeEvidenceRecord(reduceHashTree(secret, tree, index, block), token);
  };
}
