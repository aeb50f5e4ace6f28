import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import type { AttestedContent } from "../formats/certificate/timeline.ts";

/** One entry of a timeline as its list states it. */
export type TimelineEntry = AttestedContent & {
  /** Counts from 1. */
  number: number;
  /** On its stamp: ISO 8601 UTC, whole seconds. */
  time: string;
  /** The name as attested. */
  name: string;
  /** Serial number with hyphens. */
  serial: string;
  /** The owner's exhibit number, e.g. A-1. */
  exhibit?: string;
};

/** The content of a timeline's signed statement: the number of entries, and the SHA-256 of the last line. */
export type TimelineCommitment = { entries: number; chain: string };

const noLine = "0".repeat(64);

/**
 * The list of a timeline: a line of canonical JSON (RFC 8785) for each entry, whose `previous` is the lower-case hex
 * SHA-256 of the line before it, without its line end; that of the first line is 64 zeros. The SHA-256 of the last line
 * thus commits to every entry and to their order: changing, omitting, adding or moving an entry gives a different hash.
 */
export function writeTimeline(entries: readonly TimelineEntry[]): { text: string } & TimelineCommitment {
  let chain = noLine;
  const lines = entries.map((entry) => {
    const line = canonicalize({ ...entry, previous: chain }) ?? "";
    chain = bytesToHex(sha256(utf8ToBytes(line)));
    return line;
  });
  return { text: lines.map((line) => `${line}\n`).join(""), entries: entries.length, chain };
}
