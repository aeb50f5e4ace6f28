import { decodeBase64, encodeBase64 } from "./base64.ts";
import { hashSize } from "./merkle.ts";
import type { TreeHead } from "./proof-check.ts";
import { type NoteVerifier, openNote, parseVerifierKey } from "./signed-note.ts";

/**
 * The final statement of a retired log, after which it signs nothing. `here` is the head of the entries that are kept;
 * the next log begins with the same entries. `signed` is the largest head the log is known to have signed: if it is
 * larger, the entries after `here` were lost, for example because an older backup was restored.
 */
export type LogEnd = {
  name: string;
  here: TreeHead;
  signed: TreeHead;
  /** The verifier key line of the next log. */
  next: string;
  /** ISO 8601, UTC. */
  endedAt: string;
};

/** In place of a checkpoint's origin, so that the two cannot be confused. */
const title = "attestamp log end v1";

/** The text that the log signs: six lines, each with a newline. */
export function printLogEnd({ name, here, signed, next, endedAt }: LogEnd): string {
  return `${[title, name, headLine("here", here), headLine("signed", signed), `next ${next}`, `ended ${endedAt}`].join("\n")}\n`;
}

const headLine = (what: string, { size, hash }: TreeHead) => `${what} ${size} ${encodeBase64(hash)}`;

/** Parses such a statement; undefined unless it is signed by the log's key under the key's name. */
export function openLogEnd(note: string, log: NoteVerifier): LogEnd | undefined {
  const [first, name, here, signed, next = "", ended = ""] = (openNote(note, log) ?? "").split("\n");
  const heads = [parseHead("here", here), parseHead("signed", signed)] as const;
  if (first !== title || name !== log.name || !heads[0] || !heads[1]) return undefined;
  const end = { name, here: heads[0], signed: heads[1], next: next.slice(5), endedAt: ended.slice(6) };
  const isWhole = parseVerifierKey(end.next) !== undefined && !Number.isNaN(Date.parse(end.endedAt));
  return isWhole && openNote(note, log) === printLogEnd(end) ? end : undefined;
}

function parseHead(what: string, line = ""): TreeHead | undefined {
  const [, size = "", hashText = ""] = new RegExp(`^${what} (0|[1-9]\\d*) (\\S+)$`).exec(line) ?? [];
  const hash = decodeBase64(hashText);
  return hash?.length === hashSize && Number.isSafeInteger(Number(size))
    ? { size: Number(size), hash }
    : undefined;
}
