import { decodeBase64, encodeBase64 } from "./base64.ts";
import { hashSize } from "./merkle.ts";
import type { TreeHead } from "./proof-check.ts";
import { type NoteVerifier, openNote, parseVerifierKey } from "./signed-note.ts";

/**
 * The last statement of a log: nothing is signed in its name any more. `here` is the log as far as its entries are
 * kept; the next log begins with the same entries. `signed` is the longest log that it is known to have signed: when
 * it is longer, the entries behind `here` were lost, as when an older backup had to be put back.
 */
export type LogEnd = {
  name: string;
  here: TreeHead;
  signed: TreeHead;
  /** Verifier key line of the log that goes on. */
  next: string;
  /** ISO 8601, UTC. */
  endedAt: string;
};

/** What no checkpoint has in its place: the name of a log. */
const title = "attestamp log end v1";

/** The text that the log signs: six lines, with a newline at the end. */
export function printLogEnd({ name, here, signed, next, endedAt }: LogEnd): string {
  return `${[title, name, headLine("here", here), headLine("signed", signed), `next ${next}`, `ended ${endedAt}`].join("\n")}\n`;
}

const headLine = (what: string, { size, hash }: TreeHead) => `${what} ${size} ${encodeBase64(hash)}`;

/** Such a statement; undefined unless it is the log's own: signed by this key, under the key's name. */
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
