import { AppError } from "../../errors.ts";
import { sameBytes } from "./base64.ts";
import { type Checkpoint, openCheckpoint } from "./checkpoint.ts";
import { type ReadTile, recomputeLog } from "./recompute.ts";
import { type NoteVerifier, parseVerifierKey } from "./signed-note.ts";

/** A log as it can be read: its verifier key line, its signed checkpoint, and its tiles. */
export type ReadableLog = { verifierKey: string; checkpoint: string; readTile: ReadTile };

/**
 * Computes a whole log anew from its entries and holds it against its signed checkpoint and against an earlier one,
 * if there is one. Returns the checkpoint. Throws AppError with a sentence at the first thing that does not hold.
 */
export async function checkLog(log: ReadableLog, earlier?: string): Promise<Checkpoint> {
  const verifier = parseVerifierKey(log.verifierKey.trim());
  if (!verifier) throw unsound("What the log gives as its verifier key is none.");
  const now = openCheckpoint(log.checkpoint, verifier);
  if (!now) throw unsound("The log's checkpoint is not signed by its key.");
  const before = earlier === undefined ? undefined : openEarlier(earlier, verifier, now);
  const heads = await recomputeLog([now.size, before?.size ?? 0], log.readTile);
  const [head, headBefore] = heads.map(({ hash }) => hash);
  if (!head || !sameBytes(head, now.hash)) {
    throw unsound(`The ${now.size} entries of the log do not lead to the head it signed.`);
  }
  if (before && !(headBefore && sameBytes(headBefore, before.hash))) {
    throw unsound(
      `The log was changed: its first ${before.size} entries are not those of the earlier checkpoint.`,
    );
  }
  return now;
}

function openEarlier(note: string, verifier: NoteVerifier, now: Checkpoint): Checkpoint {
  const before = openCheckpoint(note, verifier);
  if (!before) throw unsound("The earlier checkpoint was not signed by the key the log has now.");
  if (before.size > now.size) {
    throw unsound(`The log has ${now.size} entries, but it once signed ${before.size}: entries are gone.`);
  }
  return before;
}

function unsound(sentence: string): AppError {
  return new AppError("internal", sentence);
}
