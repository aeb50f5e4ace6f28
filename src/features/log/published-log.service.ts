import { AppError } from "../../errors.ts";
import { parseSize } from "../../evidence/tlog/add-checkpoint.ts";
import type { ReadableLog } from "../../evidence/tlog/check-log.ts";
import {
  lengthOfLevel,
  parseTilePath,
  printBundle,
  type Tile,
  tileWidth,
} from "../../evidence/tlog/tiles.ts";
import type { Deps } from "../deps.ts";
import {
  findRetired,
  listRetired,
  nextPosition,
  type RetiredLog,
  readEntries,
  readNodesBeside,
} from "./log.repo.ts";
import { type LogDeps, readHead, readLogName, readVerifierKey } from "./log.service.ts";
import { nameIn, retiredPath } from "./log.ts";

/**
 * A tile of the log or a bundle of its entries, by its path below …/tile/. Its bytes never change. Throws `not_found`
 * when the log has no such tile yet.
 */
export function readTileAt({ db }: Pick<Deps, "db">, path: string): Uint8Array<ArrayBuffer> {
  return readTileBelow({ db }, path, nextPosition(db));
}

/** The same for the log when it had `size` entries. */
function readTileBelow(deps: Pick<Deps, "db">, path: string, size: number): Uint8Array<ArrayBuffer> {
  const tile = parseTilePath(path);
  const bytes = tile && readTile(deps, tile, size);
  if (!bytes) throw new AppError("not_found", "log-tile-not-found", "The log has no such tile.");
  return bytes;
}

/** The log of this data folder, in the form in which a published log is read. */
export function readOwnLog(deps: LogDeps): ReadableLog {
  return {
    checkpoint: readHead(deps).checkpoint,
    verifierKey: readVerifierKey(deps),
    ended: listRetired(deps.db),
    readTile: async (tile) => readTile(deps, tile, nextPosition(deps.db)) ?? new Uint8Array(),
  };
}

/** Undefined when the log is not that long. */
function readTile({ db }: Pick<Deps, "db">, tile: Tile, size: number): Uint8Array<ArrayBuffer> | undefined {
  const { level, index, width } = tile;
  const first = index * tileWidth;
  if (first + width > lengthOfLevel(size, level)) return undefined;
  if (level === "entries") return printBundle(readEntries(db, first, width));
  return new Uint8Array(Buffer.concat(readNodesBeside(db, { level: level * 8, index: first }, width)));
}

export type PublishedRetiredLogs = {
  /** The name of the current log. */
  log: string;
  /** Oldest first; paths are below the public address. */
  ended: {
    log: string;
    verifierKey: string;
    size: number;
    endedAt: string;
    statement: string;
    checkpoint: string;
    newestCheckpoint: string;
  }[];
};

/** The retired logs of this server, and the paths where they are published. */
export function listRetiredLogs(deps: Pick<Deps, "db" | "config">): PublishedRetiredLogs {
  const ended = listRetired(deps.db).map((row) => ({
    log: nameIn(row.checkpoint),
    verifierKey: row.verifierKey,
    size: row.size,
    endedAt: row.endedAt.toISOString(),
    statement: `${retiredPath}/${row.number}/end`,
    checkpoint: `${retiredPath}/${row.number}/checkpoint`,
    newestCheckpoint: `${retiredPath}/${row.number}/newest-checkpoint`,
  }));
  return { log: readLogName(deps), ended };
}

const files: Record<string, (row: RetiredLog) => string> = {
  end: ({ statement }) => statement,
  checkpoint: ({ checkpoint }) => checkpoint,
  "newest-checkpoint": ({ newestCheckpoint }) => newestCheckpoint,
  vkey: ({ verifierKey }) => `${verifierKey}\n`,
};

/** A text file of a retired log by its name. Throws `not_found`. */
export function readRetiredFile({ db }: Pick<Deps, "db">, number: string, name: string): string {
  const read = files[name];
  const row = findByNumber(db, number);
  if (!row || !read)
    throw new AppError("not_found", "retired-log-file-not-found", "There is no such file of an ended log.");
  return read(row);
}

/** A tile of a retired log or a bundle of its entries, by its path below …/tile/. Throws `not_found`. */
export function readRetiredTile(
  { db }: Pick<Deps, "db">,
  number: string,
  path: string,
): Uint8Array<ArrayBuffer> {
  return readTileBelow({ db }, path, findByNumber(db, number)?.size ?? 0);
}

function findByNumber(db: Deps["db"], number: string): RetiredLog | undefined {
  const wanted = parseSize(number);
  return wanted === undefined ? undefined : findRetired(db, wanted);
}

/** The verifier keys of all logs of this server, one per line, the current one first: a receipt may be of any. */
export function readVerifierKeys(deps: LogDeps): string {
  const lines = [readVerifierKey(deps), ...listRetired(deps.db).map(({ verifierKey }) => verifierKey)];
  return lines.map((line) => `${line}\n`).join("");
}
