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
  type EndedLog,
  findEnded,
  listEnded,
  nextPosition,
  readEntries,
  readNodesBeside,
} from "./log.repo.ts";
import { type Registrar, readHead, readLogName, readVerifierKey } from "./log.service.ts";
import { endedPath, nameIn } from "./log.ts";

/**
 * A tile of the log or a bundle of its entries, by its path below …/tile/. Its bytes never change. Throws
 * `not_found` for what is no tile of the log as it is now.
 */
export function readTileAt({ db }: Pick<Deps, "db">, path: string): Uint8Array<ArrayBuffer> {
  return readTileBelow({ db }, path, nextPosition(db));
}

/** The same of the log as it was with `size` entries. */
function readTileBelow(deps: Pick<Deps, "db">, path: string, size: number): Uint8Array<ArrayBuffer> {
  const tile = parseTilePath(path);
  const bytes = tile && readTile(deps, tile, size);
  if (!bytes) throw new AppError("not_found", "The log has no such tile.");
  return bytes;
}

/** The log of this data folder, to be read as a server's. */
export function readOwnLog(deps: Registrar): ReadableLog {
  return {
    checkpoint: readHead(deps).checkpoint,
    verifierKey: readVerifierKey(deps),
    ended: listEnded(deps.db),
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

export type PublishedEnds = {
  /** The log of today. */
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

/** The logs of this server that were ended, and where what is left of them is published. */
export function listEndedLogs(deps: Pick<Deps, "db" | "config">): PublishedEnds {
  const ended = listEnded(deps.db).map((row) => ({
    log: nameIn(row.checkpoint),
    verifierKey: row.verifierKey,
    size: row.size,
    endedAt: row.endedAt.toISOString(),
    statement: `${endedPath}/${row.number}/end`,
    checkpoint: `${endedPath}/${row.number}/checkpoint`,
    newestCheckpoint: `${endedPath}/${row.number}/newest-checkpoint`,
  }));
  return { log: readLogName(deps), ended };
}

const files: Record<string, (row: EndedLog) => string> = {
  end: ({ statement }) => statement,
  checkpoint: ({ checkpoint }) => checkpoint,
  "newest-checkpoint": ({ newestCheckpoint }) => newestCheckpoint,
  vkey: ({ verifierKey }) => `${verifierKey}\n`,
};

/** A text of an ended log by its name. Throws `not_found`. */
export function readEndedFile({ db }: Pick<Deps, "db">, number: string, name: string): string {
  const read = files[name];
  const row = findByNumber(db, number);
  if (!row || !read) throw new AppError("not_found", "There is no such file of an ended log.");
  return read(row);
}

/** A tile of an ended log or a bundle of its entries, by its path below …/tile/. Throws `not_found`. */
export function readEndedTile(
  { db }: Pick<Deps, "db">,
  number: string,
  path: string,
): Uint8Array<ArrayBuffer> {
  return readTileBelow({ db }, path, findByNumber(db, number)?.size ?? 0);
}

function findByNumber(db: Deps["db"], number: string): EndedLog | undefined {
  const wanted = parseSize(number);
  return wanted === undefined ? undefined : findEnded(db, wanted);
}

/** The verifier keys of all logs of this server, that of today first, each a line: receipts are of any of them. */
export function readVerifierKeys(deps: Registrar): string {
  const lines = [readVerifierKey(deps), ...listEnded(deps.db).map(({ verifierKey }) => verifierKey)];
  return lines.map((line) => `${line}\n`).join("");
}
