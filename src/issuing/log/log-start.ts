import { isEd25519Natively } from "../../evidence/ed25519-natively.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { type Checkpoint, openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import type { NoteVerifier } from "../../evidence/tlog/signed-note.ts";

/** A signed checkpoint, and what it states. */
export type SignedHead = { checkpoint: string; head: Checkpoint };

/** What a start finds: the log in the database, and what may have been signed although it is not in there. */
export type FoundLog = {
  /** The checkpoint in the database, intact, with the key that signed it; undefined if there is none. */
  log: (SignedHead & { verifier: NoteVerifier }) | undefined;
  /** The newest checkpoint as it is stored outside the database; undefined if there is none. */
  stored: string | undefined;
  /** Whether that one is the last of a log that was retired: the program crashed right after the retirement. */
  isRetired: boolean;
  /** Whether there is a key that may have signed a log which the database does not have. */
  isKeyUsed: boolean;
  /** The root hash of the log in the database when it had `size` entries. */
  rootAt: (size: number) => Promise<Uint8Array>;
};

/**
 * What follows:
 *
 *   new      nothing was ever signed: the start creates the log
 *   open     the log in the database continues what was signed: the start continues it
 *   behind   the stored checkpoint is newer or different, as after an older backup: the start is refused
 *   lost     there is no log, but one was or may have been signed: the start is refused
 *
 *   new ──start──▶ open ──older database──▶ behind
 *                  open ──no database─────▶ lost
 *   open, behind, lost ──`log end`, `restore`──▶ retired, and another log is open
 *
 * Rows, key and checkpoint of a damaged log contradict each other. That is an AppError, and only a backup helps. A
 * retired log signs nothing anymore: its private key is deleted, and its last statement, checkpoints and entries stay
 * published (retirement.service.ts).
 */
export type LogState =
  | { state: "new" }
  | { state: "open"; log: SignedHead }
  /** `newest`: the longest version of this log that is known to have been signed. */
  | { state: "behind"; log: SignedHead; newest: SignedHead; reason: string }
  | { state: "lost"; reason: string };

/**
 * Compares the checkpoint in the database with the one that is stored outside it, and says what follows. A log that is
 * shorter than what was signed, or different, must not be continued, and a new one would contradict the lost one.
 * `path` is where the stored checkpoint is, for messages.
 */
export async function compareCheckpoints(found: FoundLog, path: string): Promise<LogState> {
  const { log, stored, isRetired, isKeyUsed, rootAt } = found;
  if (!log) {
    if (stored !== undefined) {
      const size = stored.split("\n")[1];
      return lost(`the database has no log, but one with ${size} entries has already been signed (${path}).`);
    }
    if (!isKeyUsed) return { state: "new" };
    return lost(
      "the database has no log, but its keys may already have signed one: the database was lost, or replaced with another one.",
    );
  }
  const open = { state: "open", log } as const;
  const behind = (reason: string, newest: SignedHead = log) =>
    ({ state: "behind", log, newest, reason }) as const;
  if (stored === undefined || isRetired) return open;
  const earlier = openCheckpoint(stored, log.verifier, isEd25519Natively);
  if (!earlier) return behind(`${path} is not a checkpoint of this log.`);
  if (earlier.size > log.head.size) {
    return behind(
      `the database has ${log.head.size} entries, but a log with ${earlier.size} has already been signed: an older backup was restored.`,
      { checkpoint: stored, head: earlier },
    );
  }
  if (sameBytes(await rootAt(earlier.size), earlier.hash)) return open;
  return behind(`it does not begin with the ${earlier.size} entries that were signed earlier (${path}).`);
}

const lost = (reason: string) => ({ state: "lost", reason }) as const;
