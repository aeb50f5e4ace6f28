import { AppError } from "../../errors.ts";
import { sameBytes } from "../hash.ts";
import { type Checkpoint, openCheckpoint } from "./checkpoint.ts";
import { type LogEnd, openLogEnd } from "./log-end.ts";
import type { TreeHead } from "./proof-check.ts";
import { type OnProgress, type ReadTile, recomputeLog } from "./recompute.ts";
import { type NoteVerifier, parseVerifierKey } from "./signed-note.ts";
import { parseTlogProof } from "./tlog-proof.ts";

/** A retired log that another one continues: its verifier key line and its final statement. */
export type EndedPart = { verifierKey: string; statement: string };

/** A log to check: its verifier key line, its signed checkpoint, its tiles, and the logs that it continues. */
export type ReadableLog = {
  verifierKey: string;
  checkpoint: string;
  readTile: ReadTile;
  ended?: EndedPart[];
};

/**
 * Recomputes a whole log from its entries and compares it with its signed checkpoint, with the final statements of the
 * logs it continues, and with an earlier checkpoint or receipt, if given. Returns the checkpoint. Throws AppError at
 * the first mismatch.
 */
export async function checkLog(
  log: ReadableLog,
  earlier?: string,
  onProgress?: OnProgress,
): Promise<Checkpoint> {
  const verifier = parseVerifierKey(log.verifierKey.trim());
  if (!verifier) throw inconsistent("What the log gives as its verifier key is none.");
  const now = openCheckpoint(log.checkpoint, verifier);
  if (!now) throw inconsistent("The log's checkpoint is not signed by its key.");
  const ends = openEnds(log);
  const before = earlier === undefined ? undefined : openEarlier(earlier, verifier, now, ends);
  const claims = [now, ...ends.map(({ end }) => end.here), ...(before ? [before] : [])];
  const longest = claims.find(({ size }) => size > now.size);
  if (longest) throw inconsistent(`The log has ${now.size} entries, but goes on for one of ${longest.size}.`);
  const heads = await recomputeLog(
    claims.map(({ size }) => size),
    log.readTile,
    onProgress,
  );
  const wrong = claims.findIndex(({ hash }, at) => !sameBytes(hash, heads[at]?.hash ?? new Uint8Array()));
  if (wrong === 0)
    throw inconsistent(`The ${now.size} entries of the log do not lead to the head it signed.`);
  const size = claims[wrong]?.size;
  if (before && wrong === claims.length - 1) {
    throw inconsistent(
      `The log was changed: its first ${size} entries are not those of the earlier checkpoint.`,
    );
  }
  if (wrong > 0) {
    throw inconsistent(
      `The log does not begin with the ${size} entries of the one before it, which has ended.`,
    );
  }
  return now;
}

/**
 * The logs before this one, the first one first: each names its successor, so that none can be replaced. Throws
 * AppError if one does not.
 */
export function openEnds({
  ended = [],
  verifierKey,
}: Pick<ReadableLog, "ended" | "verifierKey">): OpenedEnd[] {
  const ends = ended.map(openEnd);
  const keys = [...ended.map((part) => part.verifierKey), verifierKey].map((key) => key.trim());
  const strange = ends.find(({ end }, at) => end.next !== keys[at + 1]);
  if (strange) {
    const { name, next } = strange.end;
    throw inconsistent(`The log ${name} ended for ${nameIn(next)}, but another one is in its place.`);
  }
  return ends;
}

const nameIn = (verifierKey: string) => verifierKey.split("+", 1)[0];

type OpenedEnd = { key: NoteVerifier; end: LogEnd };

function openEnd({ verifierKey, statement }: EndedPart): OpenedEnd {
  const key = parseVerifierKey(verifierKey.trim());
  const end = key && openLogEnd(statement, key);
  if (!key || !end)
    throw inconsistent("A log is said to have ended, but its last statement is not signed by its key.");
  return { key, end };
}

/** The head in an earlier checkpoint or receipt, of this log or of one it continues. */
function openEarlier(kept: string, verifier: NoteVerifier, now: Checkpoint, ends: OpenedEnd[]): TreeHead {
  const note = parseTlogProof(kept)?.checkpoint ?? kept;
  const before = openCheckpoint(note, verifier);
  if (before && before.size > now.size) {
    throw inconsistent(
      `The log has ${now.size} entries, but it once signed ${before.size}: entries are gone.`,
    );
  }
  if (before) return before;
  for (const { key, end } of ends) {
    const head = openCheckpoint(note, key);
    if (head && head.size > end.here.size) {
      throw inconsistent(
        `The log ${end.name} was ended at ${end.endedAt} with ${end.here.size} entries, but it once signed ` +
          `${head.size}: entries are gone.`,
      );
    }
    if (head) return head;
  }
  throw inconsistent("The earlier checkpoint was not signed by the key the log has now.");
}

function inconsistent(sentence: string): AppError {
  return new AppError("internal", "log-inconsistent", "{sentence}", { params: { sentence } });
}
