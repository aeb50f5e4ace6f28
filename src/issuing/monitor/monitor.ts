import { z } from "zod";
import { AppError } from "../../errors.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { checkLog, openEnds, type ReadableLog } from "../../evidence/tlog/check-log.ts";
import { type Checkpoint, openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { provesConsistency, type TreeHead } from "../../evidence/tlog/proof-check.ts";
import { consistencyProof } from "../../evidence/tlog/proofs.ts";
import { type NoteVerifier, parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { readFromTiles } from "../../evidence/tlog/tile-hashes.ts";
import { type Tile, tilePath } from "../../evidence/tlog/tiles.ts";
import type { TrustLists } from "../../evidence/trust-lists/trust-lists.ts";
import { type Fetch, readRemoteLog } from "../log/remote-log.ts";
import { findAnchored } from "./remote-anchors.ts";

/**
 * `fork`: two signed heads of which the log does not prove that one continues the other. `rewind`: it has fewer entries
 * than it signed. `wrong-key`: another key than before, which no signed end of the log explains. `no-anchor`: no one
 * independent has seen it for too long although it has grown. `silent`: it cannot be read.
 */
export type Alarm = "fork" | "rewind" | "wrong-key" | "no-anchor" | "silent";

/** What a monitor remembers about a log; times are ISO 8601. */
export const monitorStateSchema = z.object({
  verifierKey: z.string(),
  /** The newest checkpoint whose history was checked, as the log signed it. */
  checkpoint: z.string(),
  /** The size of the newest one that someone independent has seen, and since when entries wait for another. */
  anchoredSize: z.int(),
  anchoredSince: z.string(),
});
export type MonitorState = z.infer<typeof monitorStateSchema>;

export type Finding = {
  alarm: Alarm;
  text: string;
  /** The signed notes that show it: proof against the operator that needs no one's word. */
  notes: string[];
};

export type Look = { state: MonitorState | undefined; finding?: Finding; head?: Checkpoint };

export type MonitorOptions = {
  now: number;
  /** How long a grown log may go without anyone independent; undefined: forever. */
  anchorMs: number | undefined;
  /** Who is independent. */
  lists: TrustLists;
  fetch: Fetch;
};

/**
 * Looks at the log of a server once: its signature, that it continues what was seen before, and who else has seen it.
 * The first look recomputes the whole log; later ones read only the tiles that a proof needs. What was seen before is
 * replaced only by what continues it, so that an alarm stays until the log is right again. Never rejects for what a
 * server does.
 */
export const look = (
  address: string,
  before: MonitorState | undefined,
  options: MonitorOptions,
): Promise<Look> => lookOnce(address, before, options, false);

async function lookOnce(
  address: string,
  before: MonitorState | undefined,
  options: MonitorOptions,
  isSecond: boolean,
): Promise<Look> {
  const { now, anchorMs, lists, fetch } = options;
  try {
    const log = withMemory(await readRemoteLog(address, fetch));
    const { head, keys, known } = await checkHistory(log, before);
    const state = {
      ...(before ?? newState(now)),
      verifierKey: log.verifierKey.trim(),
      checkpoint: log.checkpoint,
    };
    if (anchorMs === undefined) return { state, head };
    const seen = await findAnchored(address, keys, lists, fetch);
    // The log may have grown and been seen since its head was read.
    if (seen && seen.size > head.size && !isSecond) return await lookOnce(address, state, options, true);
    if (seen) await requireSame(log, seen.note, keys, head);
    const anchored = withAnchor(state, seen?.size ?? 0, known, now);
    const isLate = anchored.anchoredSize < head.size && now - Date.parse(anchored.anchoredSince) > anchorMs;
    if (!isLate) return { state: anchored, head };
    const text = `No one independent has seen anything new of the log since ${anchored.anchoredSince}: ${head.size - anchored.anchoredSize} of its ${head.size} entries have only its operator's word.`;
    return { state: anchored, head, finding: { alarm: "no-anchor", text, notes: [] } };
  } catch (error) {
    return { state: before, finding: toFinding(error) };
  }
}

const newState = (now: number) => ({ anchoredSize: 0, anchoredSince: new Date(now).toISOString() });

/** `known`: the size at the look before. If all of that had been seen, what is new has been waiting only since now. */
function withAnchor(state: MonitorState, size: number, known: number, now: number): MonitorState {
  if (size <= state.anchoredSize && state.anchoredSize < known) return state;
  const anchoredSize = Math.max(size, state.anchoredSize);
  return { ...state, anchoredSize, anchoredSince: new Date(now).toISOString() };
}

class Alarming extends Error {
  constructor(readonly finding: Finding) {
    super(finding.text);
  }
}

const alarming = (alarm: Alarm, text: string, ...notes: string[]) => new Alarming({ alarm, text, notes });

function toFinding(error: unknown): Finding {
  if (error instanceof Alarming) return error.finding;
  if (!(error instanceof AppError)) throw error;
  return { alarm: error.kind === "unavailable" ? "silent" : "fork", text: error.message, notes: [] };
}

/** Each tile is fetched once. */
function withMemory(log: ReadableLog): ReadableLog {
  const known = new Map<string, Promise<Uint8Array>>();
  const readTile = (tile: Tile) => {
    const path = tilePath(tile);
    const bytes = known.get(path) ?? log.readTile(tile);
    known.set(path, bytes);
    return bytes;
  };
  return { ...log, readTile };
}

/** The head, whose history was checked, the keys of all parts of the log, and the size that was known before. */
async function checkHistory(
  log: ReadableLog,
  before: MonitorState | undefined,
): Promise<{ head: Checkpoint; keys: NoteVerifier[]; known: number }> {
  const key = parseVerifierKey(log.verifierKey.trim());
  const head = key && openCheckpoint(log.checkpoint, key);
  if (!key || !head)
    throw alarming(
      "wrong-key",
      "The log's checkpoint is not signed by the key that it names.",
      log.checkpoint,
    );
  const ends = openOrAlarm(log);
  const keys = [key, ...ends.map((one) => one.key)];
  if (!before) {
    await checkLog(log);
    return { head, keys, known: head.size };
  }
  const known = parseVerifierKey(before.verifierKey);
  const earlier = known && openCheckpoint(before.checkpoint, known);
  if (!known || !earlier) throw new Error("What the monitor remembers cannot be read.");
  const both = [before.checkpoint, log.checkpoint];
  const at = ends.findIndex(({ end }) => end.name === known.name);
  const end = ends[at];
  const isKnown = [log, ...(log.ended ?? [])].some((one) => one.verifierKey.trim() === before.verifierKey);
  if (!isKnown)
    throw alarming(
      "wrong-key",
      `The key of the log ${known.name} was replaced, and it signed no end.`,
      ...both,
    );
  const here = end?.end.here ?? head;
  if (here.size < earlier.size)
    throw alarming(
      "rewind",
      `The log has ${here.size} entries, but it once signed ${earlier.size}.`,
      ...both,
    );
  await requireContinued(log, earlier, head, both);
  return { head, keys, known: earlier.size };
}

function openOrAlarm(log: ReadableLog) {
  try {
    return openEnds(log);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw alarming("wrong-key", error.message, log.checkpoint);
  }
}

/** Throws unless tiles of the log prove that the later head continues the earlier one. */
async function requireContinued(
  log: ReadableLog,
  earlier: TreeHead,
  later: TreeHead,
  notes: string[],
): Promise<void> {
  if (earlier.size === later.size && !sameBytes(earlier.hash, later.hash))
    throw alarming("fork", `The log has signed two different heads of ${later.size} entries.`, ...notes);
  const proof = await proveFromTiles(log, earlier.size, later.size);
  if (proof && provesConsistency(proof, earlier, later)) return;
  const text = `The log's tiles do not prove that its ${later.size} entries begin with the ${earlier.size} that it signed before.`;
  throw alarming("fork", text, ...notes);
}

/** Undefined if a tile is too short. */
async function proveFromTiles(
  { readTile }: ReadableLog,
  oldSize: number,
  size: number,
): Promise<Uint8Array[] | undefined> {
  const short = new Error("short");
  const whole = async (tile: Tile) => {
    const bytes = await readTile(tile);
    if (bytes.length !== tile.width * 32) throw short;
    return bytes;
  };
  try {
    return await consistencyProof(oldSize, size, readFromTiles(size, whole));
  } catch (error) {
    if (error === short) return undefined;
    throw error;
  }
}

/** What others have seen must be the log that is shown here. */
async function requireSame(
  log: ReadableLog,
  note: string,
  keys: NoteVerifier[],
  head: Checkpoint,
): Promise<void> {
  const seen = keys.map((key) => openCheckpoint(note, key)).find((opened) => opened !== undefined);
  if (!seen) return;
  const notes = [note, log.checkpoint];
  if (seen.size > head.size)
    throw alarming(
      "rewind",
      `The log shows ${head.size} entries, but others have seen ${seen.size}.`,
      ...notes,
    );
  await requireContinued(log, seen, head, notes);
}
