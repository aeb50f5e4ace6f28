import { AppError } from "../../errors.ts";
import type { ReadableLog } from "../../evidence/tlog/check-log.ts";
import {
  lengthOfLevel,
  parseTilePath,
  printBundle,
  type Tile,
  tileWidth,
} from "../../evidence/tlog/tiles.ts";
import type { Deps } from "../deps.ts";
import { nextPosition, readEntries, readNodesBeside } from "./log.repo.ts";
import { type Registrar, readHead, readVerifierKey } from "./log.service.ts";
import { listEnded } from "./retired-logs.repo.ts";

/**
 * A tile of the log or a bundle of its entries, by its path below …/tile/. Its bytes never change. Throws
 * `not_found` for what is no tile of the log as it is now.
 */
export function readTileAt({ db }: Pick<Deps, "db">, path: string): Uint8Array<ArrayBuffer> {
  return readTileBelow({ db }, path, nextPosition(db));
}

/** The same of the log as it was with `size` entries. */
export function readTileBelow(deps: Pick<Deps, "db">, path: string, size: number): Uint8Array<ArrayBuffer> {
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
