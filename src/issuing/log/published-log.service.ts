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
import type { IssuingDeps } from "../deps.ts";
import {
  countWithoutCertificate,
  findRetired,
  listRetired,
  nextPosition,
  type RetiredLog,
  readAdjacentNodes,
  readEntries,
} from "./log.repo.ts";
import { type LogDeps, readHead, readLogName, readVerifierKey } from "./log.service.ts";
import { nameIn, retiredPath } from "./log.ts";

/**
 * A tile of the log or a bundle of its entries, by its path below …/tile/. Its bytes never change. Throws `not_found`
 * when the log has no such tile yet.
 */
export async function readTileAt(
  { db }: Pick<IssuingDeps, "db">,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return readTileBelow({ db }, path, await nextPosition(db));
}

/** The same for the log when it had `size` entries. */
async function readTileBelow(
  deps: Pick<IssuingDeps, "db">,
  path: string,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const tile = parseTilePath(path);
  const bytes = tile && (await readTile(deps, tile, size));
  if (!bytes) throw new AppError("not_found", "log-tile-not-found", "The log has no such tile.");
  return bytes;
}

/** The log of this data folder, in the form of a published log. */
export async function readOwnLog(deps: LogDeps): Promise<ReadableLog> {
  return {
    checkpoint: (await readHead(deps)).checkpoint,
    verifierKey: await readVerifierKey(deps),
    ended: await listRetired(deps.db),
    readTile: async (tile) => (await readTile(deps, tile, await nextPosition(deps.db))) ?? new Uint8Array(),
  };
}

/** Undefined when the log is not that long. */
async function readTile(
  { db }: Pick<IssuingDeps, "db">,
  tile: Tile,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { level, index, width } = tile;
  const first = index * tileWidth;
  if (first + width > lengthOfLevel(size, level)) return undefined;
  if (level === "entries") return printBundle(await readEntries(db, first, width));
  return new Uint8Array(
    Buffer.concat(await readAdjacentNodes(db, { level: level * 8, index: first }, width)),
  );
}

/** How many entries of the log have no certificate: those of deleted documents, and statements about none. */
export async function countEntriesWithoutRecord({ db }: Pick<IssuingDeps, "db">): Promise<number> {
  return countWithoutCertificate(db);
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
export async function listRetiredLogs(
  deps: Pick<IssuingDeps, "db" | "config">,
): Promise<PublishedRetiredLogs> {
  const ended = (await listRetired(deps.db)).map((row) => ({
    log: nameIn(row.checkpoint),
    verifierKey: row.verifierKey,
    size: row.size,
    endedAt: row.endedAt.toISOString(),
    statement: `${retiredPath}/${row.number}/end`,
    checkpoint: `${retiredPath}/${row.number}/checkpoint`,
    newestCheckpoint: `${retiredPath}/${row.number}/newest-checkpoint`,
  }));
  return { log: await readLogName(deps), ended };
}

const files: Record<string, (row: RetiredLog) => string> = {
  end: ({ statement }) => statement,
  checkpoint: ({ checkpoint }) => checkpoint,
  "newest-checkpoint": ({ newestCheckpoint }) => newestCheckpoint,
  vkey: ({ verifierKey }) => `${verifierKey}\n`,
};

/** A text file of a retired log by its name. Throws `not_found`. */
export async function readRetiredFile(
  { db }: Pick<IssuingDeps, "db">,
  number: string,
  name: string,
): Promise<string> {
  const read = files[name];
  const row = await findByNumber(db, number);
  if (!row || !read)
    throw new AppError("not_found", "retired-log-file-not-found", "This retired log has no such file.");
  return read(row);
}

/** A tile of a retired log or a bundle of its entries, by its path below …/tile/. Throws `not_found`. */
export async function readRetiredTile(
  { db }: Pick<IssuingDeps, "db">,
  number: string,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return readTileBelow({ db }, path, (await findByNumber(db, number))?.size ?? 0);
}

async function findByNumber(db: IssuingDeps["db"], number: string): Promise<RetiredLog | undefined> {
  const wanted = parseSize(number);
  return wanted === undefined ? undefined : await findRetired(db, wanted);
}

/**
 * The verifier keys of all logs of this server, one per line, the current one first: a receipt may be from any of them.
 */
export async function readVerifierKeys(deps: LogDeps): Promise<string> {
  const lines = [
    await readVerifierKey(deps),
    ...(await listRetired(deps.db)).map(({ verifierKey }) => verifierKey),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
