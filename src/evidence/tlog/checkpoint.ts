import { decodeBase64, encodeBase64 } from "./base64.ts";
import { hashSize } from "./merkle.ts";
import type { TreeHead } from "./proof-check.ts";
import { type isEd25519, type NoteVerifier, openNote } from "./signed-note.ts";

/** The head of a log as the log signs it (c2sp.org/tlog-checkpoint). `origin` identifies the log. */
export type Checkpoint = TreeHead & { origin: string };

/** The signed text: origin, size and base64 of the head, one per line. */
export function printCheckpoint({ origin, size, hash }: Checkpoint): string {
  return `${origin}\n${size}\n${encodeBase64(hash)}\n`;
}

/** Parses the text of a checkpoint. Extension lines, which other logs may add, are skipped. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  if (!text.endsWith("\n")) return undefined;
  const [origin = "", sizeText = "", hashText = "", ...extensions] = text.slice(0, -1).split("\n");
  const size = Number(sizeText);
  const hash = decodeBase64(hashText);
  if (origin === "" || extensions.includes("") || hash?.length !== hashSize) return undefined;
  return Number.isSafeInteger(size) && size >= 0 && String(size) === sizeText
    ? { origin, size, hash }
    : undefined;
}

/**
 * Parses a signed checkpoint; undefined unless it is signed by the log's key under the key's name. `check` verifies a
 * signature.
 */
export function openCheckpoint(
  note: string,
  log: NoteVerifier,
  check?: typeof isEd25519,
): Checkpoint | undefined {
  const checkpoint = parseCheckpoint(openNote(note, log, check) ?? "");
  return checkpoint?.origin === log.name ? checkpoint : undefined;
}
